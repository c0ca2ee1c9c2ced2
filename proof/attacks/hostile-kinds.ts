import type {IncomingMessage, ServerResponse} from 'node:http';

/** A way in which a deployment is hostile. */
export interface HostileKind {
  name: string;
  answer(request: IncomingMessage, response: ServerResponse): void;
}

const JSON_TYPE = {'content-type': 'application/json'};

const body =
  (text: string, status = 200, headers: Record<string, string> = JSON_TYPE) =>
  (_request: IncomingMessage, response: ServerResponse): void =>
    void response.writeHead(status, headers).end(text);

/** Writes raw bytes instead of a response. */
const raw =
  (bytes: string | Buffer) =>
  ({socket}: IncomingMessage): void => {
    socket.on('error', () => undefined);
    socket.end(bytes, 'latin1');
  };

const MEMBERS = 'workspace plan paid_work publications_left data id reason error detail'.split(' ');

/** A body in which every documented member has this value. */
const withEach = (value: unknown): string =>
  JSON.stringify(Object.fromEntries(MEMBERS.map((name) => [name, value])));

/** A body with this number of undocumented members. */
const ofMembers = (count: number): string =>
  `{${Array.from({length: count}, (_, index) => `"m${index}":1`).join(',')}}`;

const DEEP = '['.repeat(60_000) + ']'.repeat(60_000);

const ANSWERS: Record<string, HostileKind['answer']> = {
  'resets every connection': ({socket}) => void socket.resetAndDestroy(),
  'never answers': () => undefined,
  'never ends a body': (_request, response) =>
    void response.writeHead(200, JSON_TYPE).write('{"workspace":'),
  'pours without end': (_request, response) => {
    response.writeHead(200, JSON_TYPE);
    const pour = (): void => {
      while (!response.destroyed && response.write('x'.repeat(500_000)));
      if (!response.destroyed) response.once('drain', pour);
    };
    pour();
  },
  'nests without a bottom': body(`{"data":${DEEP}}`),
  'nests within a text': body(JSON.stringify({workspace: DEEP})),
  'has half a million rows': body(`{"data":[${'{"id":1},'.repeat(500_000)}{}]}`),
  'has a text of seven megabytes': body(withEach('a@'.repeat(400_000))),
  'has a hundred thousand members': body(ofMembers(100_000)),
  'has four thousand members': body(ofMembers(4000)),
  'says a prototype': body('{"__proto__":{"workspace":1},"constructor":{"prototype":1}}'),
  'says numbers that are none': body(withEach(1e308).replaceAll('1e+308', '1e999')),
  'says null everywhere': body(withEach(null)),
  'says lists everywhere': body(withEach([])),
  'says objects everywhere': body(withEach({toString: 1, length: -1})),
  'says control characters': body(withEach('\u001B]0;x\u0007\u202E\u0000\u2028')),
  'says half a character': body('{"workspace":"\\ud800","plan":"\\udfff"}'),
  'says a byte-order mark': body('\uFEFF{}'),
  'says bytes that are no UTF-8': (_request, response) =>
    void response.writeHead(200, JSON_TYPE).end(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
  'says nothing': body(''),
  'says HTML': body('<h1>Welcome</h1>', 200, {'content-type': 'text/html'}),
  'says that it is gzip': body('{}', 200, {...JSON_TYPE, 'content-encoding': 'gzip'}),
  'is no HTTP': raw('SSH-2.0-OpenSSH_9.6\r\n'),
  'has a length that is too long': raw('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{}'),
  'has a length below zero': raw('HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}'),
  'has two lengths': raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'),
  'answers twice': raw(
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n',
  ),
  'has a header without end': raw(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(300_000)}`),
  'has ten thousand headers': raw(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(10_000)}\r\n`),
  'has a status that is none': raw('HTTP/1.1 999 What\r\ncontent-length: 2\r\n\r\n{}'),
  'goes on with 100': raw('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)),
  'redirects to itself': (request, response) =>
    void response.writeHead(302, {location: request.url ?? '/'}).end(),
  'redirects to a script': body('', 302, {location: 'javascript:alert(1)'}),
  'is a limit for everything': body('{"reason":"rate_limited"}', 429, JSON_TYPE),
  'is a limit for ever': body('{}', 429, {...JSON_TYPE, 'retry-after': '9'.repeat(400)}),
  'is unauthorized for everything': body('{"reason":"unauthenticated"}', 401),
  ...Object.fromEntries(
    [201, 204, 206, 304, 400, 403, 404, 409, 418, 422, 500, 502, 503, 504].map((status) => [
      `has ${status} for everything`,
      body(status === 204 || status === 304 ? '' : '{"error":"x","reason":"x"}', status),
    ]),
  ),
};

/** Every kind of hostile deployment, by its behaviour. */
export const KINDS: readonly HostileKind[] = Object.entries(ANSWERS).map(([name, answer]) => ({
  name,
  answer,
}));
