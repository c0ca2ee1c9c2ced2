import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Rate} from './limits.ts';
import type {Outgoing} from './variants/types.ts';
import {ALLOWED} from './limits.ts';
import type {Faults, Json, Reply, Scene} from './types.ts';
import {cutShort, JSON_TYPE, misheaded} from './slips/wire.ts';
import {leavingFrom, writtenByVariants} from './variants/all.ts';
import {codingOf, packed} from './variants/wire.ts';

const MOST_BYTES = 1_000_000;

/** Reads the body of a request; null when it is too long. */
export async function readBody(req: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of req) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size <= MOST_BYTES) parts.push(bytes);
  }
  return size > MOST_BYTES ? null : Buffer.concat(parts);
}

/** What a faulty parser makes of a body that is no JSON; null when nothing. */
function lenient(text: string, faults: Faults): Json | null {
  if (faults.has('form-body-accepted') && /^[a-z_]+=/.test(text)) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  const end = text.lastIndexOf('}') + 1;
  if (!faults.has('json-trailing-garbage') || end === 0 || end === text.length) return null;
  return parseBody(Buffer.from(text.slice(0, end)), new Set());
}

/** A body in which a faulty parser has read each half of an escaped pair alone. */
function unescaped(text: string, faults: Faults): string {
  if (!faults.has('json-surrogate-escapes-broken')) return text;
  const pairs = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/gi;
  return text.replaceAll(pairs, String.raw`\ufffd\ufffd`);
}

/** The JSON object of a body ({} when empty); null when it is none. */
export function parseBody(bytes: Buffer | null, faults: Faults): Json | null {
  if (bytes === null) return null;
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(unescaped(new TextDecoder('utf-8', {fatal: true}).decode(bytes), faults));
  } catch (error) {
    if (faults.has('bad-json-crashes')) throw error;
    return lenient(bytes.toString('utf8'), faults);
  }
  if (value === null && faults.has('null-body-crashes')) throw new TypeError('body is null');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return {...value};
}

function rateHeaders({used, resetAt}: Rate): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(ALLOWED.minute),
    'X-RateLimit-Remaining': String(Math.max(0, ALLOWED.minute - used)),
    ...(resetAt !== null && {'X-RateLimit-Reset': String(Math.ceil(resetAt / 1000))}),
  };
}

/** What is to be sent. */
export interface Sent {
  reply: Reply;
  rate: Rate;
  /** Whether the API answers, and not a hook or the site. */
  api?: boolean;
}

/** Sends a reply with the headers of every response. */
export function send(
  scene: Scene,
  res: ServerResponse,
  {reply, rate, api = false}: Sent,
  head: boolean,
): void {
  const {faults} = scene;
  const {status} = reply;
  const bodiless = status === 204;
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {});
  res.sendDate = false;
  const headers: Record<string, string> = {
    ...(bodiless || text === '' ? {} : {'Content-Type': JSON_TYPE}),
    Date: new Date(scene.now()).toUTCString(),
    'Cache-Control': 'no-store, private',
    'X-Served-By': 'shelfd/3.9',
    'Strict-Transport-Security': 'max-age=31536000; includeSubdomains',
    'X-Content-Type-Options': 'nosniff',
    'X-XSS-Protection': '1',
    ...rateHeaders(rate),
    ...reply.headers,
  };
  misheaded(faults, {req: res.req, status, rate, headers, now: scene.now()});
  const short = api && faults.has('answers-cut-by-characters');
  const outgoing = {status: reply.status, headers, text: short ? cutShort(text) : text};
  if (!bodiless) headers['Content-Length'] = '0';
  if (api) writtenByVariants(scene, outgoing, res.req);
  // Last, because other variants parse the text, and JSON.parse loses digits of long ids.
  outgoing.text = leavingFrom(scene.variants, outgoing.text);
  write(scene, res, outgoing, bodiless || head || outgoing.status === 304);
}

function write(scene: Scene, res: ServerResponse, outgoing: Outgoing, bodiless: boolean): void {
  const {headers, text} = outgoing;
  const coding = codingOf(scene.variants, String(res.req.headers['accept-encoding'] ?? ''));
  const bytes = packed(text, coding);
  if (coding !== null && text !== '') headers['Content-Encoding'] = coding;
  const length = Object.keys(headers).find((name) => name.toLowerCase() === 'content-length');
  if (length !== undefined) headers[length] = String(bytes.length);
  res.writeHead(outgoing.status, headers);
  res.end(bodiless ? undefined : bytes);
}
