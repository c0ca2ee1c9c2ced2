import {gzipSync} from 'node:zlib';
import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Answer} from '../http.ts';
import type {World} from '../world.ts';
import {conditionOf} from './conditions.ts';
import {jsonText} from './json.ts';

const TYPES: Readonly<Record<string, string>> = {
  'type-without-charset': 'application/json',
  'type-in-capitals': 'Application/JSON;Charset="UTF-8"',
  'type-with-parameters': 'application/json; charset=utf-8; profile="https://press.example/v1"',
  'type-of-vendor': 'application/vnd.press.workspace+json; version=1',
};

const COMMON: Readonly<Record<string, string | string[]>> = {
  Server: 'nginx',
  Via: '1.1 google, 1.1 varnish',
  Vary: 'Accept-Encoding, Origin',
  'Set-Cookie': ['AWSALB=x1; Path=/; HttpOnly', 'lang=en; Path=/; SameSite=Lax'],
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Runtime': '0.0113',
  'X-Cache': 'MISS',
  'Server-Timing': 'db;dur=53, app;dur=47.2',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Location, Retry-After',
  Link: '<https://press.example/docs>; rel="help"',
  'Alt-Svc': 'h3=":443"; ma=86400',
  Age: '0',
};

/** The headers that a variant adds. */
const MORE: Readonly<Record<string, Record<string, string | string[]>>> = {
  'headers-added': COMMON,
  'cache-headers-none': {'Cache-Control': 'no-store, private', Pragma: 'no-cache', Expires: '0'},
  'cache-headers-private': {'Cache-Control': 'private, max-age=60', ETag: 'W/"1f-a"'},
};

/** The media type of a body; the protocol of the agent server says which one it has there. */
function typeOf(w: World, raw: IncomingMessage, status: number): string {
  if (raw.url?.includes('/mcp') === true) return 'application/json';
  if (status >= 400 && w.variants.has('type-of-problem')) return 'application/problem+json';
  for (const [name, type] of Object.entries(TYPES)) if (w.variants.has(name)) return type;
  return 'application/json; charset=utf-8';
}

/** Adds headers that a variant gives responses of one status. */
function addByStatus(
  {variants: v}: World,
  raw: IncomingMessage,
  status: number,
  headers: Map<string, string | string[]>,
): void {
  if (v.has('accepted-with-location') && status === 202) {
    headers.set('Location', `${raw.url ?? ''}/latest`).set('Retry-After', '2');
  }
  if (v.has('authenticate-twice') && status === 401) {
    headers.set('WWW-Authenticate', ['Bearer realm="press"', 'ApiKey realm="press"']);
  }
  if (v.has('download-with-body') && status === 302) {
    headers.set('Content-Type', 'text/html; charset=utf-8');
  }
}

/** The headers of a response, by name. */
function headersOf(w: World, raw: IncomingMessage, answer: Answer): Map<string, string | string[]> {
  const v = w.variants;
  const headers = new Map<string, string | string[]>(Object.entries(answer.headers ?? {}));
  const typed = [...headers.keys()].some((name) => name.toLowerCase() === 'content-type');
  if (answer.body !== undefined && answer.raw === undefined && !typed) {
    headers.set('Content-Type', typeOf(w, raw, answer.status));
  }
  for (const [name, more] of Object.entries(MORE)) {
    if (v.has(name)) for (const [key, value] of Object.entries(more)) headers.set(key, value);
  }
  addByStatus(w, raw, answer.status, headers);
  if (v.has('authenticate-without-header')) headers.delete('WWW-Authenticate');
  if (v.has('retry-after-date') || v.has('clock-ahead') || v.has('clock-behind')) {
    headers.set('Date', new Date(w.now()).toUTCString());
  }
  if (v.has('headers-in-small-letters')) return renamed(headers, (name) => name.toLowerCase());
  return v.has('headers-in-capitals') ? renamed(headers, (name) => name.toUpperCase()) : headers;
}

function renamed<T>(headers: Map<string, T>, write: (name: string) => string): Map<string, T> {
  return new Map([...headers].map(([name, value]) => [write(name), value]));
}

function bytesOf(w: World, answer: Answer): Buffer {
  if (answer.raw !== undefined) return answer.raw;
  if (answer.status === 302 && w.variants.has('download-with-body')) {
    return Buffer.from('<html><body>The file is <a href="#">here</a>.</body></html>');
  }
  if (answer.body === undefined) return Buffer.alloc(0);
  return Buffer.from(jsonText(w, answer.body));
}

function mayZip(w: World, raw: IncomingMessage, answer: Answer): boolean {
  const accepts = /\bgzip\b/.test(String(raw.headers['accept-encoding'] ?? ''));
  return w.variants.has('bodies-zipped') && accepts && answer.raw === undefined;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends a body in pieces that cut through characters. */
async function inPieces(res: ServerResponse, body: Buffer): Promise<void> {
  const size = Math.max(7, Math.ceil(body.length / 9));
  for (let at = 0; at < body.length; at += size) {
    res.write(body.subarray(at, at + size));
    await pause(1);
  }
  res.end();
}

/** Sends an answer in the way of the variants. */
export async function deliver(
  w: World,
  raw: IncomingMessage,
  res: ServerResponse,
  answer: Answer,
): Promise<void> {
  const v = w.variants;
  if (v.has('early-hints')) res.writeEarlyHints({link: '</style.css>; rel=preload; as=style'});
  for (const [name, value] of headersOf(w, raw, answer)) res.setHeader(name, value);
  if (v.has('connections-closed')) res.setHeader('Connection', 'close');
  res.statusCode = answer.status;
  let body = bytesOf(w, answer);
  const condition = conditionOf(w, raw, answer.status, body);
  for (const [name, value] of Object.entries(condition.headers)) res.setHeader(name, value);
  if (condition.unmodified) {
    res.statusCode = 304;
    res.removeHeader('Content-Type');
    return void res.end();
  }
  if (body.length > 0 && mayZip(w, raw, answer)) {
    res.setHeader('Content-Encoding', 'gzip');
    body = gzipSync(body);
  }
  if (v.has('bodies-until-close')) {
    res.shouldKeepAlive = false;
    res.useChunkedEncodingByDefault = false;
    res.flushHeaders();
  }
  if (v.has('bodies-with-trailers') && body.length > 0) {
    res.setHeader('Trailer', 'Server-Timing');
    res.write(body);
    res.addTrailers({'Server-Timing': 'app;dur=12'});
    return void res.end();
  }
  if (v.has('bodies-in-pieces') && body.length > 0) return inPieces(res, body);
  res.end(body);
}
