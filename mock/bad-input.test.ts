import {once} from 'node:events';
import {connect} from 'node:net';
import {afterAll, beforeAll, describe, expect, it, test} from 'vitest';
import {createMock, type Mock} from './create-mock.ts';
import {systemPorts} from './world/ports.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({limits: false});
});
afterAll(() => mock.close());

/** Sends bytes as they are; answers with all that came back. */
const raw = (port: string, bytes: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let got = '';
    socket.on('data', (chunk) => (got += chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(got));
    socket.end(bytes);
  });

const KEY = 'Authorization: Bearer demo-key-harbour-full\r\n';

describe('HTTP that is none', () => {
  it.each([
    ['garbage', 'what is this\r\n\r\n', 400],
    [
      'large headers',
      `GET /api/v1/account HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`,
      431,
    ],
    ['a tunnel', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', 405],
    ['two hosts', 'GET /api/v1/account HTTP/1.1\r\nHost: localhost\r\nHost: x\r\n\r\n', 400],
    ['no host', 'GET /api/v1/account HTTP/1.1\r\n\r\n', 400],
    ['an empty host', 'GET /api/v1/account HTTP/1.1\r\nHost:\r\n\r\n', 400],
    ['a host that is none', 'GET /api/v1/account HTTP/1.1\r\nHost: a b/c\r\n\r\n', 400],
    ['a target without a host', 'GET http://?api/v1/account HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a target of another scheme', 'GET gopher://x?a HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a method unheard of', 'BREW /api/v1/account HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ])('%s gets the failure shape', async (_name, bytes, status) => {
    const workspace = await raw(new URL(mock.urls.workspace).port, bytes);
    expect(workspace).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(workspace.split('\r\n\r\n')[1]!)).toMatchObject({
      error: expect.any(String),
      reason: expect.any(String),
    });
    const store = await raw(new URL(mock.urls.store).port, bytes);
    expect(store).toMatch(/x-xss-protection: 1/i);
    expect(JSON.parse(store.split('\r\n\r\n')[1]!)).toMatchObject({CODE: 'error', errors: {}});
  });
});

test('the control plane answers a target without a host in its own shape', async () => {
  const {port} = new URL(mock.urls.control ?? '');
  const response = await raw(port, 'GET http://?worlds HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    error: expect.any(String),
    what_to_do: expect.any(String),
  });
});

test('a refused connection that the client keeps open is closed all the same', async () => {
  const port = Number(new URL(mock.urls.workspace).port);
  const socket = connect({port, host: '127.0.0.1', allowHalfOpen: true}).resume();
  const error = once(socket, 'error').catch((reason: NodeJS.ErrnoException) => [reason]);
  socket.write('what is this\r\n\r\n');
  await once(socket, 'end');
  // A connection that is closed at the other end resets what still comes.
  for (let times = 0; times < 100 && !socket.destroyed; times++) {
    socket.write('more');
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(socket.destroyed).toBe(true);
  expect((await error)[0].code).toMatch(/ECONNRESET|EPIPE/);
});

it.each([
  ['a request with two hosts', 'GET /api/v1/usage HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
  ['garbage', 'what is this\r\n\r\n'],
])('%s is answered after the requests before it', async (_name, bytes) => {
  const first = `GET /api/v1/account HTTP/1.1\r\nHost: x\r\n${KEY}\r\n`;
  const port = new URL(mock.urls.workspace).port;
  const got = await raw(port, first + first + bytes);
  const statuses = got.match(/HTTP\/1\.1 \d+/g);
  expect(statuses).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
});

test('garbage in several pieces is answered once, after the request before it', async () => {
  const {port} = new URL(mock.urls.control ?? '');
  const socket = connect(Number(port), '127.0.0.1');
  let got = '';
  socket.on('data', (chunk) => (got += chunk));
  socket.write(
    'GET /worlds/demo/outbox?wait_ms=500 HTTP/1.1\r\nHost: localhost\r\n\r\nwhat is this\r\n\r\n',
  );
  for (let times = 0; times < 3; times++) {
    await systemPorts.wait(50);
    socket.write('more\r\n\r\n');
  }
  await once(socket, 'close');
  expect(got.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});

describe('a number that no double can hold', () => {
  it('is refused in a body', async () => {
    const sent = await fetch(`${mock.urls.store}/integration-api/v1/dashboard/issues`, {
      method: 'POST',
      headers: {'x-user-token': 'demo-token-riverside-admin', 'content-type': 'application/json'},
      body:
        '{"publication_date": "2026-03-02", "name": "n", "external_id": "i", ' +
        '"type": "physical", "pages": 1e999}',
    });
    expect([sent.status, await sent.json()]).toEqual([
      400,
      expect.objectContaining({CODE: 'error'}),
    ]);
  });
  it('is refused in the arguments of a tool', async () => {
    const sent = await fetch(`${mock.urls.workspace}/mcp`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer demo-oauth-harbour',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body:
        '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "createUpload", ' +
        '"arguments": {"original_filename": "a.epub", "size_bytes": -1e999}}}',
    });
    expect([sent.status, await sent.json()]).toMatchObject([400, {error: {code: -32700}}]);
  });
});

describe('a body', () => {
  it('without end is refused while it comes', async () => {
    const port = new URL(mock.urls.workspace).port;
    const answer = await raw(
      port,
      Buffer.concat([
        Buffer.from(
          `POST /api/v1/uploads HTTP/1.1\r\nHost: x\r\n${KEY}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n200000\r\n`,
        ),
        Buffer.alloc(0x200000, 32),
        Buffer.from('\r\n'),
      ]),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('malformed_json');
  });
});
