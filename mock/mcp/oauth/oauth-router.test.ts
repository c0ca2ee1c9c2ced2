import {
  auth,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/sdk/client/auth.js';
import {ClientCredentialsProvider} from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {ClientRow} from '../../workspace/mcp/rows.ts';
import type {World} from '../../world/world.ts';
import {MAX_TOKENS} from './grants.ts';
import {clients, codes, tokens} from './tables.ts';
import {oauthServer, PersonsClient, type OauthServer} from './test-server.ts';
import {judgeToken} from './verify.ts';

let ours: OauthServer;
let person: PersonsClient;
beforeEach(async () => {
  ours = await oauthServer();
  person = new PersonsClient();
});
afterEach(() => ours.close());

const mcp = (world = 'w'): string => `${ours.base(world)}/mcp`;
const condition = (secret: string, world: World = ours.world()): string => {
  const verdict = judgeToken({world, secret, resource: mcp(world.id)});
  return 'condition' in verdict ? verdict.condition : verdict.token.tenant;
};
const bodyOf = async (answered: Response): Promise<any> => answered.json();
const errorOf = async (answered: Response): Promise<[number, string]> => [
  answered.status,
  (await bodyOf(answered)).error,
];
const ci = (world = ours.world()): ClientRow => clients(world).find(({role}) => role === 'ci')!;

describe.each(['w', 'demo'])('in world %s', (id) => {
  test('a client of the SDK gets tokens of the workspace that a person chose', async () => {
    const second = [...ours.world(id).table('workspaces').all()][1]!.key;
    const parameters = await person.consented(mcp(id), {workspace: second});
    expect(parameters.get('state')).toBe('state of the "client"');
    expect(parameters.get('iss')).toBe(ours.base(id));
    await auth(person, {serverUrl: mcp(id), authorizationCode: parameters.get('code')!});
    expect(person.issued).toMatchObject({token_type: 'Bearer', expires_in: 3600, scope: 'mcp:use'});
    expect(condition(person.issued!.access_token, ours.world(id))).toBe(second);
  });

  test('a client of a workspace gets a token by itself, and no refresh token', async () => {
    const {key, secret, tenant} = ci(ours.world(id));
    const provider = new ClientCredentialsProvider({
      clientId: key,
      clientSecret: secret!,
      expectedIssuer: ours.base(id),
    });
    expect(await auth(provider, {serverUrl: mcp(id)})).toBe('AUTHORIZED');
    expect(condition(provider.tokens()!.access_token, ours.world(id))).toBe(tenant);
    expect(provider.tokens()!.refresh_token).toBeUndefined();
  });

  test('metadata names what works, where the world is', async () => {
    const resource = await discoverOAuthProtectedResourceMetadata(mcp(id));
    expect(resource).toMatchObject({
      resource: mcp(id),
      authorization_servers: [ours.base(id)],
      scopes_supported: ['mcp:use'],
    });
    const server = await discoverAuthorizationServerMetadata(resource.authorization_servers![0]!);
    expect(server).toMatchObject({
      issuer: ours.base(id),
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
    const head = await fetch(
      `${ours.origin}/.well-known/oauth-protected-resource${new URL(mcp(id)).pathname}`,
      {method: 'HEAD'},
    );
    expect([head.status, head.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    for (const name of ['authorization', 'token', 'registration', 'revocation']) {
      const endpoint: string = (server as any)[`${name}_endpoint`];
      expect((await fetch(endpoint, {method: 'POST'})).status, endpoint).not.toBe(404);
    }
  });
});

const exchange = (code: string, over: Record<string, string> = {}): Promise<Response> =>
  ours.form('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    code_verifier: person.verifier,
    client_id: person.client!.client_id,
    redirect_uri: person.redirectUrl,
    resource: mcp(),
    ...over,
  });
const coded = async (): Promise<string> => (await person.consented(mcp())).get('code')!;

test('sent twice takes back what it gave', async () => {
  const code = await coded();
  const first = await bodyOf(await exchange(code));
  expect(condition(first.access_token)).not.toBe('revoked-token');
  expect(await errorOf(await exchange(code))).toEqual([400, 'invalid_grant']);
  expect(condition(first.access_token)).toBe('revoked-token');
  expect(
    await errorOf(
      await ours.form('/oauth/token', {
        grant_type: 'refresh_token',
        refresh_token: first.refresh_token,
        client_id: person.client!.client_id,
      }),
    ),
  ).toEqual([400, 'invalid_grant']);
});

describe('a code', () => {
  test('sent twice at once gives tokens that hold to nobody', async () => {
    const code = await coded();
    const both = await Promise.all([exchange(code), exchange(code)]);
    expect(both.map(({status}) => status).sort()).toEqual([200, 400]);
    const given = await bodyOf(both.find(({ok}) => ok)!);
    expect(condition(given.access_token)).toBe('revoked-token');
  });
});

describe('a code that is refused', () => {
  test('lives a minute of the world', async () => {
    const early = await coded();
    await ours.world().advance(59_999);
    expect((await exchange(early)).status).toBe(200);
    person.issued = undefined;
    const late = await coded();
    await ours.world().advance(60_000);
    expect(await errorOf(await exchange(late))).toEqual([400, 'invalid_grant']);
    await coded();
    expect(codes(ours.world())).toHaveLength(1);
  });

  test.each<[string, Record<string, string>, string]>([
    ['another verifier', {code_verifier: 'x'.repeat(43)}, 'invalid_grant'],
    ['another redirect', {redirect_uri: 'http://127.0.0.1:53682/other'}, 'invalid_grant'],
    ['another resource', {resource: 'http://localhost:1/mcp'}, 'invalid_target'],
    ['another client', {client_id: 'client_nobodys'}, 'invalid_client'],
  ])('is not taken with %s', async (_name, over, error) => {
    const code = await coded();
    expect(await errorOf(await exchange(code, over))).toEqual([
      error === 'invalid_client' ? 401 : 400,
      error,
    ]);
    expect((await exchange(code)).status).toBe(200);
  });

  test('says of another verifier that the right one is still taken', async () => {
    const code = await coded();
    await exchange(code, {code_verifier: 'x'.repeat(43)});
    expect(ours.world().journal.newest(1)[0]!.why).toEqual({
      expected: 'the code_verifier of which code_challenge is the SHA-256, in base64url',
      got: 'another',
      todo: 'send the code again with the code_verifier that the authorization request was made with',
    });
    expect((await exchange(code)).status).toBe(200);
  });

  test('is not for another client, nor without the redirect URI', async () => {
    const code = await coded();
    const other = new PersonsClient();
    await auth(other, {serverUrl: mcp()});
    expect(await errorOf(await exchange(code, {client_id: other.client!.client_id}))).toEqual([
      400,
      'invalid_grant',
    ]);
    const form = {
      grant_type: 'authorization_code',
      code,
      code_verifier: person.verifier,
      client_id: person.client!.client_id,
    };
    expect(await errorOf(await ours.form('/oauth/token', form))).toEqual([400, 'invalid_grant']);
    expect((await exchange(code, {resource: `${mcp()}/`})).status).toBe(200);
  });
});

describe('a refresh', () => {
  test('gives new tokens for expired ones; a used refresh token ends all', async () => {
    const first = await person.authorized(mcp());
    await ours.world().advance(3_600_000);
    expect(condition(first.access_token)).toBe('expired-token');
    expect(await auth(person, {serverUrl: mcp()})).toBe('AUTHORIZED');
    const second = person.issued!;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(condition(second.access_token)).not.toBe('expired-token');
    const refresh = (token: string) =>
      ours.form('/oauth/token', {
        grant_type: 'refresh_token',
        refresh_token: token,
        client_id: person.client!.client_id,
      });
    expect(await errorOf(await refresh(first.refresh_token!))).toEqual([400, 'invalid_grant']);
    expect(condition(second.access_token)).toBe('revoked-token');
    expect(await errorOf(await refresh(second.refresh_token!))).toEqual([400, 'invalid_grant']);
  });

  test('is not for others, not wider, not for ever', async () => {
    const {refresh_token: token} = await person.authorized(mcp());
    const refresh = (over: Record<string, string>) =>
      ours.form('/oauth/token', {
        grant_type: 'refresh_token',
        refresh_token: token!,
        client_id: person.client!.client_id,
        ...over,
      });
    const other = new PersonsClient();
    await auth(other, {serverUrl: mcp()});
    expect(await errorOf(await refresh({client_id: other.client!.client_id}))).toEqual([
      400,
      'invalid_grant',
    ]);
    expect(await errorOf(await refresh({scope: 'mcp:use admin'}))).toEqual([400, 'invalid_scope']);
    expect(await errorOf(await refresh({resource: 'http://localhost/elsewhere'}))).toEqual([
      400,
      'invalid_target',
    ]);
    expect(await errorOf(await refresh({refresh_token: 'rt_unknown'}))).toEqual([
      400,
      'invalid_grant',
    ]);
    await ours.world().advance(30 * 86_400_000);
    expect(await errorOf(await refresh({}))).toEqual([400, 'invalid_grant']);
  });
});

describe('revocation', () => {
  const revoke = (token: string, client = person.client!.client_id): Promise<Response> =>
    ours.form('/oauth/revoke', {token, client_id: client});

  test('of an access token ends it alone; of a refresh token, all of its grant', async () => {
    const first = await person.authorized(mcp());
    expect((await revoke(first.access_token)).status).toBe(200);
    expect(condition(first.access_token)).toBe('revoked-token');
    await auth(person, {serverUrl: mcp()});
    expect((await revoke(person.issued!.refresh_token!)).status).toBe(200);
    expect(condition(person.issued!.access_token)).toBe('revoked-token');
  });

  test("of an unknown token succeeds; of another client's it is refused", async () => {
    const {access_token: token} = await person.authorized(mcp());
    expect((await revoke('nothing')).status).toBe(200);
    const {key, secret} = ci();
    const basic = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
    expect(
      await errorOf(await ours.form('/oauth/revoke', {token}, {authorization: basic})),
    ).toEqual([400, 'invalid_grant']);
    expect(condition(token)).not.toBe('revoked-token');
  });
});

describe('client credentials', () => {
  const ask = (form: Record<string, string>, headers?: Record<string, string>): Promise<Response> =>
    ours.form('/oauth/token', {grant_type: 'client_credentials', ...form}, headers);
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  });

  test('stand in the form or in the header, not in both', async () => {
    const {key, secret} = ci();
    const inForm = {client_id: key, client_secret: secret!};
    expect((await ask(inForm)).status).toBe(200);
    expect((await ask({scope: 'mcp:use', resource: mcp()}, basic(key, secret!))).status).toBe(200);
    expect(
      (await ask({client_secret: '', scope: '', resource: ''}, basic(key, secret!))).status,
    ).toBe(200);
    expect(await errorOf(await ask(inForm, basic(key, secret!)))).toEqual([400, 'invalid_request']);
    const wrong = await ask({}, basic(key, 'wrong'));
    expect(wrong.headers.get('www-authenticate')).toContain('Basic');
    expect(await errorOf(wrong)).toEqual([401, 'invalid_client']);
    expect(await errorOf(await ask({client_id: key}))).toEqual([401, 'invalid_client']);
    expect(await errorOf(await ask({...inForm, scope: 'admin'}))).toEqual([400, 'invalid_scope']);
    expect(await errorOf(await ask({...inForm, resource: 'x'}))).toEqual([400, 'invalid_request']);
    expect(await errorOf(await ask({...inForm, resource: 'http://x/mcp'}))).toEqual([
      400,
      'invalid_target',
    ]);
  });

  test('have errors that may not be cached', async () => {
    const {key} = ci();
    expect((await ask({client_id: key, client_secret: 'wrong'})).headers.get('cache-control')).toBe(
      'no-store',
    );
    expect((await ask({}, {authorization: 'Basic x'})).headers.get('cache-control')).toBe(
      'no-store',
    );
  });

  test('do not pile up: the oldest that end by themselves make room', async () => {
    const {key, secret} = ci();
    const world = ours.world();
    await ask({client_id: key, client_secret: secret!});
    const own = tokens(world, 'access_tokens').filter(({expires}) => expires === null).length;
    const given = tokens(world, 'access_tokens').at(-1)!;
    const changes = Array.from({length: MAX_TOKENS}, (_, i) => ({
      table: 'access_tokens',
      put: {...given, key: `access_${i}`, secret: `at_${i}`, seq: world.newSeq()},
    }));
    await world.commit({changes, effects: []});
    expect((await ask({client_id: key, client_secret: secret!})).status).toBe(200);
    const left = tokens(world, 'access_tokens');
    expect(left.length).toBeLessThanOrEqual(MAX_TOKENS);
    expect(left.filter(({expires}) => expires === null)).toHaveLength(own);
    expect(left).not.toContain(given);
  });

  test('are for clients of a workspace', async () => {
    await person.authorized(mcp());
    expect(await errorOf(await ask({client_id: person.client!.client_id}))).toEqual([
      400,
      'unauthorized_client',
    ]);
  });
});

test.each([
  ['/oauth/token', 'application/json'],
  ['/oauth/revoke', 'text/plain'],
])('%s: a body of %s is no form, and the answer says so', async (path, type) => {
  const body = JSON.stringify({grant_type: 'client_credentials'});
  const refused = await fetch(ours.base('w') + path, {
    method: 'POST',
    headers: {'content-type': type},
    body,
  });
  expect(refused.status).toBe(400);
  expect(await bodyOf(refused)).toEqual({
    error: 'invalid_request',
    error_description: `expected a form (application/x-www-form-urlencoded), got ${type}`,
  });
  expect(ours.world().journal.newest(1)[0]!.why).toMatchObject({
    expected: 'a form (application/x-www-form-urlencoded)',
    got: type,
  });
});

test('the journal shows what was done and why it was refused, and no secret', async () => {
  const issued = await person.authorized(mcp());
  await ours.form('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: 'rt_wrong',
    client_id: person.client!.client_id,
  });
  const entries = ours.world().journal.after(0, 1000);
  const text = JSON.stringify(entries);
  for (const secret of [issued.access_token, issued.refresh_token!, person.verifier])
    expect(text).not.toContain(secret);
  expect(entries.map(({situation}) => situation)).toEqual([
    'resource-metadata-read',
    'server-metadata-read',
    'client-registered',
    'consent-requested',
    'code-issued',
    'resource-metadata-read',
    'server-metadata-read',
    'tokens-issued',
    'invalid_grant',
  ]);
  expect(entries.at(-1)).toMatchObject({
    method: 'POST',
    path: '/oauth/token',
    status: 400,
    why: {got: 'rt_w... (8 characters)'},
  });
});

test('a snapshot brings tokens back; the same code is still spent', async () => {
  const parameters = await person.consented(mcp());
  await auth(person, {serverUrl: mcp(), authorizationCode: parameters.get('code')!});
  const image = structuredClone(ours.world().image());
  await ours.form('/oauth/revoke', {
    token: person.issued!.refresh_token!,
    client_id: person.client!.client_id,
  });
  expect(condition(person.issued!.access_token)).toBe('revoked-token');
  await ours.mock.worlds.restore('w', image);
  expect(condition(person.issued!.access_token)).not.toBe('revoked-token');
  const again = {
    grant_type: 'authorization_code',
    code: parameters.get('code')!,
    code_verifier: person.verifier,
    client_id: person.client!.client_id,
    redirect_uri: person.redirectUrl,
  };
  expect(await errorOf(await ours.form('/oauth/token', again))).toEqual([400, 'invalid_grant']);
  expect(condition(person.issued!.access_token)).toBe('revoked-token');
  await ours.mock.worlds.reset('w');
  expect(condition(person.issued!.access_token)).toBe('unknown-token');
  expect(tokens(ours.world(), 'access_tokens').length).toBeGreaterThan(0);
});
