import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Json} from '../../../spec/json.ts';
import {createMock, type Mock} from '../../create-mock.ts';
import {mismatches, TestStore, updateOf} from '../../testing/store.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({control: false});
});
afterAll(() => mock.close());

describe('update', () => {
  it('stores what it gives and keeps what it leaves out', async () => {
    const store = await TestStore.open(mock);
    const user = await store.create({sessions_limit: 5, admin: true});
    const {status, body} = await store.call(
      'PUT',
      `/dashboard/users/${user.id}`,
      updateOf(user, {email: 'moved@readers.example', plan_admin: true}),
    );
    expect(status).toBe(200);
    expect(mismatches('CreateAnswer', body)).toEqual([]);
    expect(await store.list('moved@readers.example')).toMatchObject([
      {id: user.id, sessions_limit: 5, admin: true, plan_admin: true},
    ]);
    expect(await store.list(user.email)).toEqual([]);
  });

  it('answers 204 without a body when the freedom of the world is set', async () => {
    const store = await TestStore.open(mock, {'users.update_answers': 204});
    const user = await store.create();
    expect(await store.call('PUT', `/dashboard/users/${user.id}`, updateOf(user))).toEqual({
      status: 204,
      body: undefined,
    });
  });

  it('refuses a changed external_id as prohibited and takes nothing', async () => {
    const store = await TestStore.open(mock);
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
});

describe('a refused update', () => {
  it.each(['email', 'external_id', 'only_sees_readable'])('needs %s', async (field) => {
    const store = await TestStore.open(mock);
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
    const store = await TestStore.open(mock);
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
    const store = await TestStore.open(mock, freedoms);
    const user = await store.create();
    expect((await store.call('PUT', '/dashboard/users/999999999', updateOf(user))).status).toBe(
      status,
    );
    expect(
      (
        await store.call(
          'PUT',
          '/dashboard/users/999999999',
          store.newUser({only_sees_readable: true}),
        )
      ).status,
    ).toBe(404);
  });
});
