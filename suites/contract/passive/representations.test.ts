import {describe, expect, test} from 'vitest';
import {loadSpecification} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {successesOf} from '../../testing/response.ts';
import {changedSinceShown} from './representations.ts';
import type {SceneHistory} from './scene-history.ts';

const {operations} = loadSpecification('store').contract;

const exchange = successesOf(operations);

const product = {type: 'content', id: 'b-1', unit_price: 2, expiration_date: null};
const order = {
  id: 'o-1',
  type: 'report',
  external_reference: 'mine',
  unit_price: 4.5,
  currency_id: 'ARS',
  status: 'approved',
  created_at: '2026-03-02',
  products: [product, {...product, id: 'b-2', unit_price: 3}],
};

const created = (): Exchange => exchange('createOrder', {body: {data: order}});
const read = (members: object = {}, more: Partial<Exchange> = {}): Exchange =>
  exchange('getOrder', {body: {...order, ...members}, ...more});
const refused = {status: 422, situations: ['invalid']};

/** The last part of the rules that the last exchange breaks, and the members. */
function brokenBy(exchanges: Exchange[], more: Partial<SceneHistory> = {}): string[] {
  const last = exchanges.at(-1);
  if (!last) return [];
  const history = {
    exchanges,
    operations,
    isChangedOnlyByRequests: true,
    isReused: () => false,
    ...more,
  };
  return changedSinceShown(last, history).map(
    ({rule, pointer}) => `${rule.split('.').at(-1)} ${pointer}`,
  );
}

describe('members that last', () => {
  test.each<[what: string, members: object, broken: string[]]>([
    ['are all the same', {}, []],
    ['a price', {unit_price: 450}, ['price-is-as-given /unit_price']],
    [
      'a reference that is lost',
      {external_reference: null},
      ['created-is-as-given /external_reference'],
    ],
    ['a price of another type, which other rules are about', {unit_price: '4.5'}, []],
    ['a member that is not shown', {currency_id: undefined}, []],
    ['products in another order', {products: order.products.toReversed()}, []],
    ['one product of two', {products: [product]}, ['products-are-those-ordered /products']],
    [
      'the price of the second product',
      {products: [product, {...product, id: 'b-2', unit_price: 2}]},
      ['product-is-as-given /products/1/unit_price'],
    ],
    [
      'products by other ids',
      {products: order.products.map((one) => ({...one, id: `x${one.id}`}))},
      [],
    ],
  ])('%s', (_what, members, broken) => {
    expect(brokenBy([created(), read(members)])).toEqual(broken);
    const update = exchange('updateOrder', {body: order});
    expect(brokenBy([created(), update, read(members)])).toEqual(broken);
  });

  test.each([
    ['the earlier response', read({}, refused), {unit_price: 450}, false],
    ['the refused request', exchange('updateOrder', refused), {status: 'paused'}, true],
  ])('are shown in the evidence: %s', (_what, between, members, isBlamed) => {
    const [first, now] = [created(), read(members)];
    const history = {
      exchanges: [first, between, now],
      operations,
      isChangedOnlyByRequests: true,
      isReused: () => false,
    };
    const [broken] = changedSinceShown(now, history);
    const steps = isBlamed ? [first.step, between.step] : [first.step];
    expect(broken?.violation.comparedWithSteps).toEqual(steps);
  });

  test('of the order of another store are of another order', () => {
    expect(brokenBy([created(), read({unit_price: 1}, {as: 'second-store'})])).toEqual([]);
  });

  test('may be told once they are known', () => {
    const before = exchange('createOrder', {body: {data: {...order, external_reference: null}}});
    expect(brokenBy([before, read()])).toEqual([]);
  });
});

describe('members that are kept', () => {
  const paused = {status: 'paused'};

  test('differ where nothing happened in between', () => {
    expect(brokenBy([created(), read(paused)])).toEqual(['shown-alike-everywhere /status']);
  });

  test.each<[what: string, between: () => Exchange]>([
    ['an update', () => exchange('updateOrder')],
    ['an answer that never came', () => exchange('updateOrder', {status: 0, situations: []})],
    ['a deactivation', () => exchange('deactivateUser')],
    ['a refusal of which no rule tells', () => exchange('createUser', refused)],
  ])('may differ after %s', (_what, between) => {
    expect(brokenBy([created(), between(), read(paused)])).toEqual([]);
  });

  test.each<[op: string, rule: string]>([
    ['updateOrder', 'refused-update-changes-nothing'],
    ['cancelOrder', 'refused-cancel-changes-nothing'],
  ])('are left by a refusal of %s', (op, rule) => {
    const refusal = exchange(op, refused);
    expect(brokenBy([created(), refusal, read(paused)])).toEqual([`${rule} /status`]);
  });

  test('may differ in the answer to what changes them', () => {
    expect(brokenBy([created(), exchange('updateOrder', {body: {...order, ...paused}})])).toEqual(
      [],
    );
  });

  test.each<[what: string, more: Partial<SceneHistory>]>([
    ['time or a hook changes things', {isChangedOnlyByRequests: false}],
    ['an earlier scene showed it', {isReused: ({op}) => op === 'createOrder'}],
  ])('may differ where %s', (_what, more) => {
    expect(brokenBy([created(), read(paused)], more)).toEqual([]);
  });

  test('may differ while an update is under way', () => {
    const first = created();
    const now = read(paused);
    const update = exchange('updateOrder', {sentAt: now.sentAt, gotAt: now.gotAt});
    expect(brokenBy([first, update, now])).toEqual([]);
  });
});

