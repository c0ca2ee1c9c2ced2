import request from 'supertest';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createMock, type Mock} from './create-mock.ts';

const TOKEN = 'token-of-this-test';
const KEY = {authorization: 'Bearer demo-key-harbour-full'};
const STORE = {'x-user-token': 'demo-token-riverside-admin'};
const CONTROL = {authorization: `Bearer ${TOKEN}`};

let mock: Mock;
let at: string;
beforeAll(async () => {
  mock = await createMock({onePort: true, control: {token: TOKEN}});
  at = mock.urls.workspace;
});
afterAll(() => mock.close());

const get = async (path: string, headers: Record<string, string> = {}) =>
  request(at).get(path).set(headers);

/** Publishes a file under another name of the mock, and gives the links that it got. */
async function publish(host: string, bytes = 'a book', filename = 'tides.epub') {
  const post = (path: string, body: object) =>
    request(at)
      .post(path)
      .set({...KEY, host})
      .send(body);
  const file = {original_filename: filename, size_bytes: bytes.length};
  const {body: reserved} = await post('/api/v1/uploads', file);
  const {publication_id, key, upload_url, upload_headers} = reserved;
  const put = await request(at)
    .put(upload_url.replace(`http://${host}`, ''))
    .set(upload_headers)
    .send(bytes);
  const {status} = await post('/api/v1/publications', {publication_id, key, ...file});
  const files = await get(`/api/v1/publications/${publication_id}/files`, {...KEY, host});
  const download = await get(`/api/v1/files/${files.body.current_file_id}/download`, {
    ...KEY,
    host,
  });
  return {put: put.status, status, upload_url, location: String(download.headers['location'])};
}

test('everything is on one port', () => {
  expect(mock.urls).toEqual({
    workspace: at,
    store: at,
    objects: `${at}/_storage`,
    control: `${at}/_presscheck`,
  });
});

describe('both APIs are where they are', () => {
  test.each([
    ['/api/v1/account', KEY],
    ['/w/demo/api/v1/account', KEY],
    ['/integration-api/v1/dashboard/users', STORE],
    ['/w/demo/integration-api/v1/dashboard/users', STORE],
    ['/site/riverside', {}],
    ['/.well-known/oauth-authorization-server', {}],
  ])('%s', async (path, headers) => expect((await get(path, headers)).status).toBe(200));

  test('each answers for its own paths', async () => {
    expect((await get('/integration-api/v2/x', STORE)).body).toHaveProperty('CODE');
    expect((await get('/api/v1/dashboard/plans/1')).body).toHaveProperty('CODE');
    expect((await get('/api/v1/x', KEY)).body).toHaveProperty('error');
    expect((await get('/nothing')).body).toHaveProperty('error');
  });
});

test('their documents are below /_presscheck/openapi/, for every page', async () => {
  const {body: world} = await request(at).post('/_presscheck/worlds').set(CONTROL).send({});
  for (const prefix of ['', `/w/${world.world}`])
    for (const [api, path] of [
      ['workspace', '/api/v1'],
      ['store', '/integration-api/v1'],
    ] as const) {
      const origin = 'http://viewer.example';
      const host = 'press.test:8080';
      const got = await get(`/_presscheck${prefix}/openapi/${api}.json`, {origin, host});
      expect([got.status, got.headers['access-control-allow-origin']]).toEqual([200, '*']);
      expect(got.body.servers).toEqual([{url: `http://press.test:8080${prefix}${path}`}]);
    }
});

describe('links', () => {
  test('lead to where the caller came from, with its port', async () => {
    const host = 'press.test:8080';
    const published = await publish(host);
    expect(published).toMatchObject({put: 200, status: 201});
    for (const link of [published.upload_url, published.location])
      expect(link).toMatch(/^http:\/\/press\.test:8080\/_storage\/\S+signature=/);
    const read = await fetch(published.location.replace(`http://${host}`, at));
    expect(await read.text()).toBe('a book');
    const server = await get('/.well-known/oauth-authorization-server', {host});
    expect(server.body).toMatchObject({
      issuer: 'http://press.test:8080',
      token_endpoint: 'http://press.test:8080/oauth/token',
    });
    const agent = await get('/mcp', {host});
    expect(agent.headers['www-authenticate']).toContain(
      'resource_metadata="http://press.test:8080/.well-known/oauth-protected-resource/mcp"',
    );
  });

  test('of the control plane lead where its page is', async () => {
    const page = await get('/_presscheck/', CONTROL);
    expect(page.status).toBe(200);
    const links = [...page.text.matchAll(/(?:href|src)="([^":]*)"/g)].map(([, link]) => link);
    expect(links).toContain('console/app.js');
    for (const link of [...links, 'openapi/store.json', 'openapi/workspace.json'])
      expect((await get(`/_presscheck/${link}`, CONTROL)).status, link).toBe(200);
    const bare = await get('/_presscheck', CONTROL);
    expect([bare.status, bare.headers['location']]).toEqual([308, './_presscheck/']);
  });

  test.each([
    [`/_presscheck/?token=${TOKEN}`, '/_presscheck/'],
    [`/_presscheck?token=${TOKEN}`, `/_presscheck/?token=${TOKEN}`],
    [`/_presscheck/worlds/demo/outbox.html?token=${TOKEN}`, '/_presscheck/worlds/demo/outbox.html'],
  ])('%s leads to %s, whatever a proxy has removed', async (path, to) => {
    const {headers} = await get(path);
    for (const base of [at, `${at}/mock`])
      expect(new URL(String(headers['location']), base + path).href).toBe(base + to);
  });
});

