import {gzipSync} from 'node:zlib';
import fc from 'fast-check';
import {isObject} from '../../spec/json.ts';
import type {OriginName} from './origins.ts';

/** A request as bytes, from well-meant to hostile. */
export interface RawRequest {
  bytes: Buffer;
  /** Its answer has no body. */
  head: boolean;
  /**
   * `whole`: one sound frame; the connection may carry the next one. `cut`: only the beginning of
   * one, which must bring about nothing. `garbage`: nobody knows what is in it.
   */
  kind: 'whole' | 'cut' | 'garbage';
}

/** What a lane of requests may know of its world. */
export interface Ground {
  /** `/w/<world>` or nothing. */
  prefix: string;
  /** Routes with `{parameters}`, below the prefix. */
  routes: string[];
  /** Values that mean something in a path. */
  ids: string[];
  /** Header lines that carry a credential, right and wrong. */
  credentials: string[];
  /** Bodies that some route takes. */
  bodies: object[];
  /** Presigned links: path with query, and the headers to send. */
  links: {path: string; headers: Record<string, string>}[];
}

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'LOCK',
  'REPORT',
  'QUERY',
];

const ODD_VALUES = [
  '',
  '0',
  '-1',
  '1e309',
  '9007199254740993',
  '%00',
  '%',
  '%zz',
  '%ff%fe',
  '..',
  '%2e%2e',
  '%2f',
  '.',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  "'%20or%201=1--",
  '%F0%9F%93%9A',
  '%ED%A0%80',
  'a'.repeat(300),
  '9'.repeat(400),
  '\u00e4',
  '%0d%0aX-Injected:%201',
];

const oddValue = fc.oneof(
  fc.constantFrom(...ODD_VALUES),
  fc.string({maxLength: 8}).map(encodeURIComponent),
  fc.string({unit: 'binary', maxLength: 6}).map(safe),
);

/** Escaped where it must be: lone surrogates have no encoding. */
function safe(text: string): string {
  return [...text]
    .map((char) =>
      /[\ud800-\udfff]/.test(char) && char.length === 1 ? '%EF%BF%BD' : encodeURIComponent(char),
    )
    .join('');
}

const QUERY_NAMES = [
  'cursor',
  'query',
  'page',
  'anonymize',
  'limit',
  'after',
  'api_key',
  'expires',
  'signature',
  'headers',
  '__proto__',
  'a[b]',
  '',
];

const HEADERS = [
  'Content-Type: text/plain',
  'Content-Type: application/json; charset=latin1',
  'Content-Type: application/json; charset=utf-16',
  'Content-Type: ;',
  'Content-Type: application/xml',
  'Content-Type: multipart/form-data; boundary=x',
  'Content-Encoding: gzip',
  'Content-Encoding: br, identity',
  'Expect: 100-continue',
  'Expect: wonders',
  'Range: bytes=9-1',
  'Range: bytes=0-0',
  'Range: bytes=-0',
  'Range: bytes=99999999999999999999-',
  'Range: lines=1',
  'If-None-Match: *',
  'If-Range: "x"',
  'If-Modified-Since: never',
  'Prefer: code=404',
  'Prefer: code=999',
  'Prefer: code=constructor',
  'Prefer: code=422, example=__proto__',
  'Accept: application/xml',
  'Accept-Encoding: *;q=0',
  'X-HTTP-Method-Override: DELETE',
  'X-Forwarded-Host: evil.example',
  'Origin: https://evil.example',
  'Sec-Fetch-Site: cross-site',
  'Upgrade: websocket',
  'Cookie: a=b',
  '__proto__: x',
  'Idempotency-Key: \u00ff',
  'Idempotency-Key: k',
  'Idempotency-Key: ',
  'Connection: close',
  'Host: evil.example',
  'Host: [::1',
  'Host:',
  `X-Long: ${'x'.repeat(9000)}`,
  `X-Longer: ${'x'.repeat(17_000)}`,
  'TE: trailers',
  'Trailer: Authorization',
  'Content-Length: 0',
  'Authorization: Bearer',
  'X-User-Token: a, b',
  'Forwarded: for="_x"',
  'Via: 1.1 x',
];

