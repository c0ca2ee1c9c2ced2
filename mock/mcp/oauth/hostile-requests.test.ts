import {request} from 'node:http';
import fc from 'fast-check';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {clients} from './tables.ts';
import {oauthServer, type OauthServer} from './test-server.ts';

let ours: OauthServer;
beforeEach(async () => void (ours = await oauthServer()));
afterEach(() => ours.close());

const bodyOf = async (answered: Response): Promise<any> => answered.json();
const errorOf = async (answered: Response): Promise<[number, string]> => [
  answered.status,
  (await bodyOf(answered)).error,
];
const ci = () => clients(ours.world()).find(({role}) => role === 'ci')!;

const hostile: [string, string, RequestInit, number, string][] = [
  ['no body', '/oauth/token', {method: 'POST'}, 400, 'invalid_request'],
  [
    'JSON',
    '/oauth/token',
    {method: 'POST', body: '{}', headers: {'content-type': 'application/json'}},
    400,
    'invalid_request',
  ],
  [
    'a charset',
    '/oauth/token',
    {
      method: 'POST',
      body: 'a=b',
      headers: {'content-type': 'application/x-www-form-urlencoded; charset=utf-7'},
    },
    415,
    'invalid_request',
  ],
  [
    'a wrong encoding',
    '/oauth/token',
    {
      method: 'POST',
      body: 'a=b',
      headers: {'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip'},
    },
    400,
    'invalid_request',
  ],
  [
    'too much',
    '/oauth/token',
    {method: 'POST', body: new URLSearchParams({a: 'x'.repeat(100_000)})},
    413,
    'invalid_request',
  ],
  [
    'too many',
    '/oauth/token',
    {
      method: 'POST',
      body: new URLSearchParams(
        Object.fromEntries(Array.from({length: 2000}, (_, i) => [`a${i}`, ''])),
      ),
    },
    413,
    'invalid_request',
  ],
  [
    'names of objects',
    '/oauth/token',
    {
      method: 'POST',
      body: new URLSearchParams({client_id: '__proto__', grant_type: 'constructor'}),
    },
    401,
    'invalid_client',
  ],
  [
    'twice the client',
    '/oauth/token',
    {
      method: 'POST',
      body: new URLSearchParams([
        ['client_id', 'a'],
        ['client_id', 'b'],
      ]),
    },
    400,
    'invalid_request',
  ],
  [
    'a strange header',
    '/oauth/token',
    {method: 'POST', body: new URLSearchParams({}), headers: {authorization: 'Basic %%%'}},
    401,
    'invalid_client',
  ],
  [
    'a header of half a sign',
    '/oauth/revoke',
    {
      method: 'POST',
      body: new URLSearchParams({}),
      headers: {authorization: `Basic ${btoa('%E0%:x')}`},
    },
    401,
    'invalid_client',
  ],
  ['a reading', '/oauth/token', {}, 405, 'method_not_allowed'],
  ['a reading of the answer', '/oauth/consent', {}, 405, 'method_not_allowed'],
  ['a registration by DELETE', '/oauth/register', {method: 'DELETE'}, 405, 'method_not_allowed'],
  ['another endpoint', '/oauth/introspect', {method: 'POST'}, 404, 'not_found'],
  ['broken percents', '/oauth/%E0%A4%A', {}, 404, 'not_found'],
  ['no client', '/oauth/authorize', {}, 400, 'invalid_request'],
  ['an unknown client', '/oauth/authorize?client_id=x', {}, 400, 'invalid_client'],
  [
    'a client without redirect',
    '/oauth/authorize?client_id=__proto__&redirect_uri=http://x',
    {},
    400,
    'invalid_client',
  ],
  ['a list of clients', '/oauth/authorize?client_id=x&client_id=y', {}, 400, 'invalid_request'],
  [
    'JSON to the page',
    '/oauth/authorize',
    {method: 'POST', body: '{}', headers: {'content-type': 'application/json'}},
    400,
    'invalid_request',
  ],
];
test.each(hostile)('%s', async (_name, path, init, status, error) => {
  expect(await errorOf(await fetch(ours.base('w') + path, init))).toEqual([status, error]);
});