describe('storage', () => {
  test('gives what clients put there to no page of this origin', async () => {
    const {location} = await publish('localhost', '<script>1</script>', 'page.html.epub');
    for (const url of [location.replace('http://localhost', ''), '/_storage/nothing']) {
      const {headers} = await get(url);
      expect(headers['content-security-policy'], url).toBe('sandbox');
      expect(headers['x-content-type-options'], url).toBe('nosniff');
    }
  });
});

test.each(['/_presscheck/?token=', '/_presscheck?token='])(
  'the console opens in a browser by %s and gives its cookie to nothing else',
  async (path) => {
    let address = new URL(`${path}${TOKEN}&world=w1`, at);
    let cookie = '';
    let response = await get(address.pathname + address.search);
    while (response.headers['location']) {
      const [given] = response.headers['set-cookie'] ?? [];
      // Without a `Path` a cookie is for what is beside the address (RFC 6265, section 5.1.4).
      if (given)
        expect([address.pathname, given]).toEqual([
          '/_presscheck/',
          expect.not.stringMatching('Path'),
        ]);
      cookie = given?.split(';')[0] ?? cookie;
      address = new URL(response.headers['location'], address);
      response = await get(address.pathname + address.search, {cookie});
    }
    expect(address.href).toBe(`${at}/_presscheck/?world=w1`);
    expect([response.status, response.text]).toEqual([200, expect.stringContaining('presscheck')]);
  },
);

describe('the control plane', () => {
  test('always asks for its token', async () => {
    expect((await get('/_presscheck/worlds')).status).toBe(401);
    expect((await get('/_presscheck/worlds', CONTROL)).status).toBe(200);
    await expect(createMock({onePort: true})).rejects.toThrow('needs a token');
  });

  test('takes no page, of whatever name, and no rebound name', async () => {
    const {port} = new URL(at);
    const foreign: Record<string, string>[] = [
      {origin: 'null'},
      {origin: 'http://evil.example'},
      {host: `evil.example:${port}`, origin: `http://evil.example:${port}`},
      {host: 'evil.example'},
    ];
    for (const headers of foreign)
      expect((await get('/_presscheck/worlds', {...CONTROL, ...headers})).status).toBe(403);
  });

  test('takes the names of --host and --public-url', async () => {
    const publicUrl = 'https://press.test:8443/mock';
    const named = await createMock({onePort: true, publicUrl, control: {token: TOKEN}});
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await request(named.urls.workspace).get('/_presscheck/worlds').set(CONTROL).set(headers))
        .status;
    expect(await status({host: 'press.test:8443'})).toBe(200);
    expect(await status({origin: 'https://press.test:8443'})).toBe(200);
    expect(await status({origin: 'http://press.test:8443'})).toBe(403);
    expect(await status({host: 'other.test'})).toBe(403);
    await named.close();
  });

  test('judges the name that a proxy passes on', async () => {
    const proxied = await createMock({onePort: true, trustProxy: true, control: {token: TOKEN}});
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await request(proxied.urls.workspace).get('/_presscheck/worlds').set(CONTROL).set(headers))
        .status;
    expect(await status({'x-forwarded-host': 'localhost:8443'})).toBe(200);
    expect(await status({'x-forwarded-host': 'evil.example'})).toBe(403);
    await proxied.close();
  });

  test('may be absent', async () => {
    const without = await createMock({onePort: true, control: false});
    const from = request(without.urls.workspace);
    expect((await from.get('/_presscheck/worlds')).status).toBe(404);
    expect((await from.get('/_presscheck/openapi/store.json')).status).toBe(200);
    await without.close();
  });
});
