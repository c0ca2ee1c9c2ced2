import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createMock, type Mock} from '../../create-mock.ts';
import {mismatches, TestStore, updateOf} from '../../testing/store.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({control: false});
});
afterAll(() => mock.close());

const PLAN = {
  type: 'prepaid',
  name: 'Half a year',
  details: '<p>Everything & more</p>',
  duration: 6,
  concurrency_limit: 2,
  prices: {USD: 4999, EUR: 4599},
};

const create = (store: TestStore, more: object = {}) =>
  store.call('POST', '/dashboard/plans', {...PLAN, ...more});

const search = (store: TestStore, query: string) =>
  store.call('GET', `/dashboard/plans?query=${encodeURIComponent(query)}`);

describe('plans', () => {
  it('are created, found by name, type and description, and look like the document says', async () => {
    const store = await TestStore.open(mock);
    const {status, body} = await create(store);
    expect([status, body.data.name]).toEqual([201, PLAN.name]);
    for (const query of ['half A', 'prepaid', '& more']) {
      const found = await search(store, query);
      expect(found.body.data).toMatchObject([{...PLAN, has_geolocalized_prices: true}]);
      expect(mismatches('PlanPage', found.body)).toEqual([]);
    }
    expect((await search(store, 'nothing like it')).status).toBe(404);
  });

  it('take numbers as strings', async () => {
    const store = await TestStore.open(mock);
    const texts = {duration: '12', concurrency_limit: '3', prices: {USD: '100'}};
    expect((await create(store, texts)).body.data).toMatchObject({
      duration: 12,
      concurrency_limit: 3,
      prices: {USD: 100},
    });
  });

  it.each([
    ['type', {type: 'weekly'}],
    ['duration', {duration: null}],
    ['free_trial_days', {free_trial: true}],
    ['collections', {collections: ['No such collection']}],
    ['prices', {prices: {XXX: 1}}],
    ['name', {name: ''}],
    ['duration', {duration: '9'.repeat(400)}],
    ['concurrency_limit', {concurrency_limit: '9'.repeat(400)}],
    ['prices', {prices: {USD: '9'.repeat(400)}}],
  ])('are refused for %s', async (field, more) => {
    const store = await TestStore.open(mock);
    const {status, body} = await create(store, more);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect((await search(store, PLAN.name)).status).toBe(404);
  });
});

describe('plans that exist', () => {
  it('are updated, and keep what an update does not name', async () => {
    const store = await TestStore.open(mock);
    const {id} = (await create(store)).body.data;
    const path = `/dashboard/plans/${id}`;
    expect((await store.call('PUT', path, {name: 'A year', duration: 12})).status).toBe(204);
    expect((await search(store, 'A year')).body.data).toMatchObject([
      {...PLAN, name: 'A year', duration: 12},
    ]);
    expect((await store.call('PUT', path, {free_trial: true})).status).toBe(422);
    expect((await store.call('PUT', path, {}, 'second-store')).status).toBe(404);
  });

  it('stay where they are, whatever else the body of an update contains', async () => {
    const store = await TestStore.open(mock);
    const {id} = (await create(store)).body.data;
    const row = {key: '501', id: 501, tenant: 'other', created: 'never', deleted: 5};
    const update = await store.call('PUT', `/dashboard/plans/${id}`, {name: 'A year', ...row});
    expect(update.status).toBe(204);
    expect((await search(store, 'A year')).body.data).toMatchObject([{id, deleted_at: null}]);
    expect((await search(store, 'Tide')).body.data).toMatchObject([{id: 501}]);
  });

  it('are deleted beside the prefix, and cannot be assigned from then on', async () => {
    const store = await TestStore.open(mock);
    const {id} = (await create(store)).body.data;
    const path = `/dashboard/plans/${id}`;
    expect((await store.call('DELETE', path)).status).toBe(405);
    await store.create({assign_new_plan: id});
    expect((await store.call('DELETE', `/api/v1${path}`, undefined, 'second-store')).status).toBe(
      404,
    );
    expect((await store.call('DELETE', `/api/v1${path}`)).status).toBe(200);
    expect((await store.call('DELETE', `/api/v1${path}`)).status).toBe(404);
    expect((await search(store, PLAN.name)).status).toBe(404);
    const refused = store.newUser({assign_new_plan: id});
    expect((await store.call('POST', '/dashboard/users', refused)).status).toBe(422);
  });

  it('name collections, which are listed', async () => {
    const store = await TestStore.open(mock);
    const {body} = await store.call('GET', '/dashboard/plans/collections');
    expect(body).toEqual({CODE: 'success', data: ['Harbour', 'High water']});
    expect((await create(store, {collections: body.data})).status).toBe(201);
  });

  it.each([
    ['plans.created_body', 'none', undefined],
    ['plans.created_body', 'code', {CODE: 'success'}],
  ])('answer a creation by %s: %s', async (name, value, body) => {
    const store = await TestStore.open(mock, {[name]: value});
    expect(await create(store)).toEqual({status: 201, body});
  });
});

