import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createMock, type Mock} from '../../create-mock.ts';
import {mismatches, TestStore, updateOf} from '../../testing/store.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({control: false});
});
afterAll(() => mock.close());

describe('deactivation and reactivation', () => {
  it('goes there and back', async () => {
    const store = await TestStore.open(mock);
    const user = await store.create();
    expect(await store.call('DELETE', `/dashboard/users/${user.id}`)).toEqual({
      status: 200,
      body: {CODE: 'success', data: []},
    });
    const [gone] = await store.list('deactivated');
    expect(gone).toMatchObject({
      id: user.id,
      email: user.email,
      name: user.name,
      external_id: user.external_id,
      anonymized: false,
    });
    expect(gone.deleted_at).toBe(new Date(store.world.now()).toISOString());
    expect(await store.call('PUT', `/dashboard/users/${user.id}/re-activate`)).toEqual({
      status: 200,
      body: {CODE: 'success', data: 1},
    });
    expect(await store.list('deactivated')).toEqual([]);
    expect(await store.list(user.email)).toMatchObject([{id: user.id, deleted_at: null}]);
  });
});

describe('the parameter anonymize', () => {
  it.each(['true', '1'])('anonymizes with anonymize=%s, for good', async (value) => {
    const store = await TestStore.open(mock);
    const user = await store.create();
    expect(
      (await store.call('DELETE', `/dashboard/users/${user.id}?anonymize=${value}`)).body,
    ).toEqual({CODE: 'success', data: []});
    const forgotten = {
      id: user.id,
      email: expect.stringMatching(new RegExp(`^user-${user.id}@.+`)),
      name: null,
      external_id: null,
      anonymized: true,
      deleted_at: expect.any(String),
    };
    expect(await store.list('deactivated')).toMatchObject([forgotten]);
    expect(await store.list(user.email)).toEqual([]);
    expect((await store.call('PUT', `/dashboard/users/${user.id}/re-activate`)).status).toBe(403);
    expect((await store.call('PUT', `/dashboard/users/${user.id}`, updateOf(user))).status).toBe(
      422,
    );
    expect((await store.call('DELETE', `/dashboard/users/${user.id}`)).status).toBe(422);
    expect(await store.list('deactivated')).toMatchObject([forgotten]);
    expect(mismatches('UserPage', (await store.call('GET', '/dashboard/users')).body)).toEqual([]);
  });

  it.each(['false', '0'])('only deactivates with anonymize=%s', async (value) => {
    const store = await TestStore.open(mock);
    const user = await store.create();
    expect(
      (await store.call('DELETE', `/dashboard/users/${user.id}?anonymize=${value}`)).status,
    ).toBe(200);
    expect(await store.list('deactivated')).toMatchObject([
      {id: user.id, email: user.email, anonymized: false},
    ]);
  });

  it('refuses another anonymize and leaves the user active', async () => {
    const store = await TestStore.open(mock);
    const user = await store.create();
    const {status, body} = await store.call(
      'DELETE',
      `/dashboard/users/${user.id}?anonymize=maybe`,
    );
    expect([status, Object.keys(body.errors)]).toEqual([422, ['anonymize']]);
    expect(await store.list(user.email)).toMatchObject([{deleted_at: null}]);
  });
});

describe('a change of state that the document does not list', () => {
  it.each<[string, number]>([
    ['refused', 422],
    ['answered', 200],
  ])('with unlisted moves %s answers %i and changes nothing', async (choice, status) => {
    const store = await TestStore.open(mock, {'users.unlisted_moves': choice});
    const user = await store.create();
    expect((await store.call('PUT', `/dashboard/users/${user.id}/re-activate`)).status).toBe(
      status,
    );
    await store.call('DELETE', `/dashboard/users/${user.id}`);
    const before = await store.list('deactivated');
    expect((await store.call('DELETE', `/dashboard/users/${user.id}`)).status).toBe(status);
    expect(await store.list('deactivated')).toEqual(before);
  });
});
