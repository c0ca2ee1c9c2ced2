import {connect} from 'node:net';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createMock, type Mock} from './create-mock.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({control: false, limits: false});
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
const TOKEN = 'X-User-Token: demo-token-riverside-admin\r\n';

describe('HTTP that is none', () => {
  it.each([
    ['garbage', 'what is this\r\n\r\n', 400],
    ['large headers', `GET /api/v1/account HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['a tunnel', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', 405],
    ['a method unheard of', 'BREW /api/v1/account HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ])('%s gets the failure shape', async (_name, bytes, status) => {
    const workspace = await raw(new URL(mock.urls.workspace).port, bytes);
    expect(workspace).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(workspace.split('\r\n\r\n')[1]!)).toMatchObject({error: expect.any(String), reason: expect.any(String)});
    const store = await raw(new URL(mock.urls.store).port, bytes);
    expect(store).toMatch(/x-xss-protection: 1/i);
    expect(JSON.parse(store.split('\r\n\r\n')[1]!)).toMatchObject({CODE: 'error', errors: {}});
  });
});

describe('any request', () => {
  const piece = fc.oneof(
    fc.constantFrom('api', 'v1', 'uploads', 'publications', 'account', 'w', 'demo', '..', '%', '%zz', '%00', '', 'dashboard', 'users', 'integration-api', '1', 're-activate'),
    fc.string({maxLength: 12}).map(encodeURIComponent),
  );
  const path = fc.oneof(
    fc.constantFrom('/api/v1/uploads', '/api/v1/publications', '/integration-api/v1/dashboard/users', '/integration-api/v1/users/1/force-logout', '/api/v3/ping', '*', 'http://x/api/v1/account'),
    fc.array(piece, {maxLength: 6}).map((pieces) => `/${pieces.join('/')}`),
  );
  const query = fc.oneof(fc.constant(''), fc.constantFrom('?cursor=', '?cursor=%', '?cursor=a&cursor=b', '?anonymize=x', '?query=%zz'));
  const body = fc.oneof(
    fc.constantFrom('', '{', 'null', '[]', '{"original_filename":1}', '[['.repeat(5000), '{"__proto__":{"a":1}}', '\ud800'),
    fc.json({maxDepth: 3}),
    fc.record({original_filename: fc.string(), size_bytes: fc.oneof(fc.integer(), fc.double(), fc.string())}).map((value) => JSON.stringify(value)),
    fc.record({email: fc.string(), external_id: fc.string(), new_password: fc.string(), sessions_limit: fc.integer()}).map((value) => JSON.stringify(value)),
  );
  const headers = fc.constantFrom(
    'Content-Type: application/json\r\n', 'Content-Type: text/plain\r\n', 'Content-Type: application/json; charset=latin1\r\n', '',
    'Content-Type: application/json\r\nContent-Encoding: gzip\r\n', 'Content-Type: application/json\r\nExpect: wonders\r\n',
    'Range: bytes=9-1\r\n', 'Host: \u0001\r\n', 'If-None-Match: *\r\n', 'Upgrade: websocket\r\nConnection: upgrade\r\n',
  );
  const credential = fc.constantFrom(KEY, TOKEN, '', 'Authorization: Basic eDp5\r\n', 'Authorization: Bearer\r\n', 'X-User-Token: \r\n');

  it('is refused as documented or answered, never 5xx, and the mock goes on', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('workspace' as const, 'store' as const, 'objects' as const),
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'),
        path, query, headers, credential, body,
        async (origin, method, where, search, extra, who, content) => {
          const bytes = Buffer.from(content);
          const head = `${method} ${where}${search} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${extra}${who}Content-Length: ${bytes.length}\r\n\r\n`;
          const answer = await raw(new URL(mock.urls[origin]).port, Buffer.concat([Buffer.from(head, 'latin1'), bytes]));
          expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /);
          const [, text = ''] = answer.split('\r\n\r\n');
          if (origin !== 'objects' && method !== 'HEAD' && answer.startsWith('HTTP/1.1 4')) expect(typeof JSON.parse(text)).toBe('object');
        },
      ),
      {numRuns: 1500, seed: 7},
    );
    expect(mock.worlds.list().flatMap((world) => world.journal.after(0, 5000)).filter((entry) => entry.status >= 500)).toEqual([]);
  }, 60_000);

  it('a body without end is refused while it comes', async () => {
    const port = new URL(mock.urls.workspace).port;
    const answer = await raw(port, Buffer.concat([
      Buffer.from(`POST /api/v1/uploads HTTP/1.1\r\nHost: x\r\n${KEY}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n200000\r\n`),
      Buffer.alloc(0x200000, 32),
      Buffer.from('\r\n'),
    ]));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('malformed_json');
  });
});
