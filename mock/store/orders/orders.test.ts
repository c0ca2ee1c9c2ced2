import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {createMock, type Mock} from '../../create-mock.ts';
import {mismatches, TestStore} from '../../testing/store.ts';
import type {Issue} from '../content/issue.ts';
import type {Order, OrderMail, Payment} from './order.ts';

let mock: Mock;
let store: TestStore;
beforeAll(async () => {
  mock = await createMock({control: false});
});
afterAll(() => mock.close());
beforeEach(async () => {
  store = await TestStore.open(mock);
});

const TITLE = {type: 'content', id: 'book-tides'};
const PRICED = {unit_price: 0.1, currency_id: 'ARS'};

const permission = (members: object = {}): object => ({
  type: 'permission',
  user: {id: 'ext-nine', email: 'nine@readers.example'},
  products: [TITLE],
  ...members,
});

const paid = (type: 'report' | 'sale', members: object = {}): object => ({
  ...permission({type}),
  return_url: 'https://shop.example/thanks',
  ...PRICED,
  products: [{...TITLE, ...PRICED}],
  ...members,
});

const create = (body: object) => store.call('POST', '/orders', body);
const fieldsOf = ({body}: {body: {errors?: {title: string}[]}}): string[] =>
  (body.errors ?? []).map(({title}) => title).toSorted();
const rows = <R>(table: string): R[] => [...store.world.table(table).all()] as R[];

describe('a creation', () => {
  it.each([
    ['permission', permission(), 'approved', 0, 0],
    ['report', paid('report'), 'approved', 1, 1],
    ['sale', paid('sale'), 'pending', 0, 0],
  ])('of a %s', async (type, body, status, payments, mails) => {
    const {status: answered, body: created} = await create(body);
    expect(answered).toBe(201);
    expect(created.data).toMatchObject({type, status, source: 'api', products: [{status}]});
    expect(mismatches('OrderCreated', created)).toEqual([]);
    expect('checkout' in created.data).toBe(type === 'sale');
    expect(rows<Payment>('payments')).toHaveLength(payments);
    expect(rows<OrderMail>('mails')).toHaveLength(mails);
    const read = await store.call('GET', `/orders/${created.data.id}?id_type=internal`);
    expect({...read.body, checkout: 0}).toEqual({...created.data, checkout: 0});
  });

  it('creates the user once', async () => {
    await create(permission());
    await create(permission());
    const found = await store.list('nine@readers.example');
    expect(found).toMatchObject([
      {external_id: 'ext-nine', purchased_issues_with_cancelled_count: 2},
    ]);
    expect(mismatches('UserListItem', found[0])).toEqual([]);
  });

  it('creates nobody with an address that the store itself gives', async () => {
    const user = {id: 'ext-new', email: 'user-7@anonymized.invalid'};
    expect((await create({...permission(), user})).status).toBe(422);
    expect(await store.list(user.email)).toEqual([]);
  });

  it('creates a link for a product that the catalog lacks, once in an order', async () => {
    const link = {type: 'content', id: 'new-1', name: 'New', url: 'https://new.example/'};
    const products = [link, link].map((each) => ({...each, ...PRICED}));
    expect(await create(paid('sale', {products}))).toMatchObject({status: 201});
    const [made, ...others] = rows<Issue>('issues').filter((one) => one.external_id === 'new-1');
    expect(others).toEqual([]);
    expect(made).toMatchObject({kind: 'External link', file_url: link.url, storefront: false});
  });
});

describe('a refused creation', () => {
  it.each([
    ['permission', permission({products: [{type: 'content', id: 'none'}]}), 400],
    ['sale', paid('sale', {products: [{type: 'content', id: 'none', ...PRICED}]}), 422],
    ['subscription', permission({products: [{type: 'subscription', id: '999'}]}), 400],
  ])('refuses a product that there is not: %s', async (_name, body, status) => {
    expect(await create(body)).toMatchObject({status});
    expect(rows('orders').filter((row) => (row as {source: string}).source === 'api')).toEqual([]);
  });

  it.each([
    ['a permission without a user', permission({user: {}}), ['user.id']],
    [
      'a report without what it needs',
      permission({type: 'report'}),
      [
        'currency_id',
        'products.0.currency_id',
        'products.0.unit_price',
        'return_url',
        'unit_price',
      ],
    ],
    ['a sale without an id', paid('sale', {user: {email: 'a@b.example'}}), ['user.id']],
    ['a sale of two currencies', paid('sale', {currency_id: 'USD'}), ['products.0.currency_id']],
    ['no currency', permission({currency_id: 'QQQ'}), ['currency_id']],
    ['no products', permission({products: []}), ['products']],
    ['a long id', permission({user: {id: 'x'.repeat(65)}}), ['user.id']],
  ])('refuses %s in the shape of orders', async (_name, body, fields) => {
    const refused = await create(body);
    expect(refused).toMatchObject({status: 422, body: {status: 422}});
    expect(fieldsOf(refused)).toEqual(fields);
    expect(mismatches('OrderFailure', refused.body)).toEqual([]);
  });
});

