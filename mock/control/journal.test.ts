import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {systemPorts, type Ports} from '../world/ports.ts';

let mock: Mock;
beforeEach(async () => {
  mock = await createMock({limits: false});
});
afterEach(() => mock.close());

const KEY = 'demo-key-harbour-full';

const workspace = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${mock.urls.workspace}/api/v1${path}`, {
    ...init,
    headers: {authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...init.headers},
  });

async function journal(query = ''): Promise<any[]> {
  const response = await fetch(`${mock.urls.control}/worlds/demo/journal${query}`);
  const body = (await response.json()) as any;
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body.entries;
}

const numbers = async (query: string): Promise<number[]> =>
  (await journal(query)).map(({n}: {n: number}) => n);

test('an entry tells request and response, how long it took and whose credential it was', async () => {
  const response = await workspace('/uploads?token=abcdefghijklmnop', {
    method: 'POST',
    body: JSON.stringify({original_filename: 'tides.epub', size_bytes: 6}),
    headers: {'x-request-token': 'abcdefghijklmnop', 'idempotency-key': 'once-and-only'},
  });
  const {upload_url: link} = (await response.json()) as {upload_url: string};
  const [entry] = await journal();
  expect(entry).toMatchObject({
    status: response.status,
    credential: 'full',
    notes: [
      'the header Idempotency-Key has no effect here: after a lost response, read whether the change was made',
      'the query parameter token has no effect here: leave it out',
    ],
    request: {
      headers: {
        authorization: 'Bearer demo-key...',
        'x-request-token': 'abcdefgh...',
        'idempotency-key': 'once-and-only',
      },
      body: '{"original_filename":"tides.epub","size_bytes":6}',
    },
  });
  expect(entry.duration_ms).toBeGreaterThan(0);
  expect(entry.path).toBe('/api/v1/uploads?token=abcdefgh...');
  const body = JSON.parse(entry.response.body) as {upload_url: string; key: string};
  const signature = /ignature=([^&]*)/.exec(link)![1]!;
  expect(JSON.stringify(entry)).not.toContain(signature);
  expect(body.upload_url.split('?')[0]).toBe(link.split('?')[0]);
  expect(body.key).toContain('/');
});

test('storage, MCP, OAuth and pages tell theirs as well', async () => {
  const reserved = await workspace('/uploads', {
    method: 'POST',
    body: JSON.stringify({original_filename: 'tides.epub', size_bytes: 6}),
  });
  const {upload_url: url, upload_headers: headers = {}} = (await reserved.json()) as any;
  await fetch(url, {method: 'PUT', body: 'a book', headers});
  await fetch(`${mock.urls.workspace}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: 'Bearer demo-agent-harbour',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: {name: 'x', version: '1'},
      },
    }),
  });
  await fetch(`${mock.urls.workspace}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({code: 'abcdefghijklmnop', grant_type: 'authorization_code'}),
  });
  await fetch(`${mock.urls.store}/site/riverside/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({email: 'a@b.example', password: 'correct horse'}),
  });
  const [stored, , token, page] = (await journal()).slice(1);
  expect(stored).toMatchObject({operation: 'storage', request: {body: 'a book'}});
  expect(token.request.body).toBe('code=abcdefgh...&grant_type=authorization_code');
  expect(token.response.body).toContain('invalid_request');
  expect(page.request.body).not.toContain('horse');
  expect(page.response.headers['content-type']).toContain('text/html');
  expect(page.response.body).toContain('<!doctype html>');
});

test('a body that was not read says so', async () => {
  await workspace('/uploads', {method: 'POST', body: '{}', headers: {authorization: 'Bearer no'}});
  const [entry] = await journal();
  expect(entry.request.body).toBeNull();
  expect(entry.request.body_note).toContain('not read');
});

test('entries are filtered, and come in either order', async () => {
  await workspace('/account');
  await workspace('/publications/pub_none');
  await workspace('/publications', {headers: {authorization: 'Bearer nobodys'}});
  await workspace('/tools');
  expect(await numbers('')).toEqual([1, 2, 3, 4]);
  expect(await numbers('?order=newest&limit=2')).toEqual([4, 3]);
  expect(await numbers('?after=1&limit=2')).toEqual([2, 3]);
  expect(await numbers('?status=404')).toEqual([2]);
  expect(await numbers('?status=4xx')).toEqual([2, 3]);
  expect(await numbers('?operation=getAccount')).toEqual([1]);
  expect(await numbers('?credential=full')).toEqual([1, 2, 4]);
  expect(await numbers('?text=PUB_NONE')).toEqual([2]);
  expect(await numbers('?status=4xx&text=publications&order=newest')).toEqual([3, 2]);
  expect(await numbers('?since=2999-01-01T00:00:00Z')).toEqual([]);
  expect(await numbers('?since=2020-01-01T00:00:00Z')).toEqual([1, 2, 3, 4]);
});

test.each([
  ['?status=9xx', 'query/status'],
  ['?since=yesterday', 'query/since'],
  ['?since=1960-01-01T00:00:00Z', 'no instant'],
  ['?order=sideways', 'query/order'],
  ['?count=5&limit=2', 'query/count: 5 entries do not fit'],
  ['?wait_ms=30001', 'query/wait_ms'],
])('%s is refused', async (query, words) => {
  const response = await fetch(`${mock.urls.control}/worlds/demo/journal${query}`);
  expect(response.status).toBe(422);
  expect(((await response.json()) as any).error).toContain(words);
});

test('entries are waited for, by their count', async () => {
  const waiting = numbers('?operation=getAccount&count=2&wait_ms=20000');
  await workspace('/account');
  await workspace('/tools');
  await workspace('/account');
  expect(await waiting).toEqual([1, 3]);
  expect(await numbers('?status=503&wait_ms=60')).toEqual([]);
});

test.each(['journal?status=503', 'outbox?to=nobody@readers.example'])(
  'a client that leaves while it waits at %s is waited for no longer',
  async (query) => {
    let looks = 0;
    const wait = <T>(ms: number, go: (ms: number) => T): T => {
      looks += 1;
      return go(ms);
    };
    const machine: Ports = {
      ...systemPorts,
      wait: (ms) => wait(ms, systemPorts.wait),
      later: (ms, call) => wait(ms, () => systemPorts.later(ms, call)),
    };
    const watched = await createMock({machine});
    const leaves = new AbortController();
    const response = fetch(`${watched.urls.control}/worlds/demo/${query}&wait_ms=30000`, {
      signal: leaves.signal,
    }).catch((error: Error) => error.name);
    await vi.waitFor(() => expect(looks).toBeGreaterThan(2));
    leaves.abort();
    expect(await response).toBe('AbortError');
    await vi.waitFor(
      async () => {
        const before = looks;
        await systemPorts.wait(100);
        expect(looks).toBe(before);
      },
      {timeout: 5000},
    );
    expect((await fetch(`${watched.urls.control}/worlds`)).status).toBe(200);
    await watched.close();
  },
);
