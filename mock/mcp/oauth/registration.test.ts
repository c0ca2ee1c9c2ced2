import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {MAX_CLIENTS} from './registered-clients.ts';
import {clients} from './tables.ts';
import {oauthServer, PersonsClient, type OauthServer} from './test-server.ts';

let ours: OauthServer;
beforeEach(async () => void (ours = await oauthServer()));
afterEach(() => ours.close());

const bodyOf = async (answered: Response): Promise<any> => answered.json();

const register = (body: unknown): Promise<Response> =>
  fetch(`${ours.base('w')}/oauth/register`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const good = {
  redirect_uris: [
    'https://client.example/back',
    'http://localhost:1/x',
    'cursor://anysphere/callback',
    'com.example.app:/back',
  ],
};

describe('registration', () => {
  test('answers with the metadata as the server changed them', async () => {
    const answered = await register({
      ...good,
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
      scope: 'openid',
    });
    expect(answered.status).toBe(201);
    const client = await bodyOf(answered);
    expect(client).toMatchObject({
      ...good,
      grant_types: ['authorization_code'],
      scope: 'mcp:use',
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret_expires_at: 0,
    });
    expect(client.client_id_issued_at).toBe(Math.floor(ours.world().now() / 1000));
    expect(client.client_secret).toMatch(/^cs_/);
    expect(
      (await bodyOf(await register({...good, token_endpoint_auth_method: 'none'}))).client_secret,
    ).toBeUndefined();
  });

  test.each<[string, unknown, string]>([
    ['javascript:', {redirect_uris: ['javascript:alert(1)']}, 'invalid_client_metadata'],
    ['file:', {redirect_uris: ['file:///etc/passwd']}, 'invalid_redirect_uri'],
    ['http elsewhere', {redirect_uris: ['http://client.example/']}, 'invalid_redirect_uri'],
    ['a fragment', {redirect_uris: ['https://client.example/#x']}, 'invalid_redirect_uri'],
    ['a user', {redirect_uris: ['https://a:b@client.example/']}, 'invalid_redirect_uri'],
    ['no redirect', {redirect_uris: []}, 'invalid_redirect_uri'],
    ['nothing', {}, 'invalid_client_metadata'],
    ['no JSON', '{', 'invalid_client_metadata'],
    ['a list', [], 'invalid_client_metadata'],
    ['null', 'null', 'invalid_client_metadata'],
    ['too much', {...good, client_name: 'x'.repeat(20_000)}, 'invalid_client_metadata'],
    [
      'a method',
      {...good, token_endpoint_auth_method: 'private_key_jwt'},
      'invalid_client_metadata',
    ],
    ['grants', {...good, grant_types: ['client_credentials']}, 'invalid_client_metadata'],
    ['tokens', {...good, response_types: ['token']}, 'invalid_client_metadata'],
  ])('refuses %s', async (_name, body, error) => {
    const answered = await register(body);
    expect(answered.status).toBeGreaterThanOrEqual(400);
    expect(answered.status).toBeLessThan(500);
    const failure = await bodyOf(answered);
    expect(failure.error).toBe(error);
    expect(failure.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });
});

describe('registration again and again', () => {
  test('of thousands keeps the newest and those in use', async () => {
    const person = new PersonsClient();
    await person.authorized(`${ours.base('w')}/mcp`);
    const unused = (await bodyOf(await register(good))).client_id;
    for (let i = 0; i < MAX_CLIENTS; i += 100)
      await Promise.all(Array.from({length: 100}, () => register(good)));
    const left = clients(ours.world())
      .filter(({tenant}) => !tenant)
      .map(({key}) => key);
    expect(left).toHaveLength(MAX_CLIENTS);
    expect(left).toContain(person.client!.client_id);
    expect(left).not.toContain(unused);
  });
});
