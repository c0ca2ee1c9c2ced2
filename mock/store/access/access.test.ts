import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createMock, type Mock} from '../../create-mock.ts';
import type {User} from '../users/user.ts';
import type {TokenRow} from './rows.ts';

const ADMIN = {'x-user-token': 'demo-token-riverside-admin'};
const USERS = '/dashboard/users';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({control: false, limits: false});
});
afterAll(() => mock.close());

const send = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
  prefix = '/integration-api/v1',
): Promise<Response> =>
  fetch(`${mock.urls.store}${prefix}${path}`, {method, headers, ...(body !== undefined && {body})});

const OPERATIONS: [string, string][] = [
  ['POST', USERS],
  ['GET', USERS],
  ['PUT', `${USERS}/999999999`],
  ['DELETE', `${USERS}/4`],
  ['PUT', `${USERS}/999999999/re-activate`],
  ['POST', '/users/999999999/force-logout'],
];

describe('tokens', () => {
  it.each(OPERATIONS)(
    'are needed by %s %s, before anything is judged or changed',
    async (method, path) => {
      const before = JSON.stringify([...mock.world('demo')!.table('users').all()]);
      for (const headers of [
        {},
        {'x-user-token': ''},
        {'x-user-token': 'made-up'},
        {authorization: 'Bearer demo-key-harbour-full'},
        {authorization: 'Bearer demo-token-riverside-admin'},
        {'x-user-token': 'demo-key-harbour-full'},
      ]) {
        const response = await send(
          method,
          path,
          {...(headers as Record<string, string>), 'content-type': 'application/json'},
          method === 'GET' ? undefined : '{',
        );
        expect(response.status).toBe(401);
        expect(await response.json()).toMatchObject({CODE: 'error', message: expect.any(String)});
        expect(response.headers.get('x-ratelimit-limit')).toBeNull();
      }
      expect(JSON.stringify([...mock.world('demo')!.table('users').all()])).toBe(before);
    },
  );

  it('of two admins of a store reach the same users, that of another store others', async () => {
    const emails = async (token: string): Promise<string[]> =>
      (
        (await (await send('GET', USERS, {'x-user-token': token})).json()) as any
      ).data.paginator.data.map((user: any) => user.email);
    const first = await emails('demo-token-riverside-admin');
    expect(await emails('demo-token-riverside-second-admin')).toEqual(first);
    expect(
      (await emails('demo-token-hilltop-admin')).filter((email) => first.includes(email)),
    ).toEqual([]);
  });

  it('that are refused have the reason in the journal', async () => {
    await send('GET', USERS, {authorization: 'Bearer demo-token-riverside-admin'});
    await send('GET', USERS, {'x-user-token': 'demo-token-riverside-admim'});
    expect(
      mock.worlds.unroutedJournal
        .after(0, 1000)
        .slice(-2)
        .map(({why}) => why),
    ).toMatchObject([
      {todo: 'send X-User-Token: <API_KEY>'},
      {todo: expect.stringContaining('1 character differs')},
    ]);
  });
});

it('every token belongs to a user who is an admin; one may not manage content', async () => {
  const world = mock.world('demo')!;
  const users = [...world.table('users').all()] as User[];
  const tokens = [...world.table('tokens').all()] as TokenRow[];
  expect(tokens.length).toBe(4);
  for (const {admin, tenant} of tokens)
    expect(users.find(({id}) => id === admin)).toMatchObject({admin: true, tenant});
  const limited = {'x-user-token': 'demo-token-riverside-limited-admin'};
  expect((await send('GET', USERS, limited)).status).toBe(200);
  expect((await send('DELETE', '/dashboard/issues/1', limited)).status).toBe(403);
});

describe('every answer', () => {
  it.each<[string, string, string, Record<string, string>, string | undefined, number]>([
    ['success', 'GET', USERS, ADMIN, undefined, 200],
    ['unauthenticated', 'GET', USERS, {}, undefined, 401],
    ['not found', 'DELETE', `${USERS}/999999999`, ADMIN, undefined, 404],
    ['nothing found', 'GET', `${USERS}?query=nobody@x.example`, ADMIN, undefined, 404],
    ['invalid', 'POST', USERS, ADMIN, '{}', 422],
    ['malformed', 'POST', USERS, ADMIN, '{', 400],
    ['no route', 'GET', '/nothing', ADMIN, undefined, 404],
    ['other method', 'PATCH', USERS, ADMIN, '{}', 405],
    ['OPTIONS', 'OPTIONS', USERS, {}, undefined, 405],
    ['OPTIONS at no route', 'OPTIONS', '/nothing', {}, undefined, 404],
  ])(
    '(%s) carries the security headers and JSON',
    async (_name, method, path, headers, body, status) => {
      const response = await send(
        method,
        path,
        {...headers, ...(body !== undefined && {'content-type': 'application/json'})},
        body,
      );
      expect(response.status).toBe(status);
      expect(response.headers.get('strict-transport-security')).toBe(
        'max-age=31536000; includeSubdomains',
      );
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('x-xss-protection')).toBe('1');
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await response.json()).toHaveProperty('CODE');
    },
  );

  it('to OPTIONS names the methods and stands in the journal', async () => {
    const response = await send('OPTIONS', USERS, {});
    expect(response.headers.get('allow')).toBe('GET, POST, HEAD');
    expect(mock.world('demo')!.journal.after(0, 1000).at(-1)).toMatchObject({
      method: 'OPTIONS',
      status: 405,
      why: {todo: 'use a documented method'},
    });
  });

  it('stands under the prefix only', async () => {
    expect((await send('GET', USERS, ADMIN, undefined, '')).status).toBe(404);
    expect((await send('GET', USERS, ADMIN, undefined, '/api/v1')).status).toBe(404);
  });
});
