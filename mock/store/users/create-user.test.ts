import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createMock, type Mock} from '../../create-mock.ts';
import {mismatches, TestStore} from '../../testing/store.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({control: false});
});
afterAll(() => mock.close());

describe('create', () => {
  it('answers 201 with the user as documented', async () => {
    const store = await TestStore.open(mock);
    const given = store.newUser({
      admin: true,
      plan_admin: true,
      only_sees_readable: true,
      sessions_limit: 999_999,
    });
    const {status, body} = await store.call('POST', '/dashboard/users', given);
    expect(status).toBe(201);
    expect(mismatches('CreateAnswer', body)).toEqual([]);
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
    ['email', 'user-7@anonymized.invalid', 'user@anonymized.invalid'],
    ['email', 'user-8@without-email.invalid', 'user-8@readers.example'],
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
    const store = await TestStore.open(mock);
    const before = store.world.table('users').size;
    const refused = await store.call('POST', '/dashboard/users', store.newUser({[field]: wrong}));
    expect(refused.status).toBe(422);
    expect(mismatches('Failure', refused.body)).toEqual([]);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
    expect(store.world.table('users').size).toBe(before);
    await store.create({[field]: right});
  });
});

describe('new users', () => {
  it('take their name from their email alone', async () => {
    const store = await TestStore.open(mock);
    const {name} = await store.create({email: 'ada@readers.example', name: {first: 'Ada'}});
    expect(name).toBe('ada');
  });

  it('keeps email and external_id unique within the store, and free in another', async () => {
    const store = await TestStore.open(mock);
    const {email, external_id: externalId} = await store.create();
    expect(
      (await store.call('POST', '/dashboard/users', store.newUser({email}))).body.errors,
    ).toEqual({
      email: [expect.stringContaining('taken')],
    });
    expect(
      (await store.call('POST', '/dashboard/users', store.newUser({external_id: externalId}))).body
        .errors,
    ).toHaveProperty('external_id');
    await store.create({email, external_id: externalId}, 'second-store');
  });

  it('accepts one of many creates that arrive together', async () => {
    const store = await TestStore.open(mock);
    const replies = await Promise.all(
      Array.from({length: 6}, () =>
        store.call('POST', '/dashboard/users', store.newUser({email: 'same@readers.example'})),
      ),
    );
    expect(replies.map(({status}) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
  });

  it('counts ids for each store when the freedom of the world is set', async () => {
    const store = await TestStore.open(mock, {'users.ids_counted': 'per_store'});
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
