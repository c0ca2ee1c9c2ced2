import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createMock, type Mock} from '../../create-mock.ts';
import {mismatches, TestStore} from '../../testing/store.ts';
import {seedSignIns} from './seed.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});
afterAll(() => mock.close());

const signIn = (store: TestStore, user: {id: number}, count = 1, type: 'web' | 'mobile' = 'web') =>
  seedSignIns(store.world, String(user.id), count, type).ids;

const listed = async (store: TestStore, query: string): Promise<string[]> => {
  const {body} = await store.call('GET', `/auth-sessions?${query}`);
  return body.data.map(({id}: {id: string}) => id);
};

describe('the list of sessions', () => {
  it('shows sessions of browsers and apps as the contract says, in the zone of the store', async () => {
    const store = await TestStore.open(mock, {'store.timezone': 'America/St_Johns'});
    const user = await store.create();
    signIn(store, user, 1, 'web');
    signIn(store, user, 1, 'mobile');
    await store.world.advance(5 * 60_000);
    const {body} = await store.call('GET', `/auth-sessions?user_id=${user.id}`);
    expect(body.data).toMatchObject([
      {session_data: {type: 'mobile', app_name: 'Reader', os_version: '14'}},
      {user_email: user.email, session_data: {type: 'web'}, last_activity_diff: '5 minutes ago'},
    ]);
    for (const session of body.data) expect(mismatches('AuthSession', session)).toEqual([]);
    const utc = new Date(store.world.now() - 5 * 60_000).toISOString().slice(0, 19);
    expect(body.data[0].last_activity).not.toBe(utc);
  });

  it.each(['newest', 'oldest'])('is walked by cursors, %s first', async (order) => {
    const store = await TestStore.open(mock, {'auth-sessions.order': order});
    const user = await store.create();
    const ids = signIn(store, user, 5);
    const seen: string[] = [];
    let cursor = '';
    do {
      const query = `user_id=${user.id}&per_page=2${cursor && `&cursor=${cursor}`}`;
      const {body} = await store.call('GET', `/auth-sessions?${query}`);
      seen.push(...body.data.map(({id}: {id: string}) => id));
      cursor = body.pagination.next_cursor ?? '';
      expect(body.pagination.has_more).toBe(cursor !== '');
    } while (cursor);
    expect(seen).toEqual(order === 'oldest' ? ids : ids.toReversed());
  });

  it('refuses sizes and ids that are none, and cursors of nobody', async () => {
    const store = await TestStore.open(mock);
    for (const query of ['per_page=0', 'per_page=201', 'per_page=1.5', 'per_page=', 'user_id=x'])
      expect((await store.call('GET', `/auth-sessions?${query}`)).status, query).toBe(422);
    for (const cursor of ['', 'none', '1.none', '%00'])
      expect((await store.call('GET', `/auth-sessions?cursor=${cursor}`)).status).toBe(422);
  });

  it('leaves out what has expired, or shows it in a world that says so', async () => {
    for (const expired of ['gone', 'listed']) {
      const store = await TestStore.open(mock, {'auth-sessions.expired': expired});
      const user = await store.create();
      const [id = ''] = signIn(store, user);
      await store.world.advance(15 * 86_400_000);
      const isListed = expired === 'listed';
      expect(await listed(store, `user_id=${user.id}`)).toEqual(isListed ? [id] : []);
      const {status} = await store.call('DELETE', `/auth-sessions/${id}`);
      expect(status).toBe(isListed ? 200 : 404);
    }
  });
});

describe('the end of sessions', () => {
  it('comes for one, once', async () => {
    const store = await TestStore.open(mock);
    const user = await store.create();
    const [one = '', two = ''] = signIn(store, user, 2);
    expect(
      (await store.call('DELETE', `/auth-sessions/${one}`, undefined, 'second-store')).status,
    ).toBe(404);
    expect((await store.call('DELETE', `/auth-sessions/${one}`)).status).toBe(200);
    expect((await store.call('DELETE', `/auth-sessions/${one}`)).status).toBe(404);
    expect(await listed(store, `external_id=${user.external_id}`)).toEqual([two]);
  });

  it('comes for all of a user, with their number', async () => {
    const store = await TestStore.open(mock);
    const [user, other] = [await store.create(), await store.create()];
    signIn(store, user, 3);
    const left = signIn(store, other);
    const path = `/auth-sessions/users/${user.id}`;
    expect((await store.call('DELETE', path)).body.data).toEqual({deleted_count: 3});
    expect((await store.call('DELETE', path)).body.data).toEqual({deleted_count: 0});
    expect((await store.call('DELETE', '/auth-sessions/users/999999')).status).toBe(404);
    expect(await listed(store, `user_id=${other.id}`)).toEqual(left);
  });

  it.each(['', '?anonymize=true'])('comes with the deactivation%s', async (query) => {
    const store = await TestStore.open(mock);
    const user = await store.create();
    signIn(store, user, 2);
    await store.call('DELETE', `/dashboard/users/${user.id}${query}`);
    expect(await listed(store, `user_id=${user.id}`)).toEqual([]);
    expect(() => signIn(store, user)).toThrow(/cannot log in/);
  });

  it('comes with a forced logout by the uuid of an external auth token', async () => {
    const store = await TestStore.open(mock);
    const user = await store.create();
    signIn(store, user, 2);
    expect((await store.call('POST', `/users/${user.uuid}/force-logout`)).status).toBe(200);
    expect(await listed(store, `user_id=${user.id}`)).toEqual([]);
  });
});