export const oddJson = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    -1,
    0.5,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    '',
    ' ',
    '\0',
    'x'.repeat(70_000),
    [],
    [[]],
    {},
    {length: 1},
    '\ud800',
    '2026-02-30',
    '\u202e',
  ),
  fc.string({unit: 'binary', maxLength: 20}),
  fc.jsonValue({maxDepth: 2}),
);

/** A body that a route takes, with a little of it changed. */
const changedBody = (bodies: object[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...bodies),
      fc.array(fc.tuple(fc.nat(), oddJson, fc.constantFrom('set', 'add', 'drop', 'wrap', 'keep')), {
        maxLength: 2,
      }),
    )
    .map(([body, changes]) => {
      let value: Record<string, unknown> = {...body};
      for (const [at, odd, kind] of changes) {
        const name = Object.keys(value)[at % Math.max(1, Object.keys(value).length)] ?? 'x';
        if (kind === 'set') value[name] = odd;
        else if (kind === 'add') value[['constructor', 'toString', 'x', 'id'][at % 4] ?? 'x'] = odd;
        else if (kind === 'drop') delete value[name];
        else if (kind === 'wrap') value = {data: value};
      }
      return JSON.stringify(value);
    });

/** Text that JSON.stringify never writes. */
const hostileText = fc.constantFrom(
  '',
  '{',
  '[',
  'null',
  '[]',
  '"a"',
  '1',
  '{"a":1}{"a":2}',
  '{"__proto__":{"admin":true}}',
  '{"size_bytes":1e999,"original_filename":"a.epub"}',
  `{"size_bytes":${'9'.repeat(400)},"original_filename":"a.epub"}`,
  '{"original_filename":"a.epub","original_filename":"b.exe","size_bytes":1}',
  '['.repeat(20_000),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '{"a":'.repeat(5000),
  '\ufeff{"email":"a@b.example"}',
  '{"email":"\u0000@b.example","external_id":"\u0000","new_password":"\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000"}',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":01}',
  '{"email":"a@b.example"',
  '{"original_filename":"../../etc/passwd.epub","size_bytes":1}',
  '{"original_filename":".epub","size_bytes":1}',
);

const bombs = [
  gzipSync(Buffer.alloc(2_000_000, 32)),
  Buffer.from('{"a":"\xe4"}', 'latin1'),
  Buffer.from('{"a":1}', 'utf16le'),
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.alloc(1_100_000, 32),
];

const bodyOf = ({bodies}: Ground): fc.Arbitrary<Buffer> =>
  fc.oneof(
    {arbitrary: fc.constant(Buffer.alloc(0)), weight: 4},
    {arbitrary: changedBody(bodies).map((text) => Buffer.from(text)), weight: 8},
    {arbitrary: hostileText.map((text) => Buffer.from(text)), weight: 3},
    {arbitrary: fc.uint8Array({maxLength: 40}).map((bytes) => Buffer.from(bytes)), weight: 1},
    {arbitrary: fc.nat({max: 399}).map((n) => bombs[n] ?? Buffer.from('{}')), weight: 1},
  );

/** Paths at the edges of what routes and worlds are. */
const ODD_PATHS = [
  '*',
  '/',
  '//',
  '/w',
  '/w/',
  '/w//',
  '/w/%00/',
  '/w/nobody/api/v1/account',
  'http://x/api/v1/account',
  '/openapi.json',
  `/${'a'.repeat(8000)}`,
  `/${'a/'.repeat(4000)}`,
  `/?${'a=b&'.repeat(2000)}`,
];

/** What is written into a path in the place of some of its characters. */
const INSERTIONS = [
  '',
  '/',
  '%',
  '%2F',
  '?',
  '#',
  ';',
  '.',
  '\u00e9',
  '\u0080',
  'X',
  '&',
  '=',
  ':',
  '\\',
  '|',
  '{',
  '%c0%ae',
];

