import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createMock, type Mock} from '../../create-mock.ts';
import type {TokenRow} from '../access/rows.ts';
import {seedSignIns} from '../auth-sessions/seed.ts';
import {seedUsers} from './seed.ts';
import {mismatches, TestStore, updateOf} from '../../testing/store.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({control: false});
});
afterAll(() => mock.close());

describe('the list', () => {
  it('is filtered by email, deactivated and admins', async () => {
    const store = await TestStore.open(mock);
    const [admin, plain, gone] = [
      await store.create({admin: true}),
      await store.create(),
      await store.create(),
    ];
    await store.call('DELETE', `/dashboard/users/${gone.id}`);
    const ids = async (query: string): Promise<number[]> =>
      (await store.list(query)).map(({id}) => id);
    expect(await ids(plain.email)).toEqual([plain.id]);
    expect(await ids('deactivated')).toEqual([gone.id]);
    expect(await ids('admins')).toContain(admin.id);
    expect(await ids('admins')).not.toContain(plain.id);
    expect((await store.list('admins')).every((user) => user.admin)).toBe(true);
    expect((await store.call('GET', '/dashboard/users?query=nobody@readers.example')).status).toBe(
      404,
    );
    expect((await store.call('GET', '/dashboard/users?query=reader')).status).toBe(404);
  });

  it('comes in pages of 15, newest first, until nothing is found', async () => {
    const store = await TestStore.open(mock);
    const there = store.world.table('users').of('store-a').length;
    const {ids} = seedUsers(store.world, 'store-a', 50 - there);
    const pages: any[] = [];
    for (const page of [1, 2, 3, 4])
      pages.push((await store.call('GET', `/dashboard/users?page=${page}`)).body);
    for (const page of pages) expect(mismatches('UserPage', page)).toEqual([]);
    expect(
      pages.map(({data}) => [data.paginator.current_page, data.paginator.data.length]),
    ).toEqual([
      [1, 15],
      [2, 15],
      [3, 15],
      [4, 5],
    ]);
    const seen = pages.flatMap(({data}) => data.paginator.data.map(({id}: any) => id));
    expect(new Set(seen).size).toBe(50);
    expect(seen.slice(0, ids.length)).toEqual(ids.reverse());
    for (const page of ['5', '0', '-1', 'x', '1e3', '99999999999'])
      expect((await store.call('GET', `/dashboard/users?page=${page}`)).status, page).toBe(404);
  });

  it('shows only_sees_readable as a number, and active users only, when freedoms say so', async () => {
    const store = await TestStore.open(mock, {
      'users.listed_flag': 'number',
      'users.lists': 'active',
    });
    const [user, gone] = [await store.create({only_sees_readable: true}), await store.create()];
    await store.call('DELETE', `/dashboard/users/${gone.id}`);
    expect(await store.list(user.email)).toMatchObject([{only_sees_readable: 1}]);
    expect(await store.list(gone.email)).toEqual([]);
    expect(await store.list('deactivated')).toMatchObject([{id: gone.id, only_sees_readable: 0}]);
  });
});

describe('forced logout', () => {
  it('ends the sessions of that user alone, by id and by external_id', async () => {
    const store = await TestStore.open(mock);
    const [first, second, other] = [
      await store.create(),
      await store.create(),
      await store.create(),
    ];
    for (const user of [first, second, other]) seedSignIns(store.world, String(user.id), 2, 'web');
    const own = [first, second, other].map(({id}) => String(id));
    const left = (): string[] =>
      [...store.world.table('auth_sessions').all()]
        .map((session) => (session as any).user)
        .filter((user) => own.includes(user));
    expect((await store.call('POST', `/users/${first.id}/force-logout`)).status).toBe(200);
    expect((await store.call('POST', `/users/${second.external_id}/force-logout`)).status).toBe(
      200,
    );
    expect(left()).toEqual([String(other.id), String(other.id)]);
    expect(await store.list(first.email)).toMatchObject([{deleted_at: null}]);
    expect((await store.call('POST', '/users/nobody/force-logout')).status).toBe(404);
  });

  it('finds no way in for a user who left', async () => {
    const store = await TestStore.open(mock);
    const user = await store.create();
    await store.call('DELETE', `/dashboard/users/${user.id}`);
    expect(() => seedSignIns(store.world, String(user.id), 1, 'mobile')).toThrow(
      /deactivated and cannot log in/,
    );
    expect(() => seedSignIns(store.world, '999999', 1, 'mobile')).toThrow(/no user 999999/);
  });
});

describe('users of another store', () => {
  it.each<[string, number]>([
    ['not_found', 404],
    ['forbidden', 403],
  ])('are %s: %i, and stay as they were', async (choice, status) => {
    const store = await TestStore.open(mock, {'users.foreign': choice});
    const user = await store.create();
    const before = await store.list(user.email);
    for (const [method, path, body] of [
      ['PUT', `/dashboard/users/${user.id}`, updateOf(user, {admin: true})],
      ['DELETE', `/dashboard/users/${user.id}`, undefined],
      ['DELETE', `/dashboard/users/${user.id}?anonymize=true`, undefined],
      ['PUT', `/dashboard/users/${user.id}/re-activate`, undefined],
      ['POST', `/users/${user.id}/force-logout`, undefined],
    ] as const)
      expect(
        (await store.call(method, path, body, 'second-store')).status,
        `${method} ${path}`,
      ).toBe(status);
    expect(await store.list(user.email)).toEqual(before);
    expect(await store.list(user.email, 'second-store')).toEqual([]);
    expect((await store.call('DELETE', '/dashboard/users/999999999')).status).toBe(404);
  });
});

describe('the templates', () => {
  it.each(['demo', 'suite'] as const)(
    'of %s have the admins behind the tokens',
    async (template) => {
      const world = await mock.worlds.create({template, seed: 3});
      const tokens = [...world.table('tokens').all()] as TokenRow[];
      expect(tokens.length).toBeGreaterThan(2);
      for (const token of tokens)
        expect(world.table('users').get(String(token.admin))).toMatchObject({
          tenant: token.tenant,
          admin: true,
          state: 'active',
        });
    },
  );
});
