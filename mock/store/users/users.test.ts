import {Ajv2020} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Json} from '../../../spec/json.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import {createMock, type Mock} from '../../create-mock.ts';
import type {World} from '../../world/world.ts';
import type {TokenRow} from '../access/rows.ts';
import {seedSignIns} from '../auth-sessions/seed.ts';
import {seedUsers} from './seed.ts';

const {contract} = loadSpecification('store');
const ajv = new Ajv2020({strict: false});
formats.default(ajv);
ajv.addSchema(contract.document, 'store');

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({control: false});
});
afterAll(() => mock.close());

type Role = 'admin' | 'second-store';
interface Reply {
  status: number;
  body: any;
}

/** A client of a new suite world. */
class Store {
  readonly world: World;
  constructor(world: World) {
    this.world = world;
  }

  static async open(freedoms: Record<string, Json> = {}): Promise<Store> {
    return new Store(
      await mock.worlds.create({template: 'suite', seed: 7, limits: false, freedoms}),
    );
  }

  async call(method: string, path: string, body?: unknown, role: Role = 'admin'): Promise<Reply> {
    const token = [...this.world.table('tokens').all()].find(
      (row) => (row as TokenRow).role === role,
    ) as TokenRow;
    const response = await fetch(`${mock.urls.store}/w/${this.world.id}${contract.prefix}${path}`, {
      method,
      headers: {'x-user-token': token.secret, 'content-type': 'application/json'},
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    const text = await response.text();
    return {status: response.status, body: text === '' ? undefined : JSON.parse(text)};
  }

  async create(body: Record<string, unknown> = {}, role: Role = 'admin'): Promise<any> {
    const reply = await this.call('POST', '/dashboard/users', newUser(body), role);
    expect(reply).toMatchObject({status: 201});
    return reply.body.data;
  }

  /** Users under a query, or [] when nothing was found. */
  async list(query: string, role: Role = 'admin'): Promise<any[]> {
    const {status, body} = await this.call(
      'GET',
      `/dashboard/users?query=${encodeURIComponent(query)}`,
      undefined,
      role,
    );
    return status === 404 ? [] : body.data.paginator.data;
  }
}

let made = 0;
const newUser = (body: Record<string, unknown> = {}): Record<string, unknown> => {
  made += 1;
  return {
    email: `reader-${made}@readers.example`,
    external_id: `ext-${made}`,
    new_password: 'long enough',
    ...body,
  };
};
const updateOf = ({email, external_id}: any, body: Record<string, unknown> = {}) => ({
  email,
  external_id,
  only_sees_readable: false,
  ...body,
});
const fits = (component: string, value: unknown): unknown => {
  const validate = ajv.getSchema(`store#/components/schemas/${component}`)!;
  return validate(value) ? [] : validate.errors;
};

describe('create', () => {
  it('answers 201 with the user as documented', async () => {
    const store = await Store.open();
    const given = newUser({
      admin: true,
      plan_admin: true,
      only_sees_readable: true,
      sessions_limit: 999_999,
    });
    const {status, body} = await store.call('POST', '/dashboard/users', given);
    expect(status).toBe(201);
    expect(fits('CreateAnswer', body)).toEqual([]);
    const {new_password: password, ...kept} = given;
    expect(body.data).toMatchObject(kept);
    expect(JSON.stringify(body)).not.toContain(password);
    const [listed] = await store.list(String(given['email']));
    expect(listed).toMatchObject({
      ...kept,
      id: body.data.id,
      uuid: body.data.uuid,
      deleted_at: null,
    });
  });

  it.each<[string, unknown, unknown]>([
    ['email', 'no address', 'a@b.example'],
    ['email', undefined, 'c@b.example'],
    ['external_id', 'x'.repeat(65), 'x'.repeat(64)],
    ['external_id', undefined, 'e'],
    ['new_password', '1234567', '12345678'],
    ['new_password', 'x'.repeat(256), 'x'.repeat(255)],
    ['new_password', undefined, 'long enough'],
    ['sessions_limit', 0, 1],
    ['sessions_limit', 1_000_000, 999_999],
    ['sessions_limit', 'abc', undefined],
    ['sessions_limit', 1.5, undefined],
    ['new_plan_custom_valid_to', '01/02/2030', '2030-02-01'],
    ['assign_new_plan', 999_999_999, undefined],
    ['admin', 'x', true],
    ['plan_admin', 'x', true],
    ['only_sees_readable', 'x', true],
  ])('refuses %s %j, makes nobody, and accepts %j', async (field, wrong, right) => {
    const store = await Store.open();
    const before = store.world.table('users').size;
    const refused = await store.call('POST', '/dashboard/users', newUser({[field]: wrong}));
    expect(refused.status).toBe(422);
    expect(fits('Failure', refused.body)).toEqual([]);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
    expect(store.world.table('users').size).toBe(before);
    await store.create({[field]: right});
  });

  it('keeps email and external_id unique within the store, and free in another', async () => {
    const store = await Store.open();
    const {email, external_id: externalId} = await store.create();
    expect((await store.call('POST', '/dashboard/users', newUser({email}))).body.errors).toEqual({
      email: [expect.stringContaining('taken')],
    });
    expect(
      (await store.call('POST', '/dashboard/users', newUser({external_id: externalId}))).body
        .errors,
    ).toHaveProperty('external_id');
    await store.create({email, external_id: externalId}, 'second-store');
  });

  it('accepts one of many creates that arrive together', async () => {
    const store = await Store.open();
    const replies = await Promise.all(
      Array.from({length: 6}, () =>
        store.call('POST', '/dashboard/users', newUser({email: 'same@readers.example'})),
      ),
    );
    expect(replies.map(({status}) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
  });

  it('counts ids for each store when the freedom of the world is set', async () => {
    const store = await Store.open({'users.ids_counted': 'per_store'});
    const here = await store.create();
    const there = await store.create({}, 'second-store');
    expect(here.id).toBe(there.id);
    expect((await store.call('DELETE', `/dashboard/users/${here.id}`)).status).toBe(200);
    expect(await store.list(here.email)).toMatchObject([{deleted_at: expect.any(String)}]);
    expect(await store.list(there.email, 'second-store')).toMatchObject([{deleted_at: null}]);
    const [seeded] = await store.list('admins');
    expect((await store.call('POST', `/users/${seeded.id}/force-logout`)).status).toBe(200);
  });
});

describe('update', () => {
  it('stores what it gives and keeps what it leaves out', async () => {
    const store = await Store.open();
    const user = await store.create({sessions_limit: 5, admin: true});
    const {status, body} = await store.call(
      'PUT',
      `/dashboard/users/${user.id}`,
      updateOf(user, {email: 'moved@readers.example', plan_admin: true}),
    );
    expect(status).toBe(200);
    expect(fits('CreateAnswer', body)).toEqual([]);
    expect(await store.list('moved@readers.example')).toMatchObject([
      {id: user.id, sessions_limit: 5, admin: true, plan_admin: true},
    ]);
    expect(await store.list(user.email)).toEqual([]);
  });

  it('answers 204 without a body when the freedom of the world is set', async () => {
    const store = await Store.open({'users.update_answers': 204});
    const user = await store.create();
    expect(await store.call('PUT', `/dashboard/users/${user.id}`, updateOf(user))).toEqual({
      status: 204,
      body: undefined,
    });
  });

  it('refuses a changed external_id as prohibited and takes nothing', async () => {
    const store = await Store.open();
    const user = await store.create();
    const {status, body} = await store.call(
      'PUT',
      `/dashboard/users/${user.id}`,
      updateOf(user, {external_id: 'another', plan_admin: true}),
    );
    expect(status).toBe(422);
    expect(body.errors.external_id[0]).toContain('prohibited');
    expect(await store.list(user.email)).toMatchObject([
      {external_id: user.external_id, plan_admin: false},
    ]);
  });

  it.each(['email', 'external_id', 'only_sees_readable'])('needs %s', async (field) => {
    const store = await Store.open();
    const user = await store.create();
    const {status, body} = await store.call(
      'PUT',
      `/dashboard/users/${user.id}`,
      updateOf(user, {[field]: undefined}),
    );
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('refuses the email of another, not the own one', async () => {
    const store = await Store.open();
    const [user, other] = [await store.create(), await store.create()];
    expect(
      (await store.call('PUT', `/dashboard/users/${user.id}`, updateOf(user, {email: other.email})))
        .body.errors,
    ).toHaveProperty('email');
    expect((await store.call('PUT', `/dashboard/users/${user.id}`, updateOf(user))).status).toBe(
      200,
    );
  });

  it.each<[Record<string, Json>, number]>([
    [{}, 404],
    [{'users.uniqueness': 'before_existence'}, 422],
  ])('with %j answers %i to a taken email for an unknown id', async (freedoms, status) => {
    const store = await Store.open(freedoms);
    const user = await store.create();
    expect((await store.call('PUT', '/dashboard/users/999999999', updateOf(user))).status).toBe(
      status,
    );
    expect(
      (await store.call('PUT', '/dashboard/users/999999999', newUser({only_sees_readable: true})))
        .status,
    ).toBe(404);
  });
});

describe('deactivation, anonymization, reactivation', () => {
  it('goes there and back', async () => {
    const store = await Store.open();
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

  it.each(['true', '1'])('anonymizes with anonymize=%s, for good', async (value) => {
    const store = await Store.open();
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
    expect(fits('UserPage', (await store.call('GET', '/dashboard/users')).body)).toEqual([]);
  });

  it.each(['false', '0'])('only deactivates with anonymize=%s', async (value) => {
    const store = await Store.open();
    const user = await store.create();
    expect(
      (await store.call('DELETE', `/dashboard/users/${user.id}?anonymize=${value}`)).status,
    ).toBe(200);
    expect(await store.list('deactivated')).toMatchObject([
      {id: user.id, email: user.email, anonymized: false},
    ]);
  });

  it('refuses another anonymize and leaves the user active', async () => {
    const store = await Store.open();
    const user = await store.create();
    const {status, body} = await store.call(
      'DELETE',
      `/dashboard/users/${user.id}?anonymize=maybe`,
    );
    expect([status, Object.keys(body.errors)]).toEqual([422, ['anonymize']]);
    expect(await store.list(user.email)).toMatchObject([{deleted_at: null}]);
  });

  it.each<[string, number]>([
    ['refused', 422],
    ['answered', 200],
  ])('with unlisted moves %s answers %i and changes nothing', async (choice, status) => {
    const store = await Store.open({'users.unlisted_moves': choice});
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

describe('the list', () => {
  it('is filtered by email, deactivated and admins', async () => {
    const store = await Store.open();
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
    const store = await Store.open();
    const there = store.world.table('users').of('store-a').length;
    const {ids} = seedUsers(store.world, 'store-a', 50 - there);
    const pages: any[] = [];
    for (const page of [1, 2, 3, 4])
      pages.push((await store.call('GET', `/dashboard/users?page=${page}`)).body);
    for (const page of pages) expect(fits('UserPage', page)).toEqual([]);
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
    const store = await Store.open({'users.listed_flag': 'number', 'users.lists': 'active'});
    const [user, gone] = [await store.create({only_sees_readable: true}), await store.create()];
    await store.call('DELETE', `/dashboard/users/${gone.id}`);
    expect(await store.list(user.email)).toMatchObject([{only_sees_readable: 1}]);
    expect(await store.list(gone.email)).toEqual([]);
    expect(await store.list('deactivated')).toMatchObject([{id: gone.id, only_sees_readable: 0}]);
  });
});

describe('forced logout', () => {
  it('ends the sessions of that user alone, by id and by external_id', async () => {
    const store = await Store.open();
    const [first, second, other] = [
      await store.create(),
      await store.create(),
      await store.create(),
    ];
    for (const user of [first, second, other]) seedSignIns(store.world, String(user.id), 2, 'web');
    const left = (): string[] =>
      [...store.world.table('auth_sessions').all()].map((session) => (session as any).user);
    expect((await store.call('POST', `/users/${first.id}/force-logout`)).status).toBe(200);
    expect((await store.call('POST', `/users/${second.external_id}/force-logout`)).status).toBe(
      200,
    );
    expect(left()).toEqual([String(other.id), String(other.id)]);
    expect(await store.list(first.email)).toMatchObject([{deleted_at: null}]);
    expect((await store.call('POST', '/users/nobody/force-logout')).status).toBe(404);
  });

  it('finds no way in for a user who left', async () => {
    const store = await Store.open();
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
    const store = await Store.open({'users.foreign': choice});
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