/** A path that leads somewhere, or did before something was changed in it. */
function pathOf(ground: Ground): fc.Arbitrary<string> {
  const edit = fc.tuple(fc.nat(), fc.constantFrom(...INSERTIONS), fc.nat({max: 2}));
  return fc
    .tuple(
      wholePath(ground),
      fc.oneof(
        {arbitrary: fc.constant([]), weight: 3},
        {arbitrary: fc.array(edit, {minLength: 1, maxLength: 2}), weight: 1},
      ),
    )
    .map(([path, edits]) => {
      let text = path;
      for (const [at, put, take] of edits) {
        const position = 1 + (at % Math.max(1, text.length));
        text = text.slice(0, position) + put + text.slice(position + take);
      }
      return text || '/';
    });
}

/** A path as it was meant: a route, a presigned link, or one of the odd ones. */
function wholePath({prefix, routes, ids, links}: Ground): fc.Arbitrary<string> {
  const value = fc.oneof(
    {arbitrary: fc.constantFrom(...ids), weight: 3},
    {arbitrary: oddValue, weight: 2},
  );
  const route = fc.tuple(fc.constantFrom(...routes), value, value).map(([path, first, second]) => {
    let turn = 0;
    return prefix + path.replace(/\{\w+\}/g, () => (turn++ ? second : first));
  });
  const query = fc
    .array(fc.tuple(fc.constantFrom(...QUERY_NAMES), oddValue), {maxLength: 3})
    .map((pairs) => pairs.map(([name, one]) => `${name}=${one}`).join('&'));
  const link = links.length ? fc.constantFrom(...links.map((one) => one.path)) : route;
  const segments = fc.array(oddValue, {maxLength: 5});
  return fc.oneof(
    {arbitrary: route, weight: 6},
    {arbitrary: link, weight: links.length ? 6 : 0},
    {arbitrary: fc.tuple(route, query).map(([path, text]) => `${path}?${text}`), weight: 4},
    {arbitrary: segments.map((parts) => `/${parts.join('/')}`), weight: 1},
    {arbitrary: fc.constantFrom(...ODD_PATHS), weight: 1},
  );
}

/** Requests whose own frame is sound. */
function framed(ground: Ground): fc.Arbitrary<RawRequest> {
  const headers = fc.array(fc.constantFrom(...HEADERS), {maxLength: 2});
  const linkHeaders = ground.links.flatMap((link) =>
    Object.entries(link.headers).map(([name, value]) => `${name}: ${value}`),
  );
  const type = fc.constantFrom(
    'Content-Type: application/json',
    ...(linkHeaders.length ? linkHeaders : ['Content-Type: application/json; charset=utf-8']),
    '',
  );
  return fc
    .tuple(
      fc.constantFrom(...METHODS.slice(0, 4), ...METHODS),
      pathOf(ground),
      fc.constantFrom(...ground.credentials),
      type,
      headers,
      bodyOf(ground),
      fc.nat({max: 19}),
    )
    .map(([method, path, credential, media, more, body, chunk]) => {
      const lines = [credential, media, ...more].filter(
        (line) => line !== '' && !(line === 'Content-Length: 0' && body.length),
      );
      if (!lines.some((line) => line.startsWith('Host'))) lines.unshift('Host: localhost');
      const chunked = chunk === 0 && !lines.includes('Content-Length: 0');
      const hasLength = lines.includes('Content-Length: 0');
      const plainLength = hasLength ? 'X-Empty: 1' : `Content-Length: ${body.length}`;
      const length = chunked ? 'Transfer-Encoding: chunked' : plainLength;
      const content = chunked
        ? Buffer.concat([
            Buffer.from(`${body.length.toString(16)}\r\n`),
            body,
            Buffer.from(body.length ? '\r\n0\r\n\r\n' : '\r\n'),
          ])
        : body;
      const head = `${method} ${path} HTTP/1.1\r\n${[...lines, length].join('\r\n')}\r\n\r\n`;
      return {
        bytes: Buffer.concat([Buffer.from(head, 'latin1'), content]),
        head: method === 'HEAD',
        kind: 'whole' as const,
      };
    });
}

