import {afterAll, beforeAll, expect, it} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {systemPorts} from '../world/ports.ts';

/** An instant far from the present. */
const AT = Date.UTC(2031, 4, 6, 7, 8, 9, 500);
const AS_DATE = 'Tue, 06 May 2031 07:08:09 GMT';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
  await mock.worlds.create({id: 'w', template: 'demo', credentials: 'demo', seed: 1, frozenAt: AT});
});
afterAll(() => mock.close());

const KEY = {authorization: 'Bearer demo-key-harbour-full'};
const TOKEN = {'x-user-token': 'demo-token-riverside-admin'};
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {name: 't', version: '1'}},
};
const json = (body: unknown, headers: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  },
});

/** Requests by what answers them: origin, path and status. */
const OF_A_WORLD: Record<
  string,
  ['workspace' | 'store' | 'objects', string, number, RequestInit?]
> = {
  'a read': ['workspace', '/api/v1/account', 200, {headers: KEY}],
  'a read by HEAD': ['workspace', '/api/v1/account', 200, {method: 'HEAD', headers: KEY}],
  'a missing key': ['workspace', '/api/v1/account', 401],
  'an unknown path': ['workspace', '/api/v1/nothing', 404, {headers: KEY}],
  'the published contract': ['workspace', '/openapi.json', 200],
  'a list of the store': [
    'store',
    '/integration-api/v1/dashboard/users?page=1',
    200,
    {headers: TOKEN},
  ],
  'a body that is no JSON': [
    'store',
    '/integration-api/v1/orders',
    400,
    {method: 'POST', body: '{', headers: {...TOKEN, 'content-type': 'application/json'}},
  ],
  'a link that was never signed': ['objects', '/anything', 403],
  'a method that storage refuses': ['objects', '/anything', 405, {method: 'DELETE'}],
  'a path that cannot be decoded': ['objects', '/%E0', 400],
  'a page': ['store', '/site/riverside/sign-in', 200],
  'a page that does not exist': ['store', '/site/nowhere/sign-in', 404],
  'a checkout that does not exist': ['store', '/checkout/none', 404],
  'metadata of the authorization server': [
    'workspace',
    '/.well-known/oauth-protected-resource/w/w/mcp',
    200,
  ],
  'a token that is refused': [
    'workspace',
    '/oauth/token',
    401,
    {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'a',
        client_secret: 'b',
      }),
    },
  ],
  'an MCP request without a token': ['workspace', '/mcp', 401, json(INITIALIZE, {})],
  'an MCP stream': [
    'workspace',
    '/mcp',
    200,
    json(INITIALIZE, {authorization: 'Bearer demo-oauth-harbour'}),
  ],
};

const ask = (origin: 'workspace' | 'store' | 'objects', path: string, init?: RequestInit) =>
  fetch(mock.urls[origin] + (path.startsWith('/.well-known') ? '' : '/w/w') + path, {
    redirect: 'manual',
    ...init,
  });

it.each(Object.entries(OF_A_WORLD))(
  '%s tells the time of its world, and is stored nowhere',
  async (_name, [origin, path, status, init]) => {
    const {headers, ...response} = await ask(origin, path, init).then(async (got) => {
      await got.body?.cancel();
      return {status: got.status, headers: got.headers};
    });
    expect(response.status).toBe(status);
    expect(headers.get('date')).toBe(AS_DATE);
    expect(headers.get('cache-control')).toContain('no-store');
  },
);

it('bytes in storage, and what a sign-in answers, tell the time of their world', async () => {
  const reserved = await ask(
    'workspace',
    '/api/v1/uploads',
    json({original_filename: 'a.epub', size_bytes: 1}, KEY),
  );
  const {upload_url: url, upload_headers: signed} = (await reserved.json()) as {
    upload_url: string;
    upload_headers: Record<string, string>;
  };
  const stored = await fetch(url, {method: 'PUT', body: 'a', headers: signed});
  const signedIn = await ask('store', '/site/riverside/sign-in', {
    method: 'POST',
    body: new URLSearchParams({email: 'boris.hale@readers.example', password: 'demo-password'}),
  });
  expect([stored.status, signedIn.status]).toEqual([200, 303]);
  for (const {headers} of [reserved, stored, signedIn]) {
    expect(headers.get('date')).toBe(AS_DATE);
    expect(headers.get('cache-control')).toBe('no-store');
  }
  expect(signedIn.headers.get('set-cookie')).toMatch(/Max-Age=\d+/);
  expect(signedIn.headers.get('set-cookie')).not.toMatch(/Expires/i);
});

it('a moved clock is told at once', async () => {
  const world = await mock.worlds.create({template: 'demo', credentials: 'demo', frozenAt: AT});
  await world.advance(1500);
  const {headers} = await fetch(`${mock.urls.workspace}/w/${world.id}/api/v1/account`);
  expect(headers.get('date')).toBe('Tue, 06 May 2031 07:08:11 GMT');
});

it('what belongs to no world tells the time of the machine', async () => {
  for (const url of [
    `${mock.urls.control}/worlds/w`,
    `${mock.urls.workspace}/w/none/api/v1/account`,
    `${mock.urls.objects}/w/none/anything`,
  ]) {
    const {headers} = await fetch(url);
    const ago = systemPorts.now() - Date.parse(headers.get('date') ?? '');
    expect(Math.abs(ago)).toBeLessThan(60_000);
  }
});