test('a grant that there is not', async () => {
  const {key, secret} = ci();
  const form = {client_id: key, client_secret: secret!};
  expect(await errorOf(await ours.form('/oauth/token', {...form, grant_type: 'password'}))).toEqual(
    [400, 'unsupported_grant_type'],
  );
  expect(await errorOf(await ours.form('/oauth/token', form))).toEqual([400, 'invalid_request']);
  expect(await errorOf(await ours.form('/oauth/revoke', form))).toEqual([400, 'invalid_request']);
});

test('Host headers that no URL can have', async () => {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: ci().key,
    client_secret: ci().secret!,
    resource: 'http://x/mcp',
  }).toString();
  const status = (host: string): Promise<number> =>
    new Promise((resolve, reject) => {
      request(
        `${ours.base('w')}/oauth/token`,
        {method: 'POST', headers: {host, 'content-type': 'application/x-www-form-urlencoded'}},
        (answered) => resolve(answered.resume().statusCode!),
      )
        .on('error', reject)
        .end(form);
    });
  expect(await Promise.all(['999.999.999.999', '[::::]', 'a b', '%'].map(status))).toEqual([
    400, 400, 400, 400,
  ]);
});

/** Parameters of the endpoints. */
const NAMES = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'code_verifier',
  'refresh_token',
  'redirect_uri',
  'resource',
  'scope',
  'state',
  'token',
  'ticket',
  'workspace',
  'decision',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'redirect_uris',
];
/** Values that mean something to some endpoint, and any others. */
function parameterValue(): fc.Arbitrary<string> {
  const {key, secret} = ci();
  const values = [
    'authorization_code',
    'refresh_token',
    'client_credentials',
    key,
    secret!,
    'S256',
    'code',
    'mcp:use',
    'allow',
    'e30.AA',
    'http://localhost/x',
    'x:',
    '',
  ];
  return fc.oneof(fc.constantFrom(...values), fc.string({unit: 'binary', maxLength: 50}));
}

/** A request of any method and content type to any endpoint. */
function anyRequest() {
  const value = parameterValue();
  return fc.record({
    path: fc.constantFrom('authorize', 'token', 'register', 'revoke', 'consent'),
    method: fc.constantFrom('GET', 'POST', 'POST', 'POST', 'PUT', 'OPTIONS'),
    type: fc.constantFrom(
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded',
      'application/json',
      'text/plain',
      'multipart/form-data',
    ),
    authorization: fc.option(
      fc
        .tuple(value, value)
        .map(([id, secret]) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`),
    ),
    parameters: fc.array(fc.tuple(fc.constantFrom(...NAMES), value), {maxLength: 8}),
    raw: fc.option(
      fc.oneof(
        fc.uint8Array({maxLength: 100}),
        fc.json().map((text) => Buffer.from(text)),
      ),
    ),
  });
}

type AnyRequest = ReturnType<typeof anyRequest> extends fc.Arbitrary<infer T> ? T : never;

function bodyFor({
  method,
  type,
  parameters,
  raw,
}: AnyRequest): NonNullable<RequestInit['body']> | undefined {
  if (method === 'GET' || method === 'OPTIONS') return undefined;
  if (raw) return Buffer.from(raw);
  if (type.endsWith('json')) return JSON.stringify(Object.fromEntries(parameters));
  return new URLSearchParams(parameters).toString();
}

test('whatever comes, nothing breaks', async () => {
  await fc.assert(
    fc.asyncProperty(anyRequest(), async (request) => {
      const {path, method, type, authorization, parameters} = request;
      const query = method === 'GET' ? `?${new URLSearchParams(parameters)}` : '';
      const body = bodyFor(request);
      const answered = await fetch(`${ours.base('w')}/oauth/${path}${query}`, {
        method,
        redirect: 'manual',
        headers: {'content-type': type, ...(authorization && {authorization})},
        ...(body !== undefined && {body}),
      });
      expect(answered.status).toBeLessThan(500);
      if (answered.status >= 400 && path !== 'consent')
        expect((await bodyOf(answered)).error).toMatch(/^[a-z_]+$/);
    }),
    {numRuns: 300, seed: 7},
  );
});