describe('plans of users', () => {
  const plansOf = async (store: TestStore, email: string): Promise<unknown> =>
    (await store.list(email))[0].user_plans;

  it('have an end, a name, and no place beside an anonymized user', async () => {
    const store = await TestStore.open(mock);
    const user = await store.create({
      assign_new_plan: 501,
      new_plan_custom_valid_to: '2031-02-28',
    });
    expect(await store.list(user.email)).toMatchObject([
      {user_plans_count: 1, user_plans: [{plan_id: 501, name: 'Tide', valid_to: '2031-02-28'}]},
    ]);
    const named = updateOf(user, {user_plan_name: 'Gift'});
    expect((await store.call('PUT', `/dashboard/users/${user.id}`, named)).status).toBe(200);
    expect(await plansOf(store, user.email)).toMatchObject([{name: 'Gift', cancelled: false}]);
    await store.call('DELETE', `/dashboard/users/${user.id}?anonymize=true`);
    expect(await store.list('deactivated')).toMatchObject([{user_plans: [{cancelled: true}]}]);
  });

  it.each([
    ['prepaid', {duration: 1e9}, '9999-12-30'],
    ['prepaid', {duration: -1e9}, expect.any(String)],
    ['recurring', {duration: null, free_trial: true, free_trial_days: 1e12}, null],
    ['recurring', {duration: null, free_trial: true, free_trial_days: -1e12}, null],
  ])('that are %s have days that can be written: %o', async (type, lasting, until: unknown) => {
    const store = await TestStore.open(mock, {'orders.subscription_end': 'with_period'});
    const {id} = (await create(store, {type, ...lasting})).body.data;
    const user = await store.create({assign_new_plan: id});
    expect(await plansOf(store, user.email)).toMatchObject([{valid_to: until}]);
    const order = await store.call('POST', '/orders', {
      type: 'permission',
      user: {email: user.email},
      products: [{type: 'subscription', id: String(id)}],
    });
    const path = `/orders/${order.body.data.id}?id_type=internal`;
    expect((await store.call('DELETE', path)).status).toBe(200);
  });

  it('end by the clock of the world', async () => {
    const store = await TestStore.open(mock, {'plans.ended_shown': false});
    const {id} = (await create(store, {duration: 1})).body.data;
    const user = await store.create({assign_new_plan: id});
    store.world.clock.advance(27 * 86_400_000);
    expect(await plansOf(store, user.email)).toHaveLength(1);
    store.world.clock.advance(5 * 86_400_000);
    expect(await plansOf(store, user.email)).toEqual([]);
  });

  it('are kept by a deactivation, which does not say that it cancels them', async () => {
    const store = await TestStore.open(mock);
    const user = await store.create({assign_new_plan: 501});
    await store.call('DELETE', `/dashboard/users/${user.id}`);
    expect(await plansOf(store, user.email)).toMatchObject([{cancelled: false, valid_to: null}]);
  });
});