const GARBAGE = [
  'what is this\r\n\r\n',
  '\r\n\r\n\r\n',
  '\0\0\0\0',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET  /  HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'POST /api/v1/uploads HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'POST /api/v1/uploads HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde',
  'POST /api/v1/uploads HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nNo colon here\r\n\r\n',
  'GET / HTTP/1.1\r\nHost : x\r\n\r\n',
  'GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n',
  'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \x00\r\n\r\n',
  'GET /\x01 HTTP/1.1\r\nHost: x\r\n\r\n',
];

/** Bytes that are no request, or one and a half. */
const broken = (ground: Ground): fc.Arbitrary<RawRequest> =>
  fc
    .oneof(
      fc.constantFrom(...GARBAGE).map((text) => Buffer.from(text, 'latin1')),
      fc.uint8Array({minLength: 1, maxLength: 200}).map((bytes) => Buffer.from(bytes)),
      fc
        .tuple(framed(ground), fc.nat(), fc.uint8Array({minLength: 1, maxLength: 3}))
        .map(([{bytes}, at, put]) => {
          const position = at % bytes.length;
          return Buffer.concat([bytes.subarray(0, position), put, bytes.subarray(position + 1)]);
        }),
    )
    .map((bytes) => ({bytes, head: false, kind: 'garbage' as const}));

/** The beginning of a request, and no more. */
const cut = (ground: Ground): fc.Arbitrary<RawRequest> =>
  fc.tuple(framed(ground), fc.nat()).map(([{bytes}, at]) => ({
    bytes: bytes.subarray(0, 1 + (at % (bytes.length - 1))),
    head: false,
    kind: 'cut' as const,
  }));

/** Any bytes for one origin: nine of ten are requests, the others are not. */
export const requests = (ground: Ground): fc.Arbitrary<RawRequest> =>
  fc.oneof(
    {arbitrary: framed(ground), weight: 24},
    {arbitrary: cut(ground), weight: 1},
    {arbitrary: broken(ground), weight: 1},
  );

const XML_REFUSAL = /^<\?xml [^>]*>\n<Error><Code>\w+<\/Code><Message>[^<]+<\/Message><\/Error>\n$/;

const SECURITY_HEADERS = [
  'strict-transport-security',
  'x-content-type-options',
  'x-xss-protection',
];

/**
 * Compares a refusal with the failure shape of its origin.
 * @returns what is wrong, or undefined
 */
export function misshapen(origin: OriginName, headers: string, body: string): string | undefined {
  const type = /^content-type: *([^;\r\n]*)/im.exec(headers)?.[1];
  if (origin === 'objects')
    return type === 'application/xml' && XML_REFUSAL.test(body) ? undefined : 'no XML refusal';
  if (type !== 'application/json') return `content type ${type}`;
  const value = parsed(body);
  if (value === undefined) return 'the body is no JSON';
  const missing = SECURITY_HEADERS.find(
    (name) => origin === 'store' && !headers.toLowerCase().includes(`\r\n${name}:`),
  );
  if (missing) return `no ${missing}`;
  return isObject(value) && HAS_SHAPE[origin](value) ? undefined : 'another shape';
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Whether a body has the failure shape of an origin. */
const HAS_SHAPE: Record<
  Exclude<OriginName, 'objects'>,
  (body: Record<string, unknown>) => boolean
> = {
  store: ({CODE, message, errors}) =>
    CODE === 'error' && isText(message) && typeof errors === 'object' && errors !== null,
  workspace: ({error, reason}) => isText(error) && typeof reason === 'string',
  control: ({error, what_to_do: todo}) => isText(error) && typeof todo === 'string',
};

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