describe('members that requests about others leave', () => {
  const other = {...order, id: 'o-2', external_reference: 'other'};
  const createdOther = (): Exchange => exchange('createOrder', {body: {data: other}});
  const about = (op: string, id: string): Exchange =>
    exchange(op, {sent: {method: 'PUT', url: `https://store.test/orders/${id}`, headers: {}}});
  const paused = {status: 'paused'};

  test.each<[what: string, op: string, id: string, rule: string]>([
    ['an update', 'updateOrder', 'o-2', 'update-changes-what-it-names-only'],
    [
      'an update by reference',
      'updateOrder',
      'other?id_type=external',
      'update-changes-what-it-names-only',
    ],
    ['a cancellation', 'cancelOrder', 'o-2', 'moves-are-the-listed-ones'],
  ])('after %s', (_what, op, id, rule) => {
    const exchanges = [created(), createdOther(), about(op, id), read(paused)];
    expect(brokenBy(exchanges)).toEqual([`${rule} /status`]);
  });

  test.each<[what: string, between: () => Exchange[]]>([
    ['a request about the order itself', () => [about('updateOrder', 'o-1')]],
    ['one by its reference', () => [about('updateOrder', 'mine')]],
    ['one before', () => [about('updateOrder', 'o-1'), read(), about('updateOrder', 'o-2')]],
    ['one about nobody knows what', () => [about('updateOrder', 'o-3')]],
    [
      'a request of another kind',
      () => [about('updateOrder', 'o-2'), about('deactivateUser', '1')],
    ],
  ])('may differ after %s', (_what, between) => {
    expect(brokenBy([created(), createdOther(), ...between(), read(paused)])).toEqual([]);
  });

  test('may differ where the scene has not made them', () => {
    expect(brokenBy([read(), createdOther(), about('updateOrder', 'o-2'), read(paused)])).toEqual(
      [],
    );
  });

  test('are compared in one form only', () => {
    const user = {id: 1, email: 'a@b.test', external_id: 'one'};
    const people = [
      exchange('createUser', {body: {data: user}}),
      exchange('createUser', {body: {data: {...user, id: 2, external_id: 'two'}}}),
    ];
    const list = (email: string): Exchange =>
      exchange('listUsers', {body: {data: {paginator: {data: [{...user, email}]}}}});
    const update = {...about('updateUser', '2')};
    expect(brokenBy([...people, update, list('c@d.test')])).toEqual([]);
    expect(brokenBy([...people, list(user.email), update, list('c@d.test')])).toEqual([
      'others-stay-as-they-are /data/paginator/data/0/email',
    ]);
  });
});

describe('a state that is final', () => {
  const workspace = loadSpecification('workspace').contract.operations;
  const run = (state: string, more: Partial<Exchange> = {}): Exchange => ({
    ...exchange('getOrder', {body: {id: 'r-1', state}}),
    op: 'readRun',
    as: 'full',
    situations: ['run'],
    ...more,
  });
  const broken = (...exchanges: Exchange[]): string[] =>
    brokenBy(exchanges, {operations: workspace, isChangedOnlyByRequests: false});

  test('stays, whatever happens', () => {
    expect(broken(run('succeeded'), run('running'))).toEqual(['succeeded-is-final /state']);
    expect(broken(run('failed'), run('succeeded'))).toEqual(['failed-is-final /state']);
    expect(broken(run('failed'), run('failed'))).toEqual([]);
  });

  test('is another run, another moment or another state that moves on', () => {
    expect(broken(run('failed'), run('queued', {body: {id: 'r-2', state: 'queued'}}))).toEqual([]);
    expect(broken(run('queued'), run('running'))).toEqual([]);
    const long = run('succeeded', {gotAt: Infinity});
    expect(broken(long, run('running'))).toEqual([]);
  });

  test('is shown by a tool as well', () => {
    const before = run('succeeded');
    const byTool = run('running', {interface: 'mcp', as: 'agent'});
    expect(broken(before, byTool)).toEqual(['runs-are-the-same-through-both-faces /state']);
  });
});