describe('money', () => {
  it('takes a sale in the currencies of gateways alone', async () => {
    const inEuro = {unit_price: 1, currency_id: 'EUR'};
    const products = [{...TITLE, ...inEuro}];
    expect(await create(paid('sale', {...inEuro, products}))).toMatchObject({status: 400});
    expect(await create(paid('report', {...inEuro, products}))).toMatchObject({status: 201});
  });

  it.each([0, 0.1, 1e-7, 12.345, 9_007_199_254_740_991, 1e21])(
    'keeps the amount %s',
    async (price) => {
      const {body} = await create(permission({unit_price: price}));
      const read = await store.call('GET', `/orders/${body.data.id}`);
      expect([body.data.unit_price, read.body.unit_price]).toEqual([price, price]);
    },
  );
});

it('other currencies than that of the order are named in the journal', async () => {
  const inDollars = {...TITLE, unit_price: 1, currency_id: 'USD'};
  await create(paid('sale', {products: [{...TITLE, ...PRICED}, inDollars]}));
  expect(store.world.journal.newest(1)[0]!.why).toEqual({
    expected: 'ARS, the currency of the order, in products.1.currency_id',
    got: 'USD',
    todo: 'correct products.1.currency_id',
  });
});

describe('an order', () => {
  it.each(['a/b', '50%', 'a+b', 'two  blanks', '007', 'ñandú', 'x'.repeat(64), '?#'])(
    'is found by the reference %s',
    async (reference) => {
      const {body} = await create(permission({external_reference: reference}));
      const path = `/orders/${encodeURIComponent(reference)}`;
      const byReference = await store.call('GET', `${path}?id_type=external`);
      expect(byReference.body).toMatchObject({id: body.data.id, external_reference: reference});
      expect(await store.call('GET', path)).toMatchObject({status: 404});
    },
  );

  it('has a reference of its own', async () => {
    const twice = await Promise.all(
      [1, 2].map(() => create(permission({external_reference: 'once'}))),
    );
    expect(twice.map(({status}) => status).toSorted()).toEqual([201, 422]);
  });

  it('is hidden from other stores', async () => {
    const {body} = await create(permission({external_reference: 'mine'}));
    const foreign = (method: string, path: string, sent?: object) =>
      store.call(method, path, sent, 'second-store');
    const path = `/orders/${body.data.id}`;
    for (const response of [
      await foreign('GET', path),
      await foreign('GET', '/orders/mine?id_type=external'),
      await foreign('PUT', path, {status: 'paused'}),
      await foreign('DELETE', path),
    ])
      expect(response.status).toBe(404);
    expect((await foreign('GET', '/orders')).body.data).toHaveLength(1);
    expect((await store.call('GET', path)).body.status).toBe('approved');
  });

  it('is cancelled without a body, and for good', async () => {
    const {body} = await create(permission());
    const path = `/orders/${body.data.id}?id_type=internal`;
    expect(await store.call('DELETE', path)).toMatchObject({body: {status: 'cancelled'}});
    expect(await store.call('DELETE', path)).toMatchObject({status: 422});
    expect(await store.call('PUT', path, {status: 'approved'})).toMatchObject({status: 422});
    expect((await store.call('GET', path)).body.status).toBe('cancelled');
  });

  it('ends with its user, if no gateway has seen it', async () => {
    const ids: string[] = [];
    for (const body of [permission(), paid('report'), paid('sale')])
      ids.push((await create(body)).body.data.id);
    const [user] = await store.list('nine@readers.example');
    await store.call('DELETE', `/dashboard/users/${user.id}?anonymize=true`);
    const orders = await Promise.all(ids.map((id) => store.call('GET', `/orders/${id}`)));
    expect(orders.map(({body}) => body.status)).toEqual(['cancelled', 'cancelled', 'pending']);
    expect(orders[0]?.body.user).toEqual({
      id: `user-${user.id}`,
      email: expect.stringContaining('@anonymized'),
    });
    expect(
      rows<{key: string; cancellation: object}>('orders').find(({key}) => key === ids[0]),
    ).toMatchObject({cancellation: {reason: 'deactivate_user'}});
  });
});

describe('an update', () => {
  it.each([
    ['nothing', {}, ''],
    ['another status', {status: 'cancelled'}, ''],
    ['no date', {expiration_date: '2026-02-30'}, ''],
    ['a product without its type', {status: 'paused'}, '&product_id=book-tides'],
    ['a product that is not there', {status: 'paused'}, '&product_id=x&product_type=content'],
  ])('with %s is refused', async (_name, body, query) => {
    const created = await create(permission());
    const path = `/orders/${created.body.data.id}?id_type=internal${query}`;
    expect(await store.call('PUT', path, body)).toMatchObject({status: 422});
  });
});

it('is paid by no update and paused by no cancellation, whatever else their bodies contain', async () => {
  const {id} = (await create(paid('sale'))).body.data;
  const path = `/orders/${id}?id_type=internal`;
  const payment = {status: 'approved', event: 'payment', outcome: 'approved'};
  expect(await store.call('PUT', path, payment)).toMatchObject({status: 422});
  const update = {reason: 'No longer wanted', event: 'update', status: 'paused'};
  expect((await store.call('DELETE', path, update)).body).toMatchObject({status: 'cancelled'});
});

describe('the list', () => {
  const listed = async (query: string): Promise<string[]> => {
    const {body} = await store.call('GET', `/orders?${query}`);
    return body.data.map((order: {external_reference: string}) => order.external_reference);
  };

  it('filters by user, product, day and status', async () => {
    await create(permission({external_reference: 'p'}));
    await create(paid('sale', {external_reference: 's', user: {id: 'other'}}));
    const day = (await store.call('GET', '/orders/p?id_type=external')).body.created_at;
    const queries: [string, string[]][] = [
      ['user_id=ext-nine', ['p']],
      ['user_email=nine@readers.example', ['p']],
      ['user_id=other&user_email=nine@readers.example', ['s']],
      ['user_id=nobody', []],
      ['product_id=book-tides&product_type=content&status=pending', ['s']],
      ['product_id=book-tides&product_type=subscription', []],
      [`start_at=${day}`, ['s', 'p']],
      [`end_at=${day}`, ['s', 'p', 'internal-book-tides']],
      [`end_at=2020-01-01`, []],
    ];
    for (const [query, references] of queries)
      expect([query, await listed(query)]).toEqual([query, references]);
    expect(mismatches('OrderPage', (await store.call('GET', '/orders')).body)).toEqual([]);
  });

  it.each(['status=gone', 'start_at=yesterday', 'product_type=content', 'product_type=x'])(
    'refuses %s',
    async (query) => {
      expect(await store.call('GET', `/orders?${query}`)).toMatchObject({status: 422});
    },
  );
});

describe('an order for a plan', () => {
  const ended = {unit_price: 0, products: [{type: 'subscription', id: '501'}]};

  it('begins a subscription that ends with it', async () => {
    const {body} = await create(permission(ended));
    const plansOf = async (): Promise<object[]> =>
      (await store.list('nine@readers.example'))[0].user_plans;
    expect(await plansOf()).toMatchObject([{plan_id: 501, cancelled: false}]);
    const path = `/orders/${body.data.id}`;
    await store.call('PUT', path, {expiration_date: '2031-05-14'});
    expect(await plansOf()).toMatchObject([{valid_to: '2031-05-14'}]);
    await store.call('DELETE', path);
    expect(rows<{cancelled: number | null}>('subscriptions').at(-1)?.cancelled).not.toBeNull();
  });

  it.each([
    ['at_once', null],
    ['with_period', /^\d{4}-\d\d-\d\d$/],
  ])('whose cancellation ends its subscription %s', async (freedom, lastDay) => {
    const other = await TestStore.open(mock, {'orders.subscription_end': freedom});
    const {body} = await other.call('POST', '/orders', permission(ended));
    await other.call('DELETE', `/orders/${body.data.id}`);
    const order = ([...other.world.table('orders').all()] as Order[]).find(
      ({key}) => key === body.data.id,
    );
    const until = order?.products[0]?.access_until;
    if (lastDay) expect(until).toMatch(lastDay);
    else expect(until).toBeNull();
  });

  it.each(['0001-01-01', '9999-12-31'])('takes %s, however far that is', async (day) => {
    const products = [{...ended.products[0], expiration_date: day}];
    expect(await create(permission({products}))).toMatchObject({status: 201});
    expect(await store.call('GET', '/dashboard/users')).toMatchObject({status: 200});
  });
});
