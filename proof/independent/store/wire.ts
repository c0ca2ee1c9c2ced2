import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Rate} from './limits.ts';
import type {Outgoing} from './variants/types.ts';
import {ALLOWED} from './limits.ts';
import type {Faults, Json, Reply, Scene} from './types.ts';
import {cutShort, misheaded} from './slips/wire.ts';
import {leavingFrom, writtenByVariants} from './variants/all.ts';
import {compressed} from './variants/wire.ts';

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

function securityHeaders(faults: Faults, reply: Reply, head: boolean): Record<string, string> {
  const {status} = reply;
  const headers: Record<string, string> = {};
  const skipped =
    faults.has('sts-missing') ||
    (faults.has('sts-missing-on-401') && status === 401) ||
    (faults.has('sts-missing-on-head') && head);
  const part = faults.has('sts-without-subdomains') ? '' : '; includeSubdomains';
  if (!skipped) headers['Strict-Transport-Security'] = `max-age=31536000${part}`;
  const bare =
    (faults.has('nosniff-missing-on-errors') && status >= 400) ||
    (faults.has('nosniff-missing-on-204') && status === 204);
  if (!bare) headers['X-Content-Type-Options'] = 'nosniff';
  const plain = faults.has('xss-missing-on-429') && status === 429;
  const mode = faults.has('xss-protection-0') ? '0' : '1';
  if (!plain) headers['X-XSS-Protection'] = mode;
  return headers;
}

function rateHeaders(scene: Scene, rate: Rate, status: number): Record<string, string> {
  const {faults} = scene;
  if (faults.has('rate-missing-on-errors') && status >= 400) return {};
  const headers: Record<string, string> = {};
  headers['X-RateLimit-Limit'] = String(faults.has('limit-header-1000') ? 1000 : ALLOWED.minute);
  const used = faults.has('remaining-constant') ? 1 : rate.used;
  let left = Math.max(0, ALLOWED.minute - used);
  if (faults.has('remaining-negative') && rate.limited) left = -1;
  if (!faults.has('remaining-missing')) headers['X-RateLimit-Remaining'] = String(left);
  const at = rate.resetAt ?? (faults.has('reset-always') ? scene.now() + 60_000 : null);
  if (at !== null && !faults.has('reset-never')) {
    const seconds = Math.ceil(at / 1000);
    const text = faults.has('reset-in-seconds') ? Math.ceil((at - scene.now()) / 1000) : seconds;
    headers['X-RateLimit-Reset'] = String(text);
  }
  return headers;
}

/** Writes headers as a faulty configuration does. */
function misconfigure(faults: Faults, headers: Record<string, string>): void {
  if (faults.has('sts-half-year')) {
    headers['Strict-Transport-Security'] = 'max-age=15552000; includeSubdomains';
  }
  if (faults.has('nosniff-misspelt')) headers['X-Content-Type-Options'] = 'no-sniff';
  if (faults.has('xss-mode-block')) headers['X-XSS-Protection'] = '1; mode=block';
  if (faults.has('limit-header-missing')) delete headers['X-RateLimit-Limit'];
  if (faults.has('remaining-with-limit')) headers['X-RateLimit-Remaining'] += `/${ALLOWED.minute}`;
  const reset = headers['X-RateLimit-Reset'];
  if (reset !== undefined && faults.has('reset-as-date')) {
    headers['X-RateLimit-Reset'] = new Date(Number(reset) * 1000).toUTCString();
  }
  if (reset !== undefined && faults.has('reset-in-milliseconds')) {
    headers['X-RateLimit-Reset'] = `${reset}000`;
  }
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
  const bodiless = reply.status === 204;
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {});
  const kind =
    faults.has('success-as-html') && reply.status < 300
      ? 'text/html'
      : 'application/json;charset=UTF-8';
  res.sendDate = false;
  const headers: Record<string, string> = {
    ...(bodiless || text === '' ? {} : {'Content-Type': kind}),
    Date: new Date(scene.now()).toUTCString(),
    'Cache-Control': 'no-store, private',
    'X-Served-By': 'shelfd/3.9',
    ...securityHeaders(faults, reply, head),
    ...rateHeaders(scene, rate, reply.status),
    ...reply.headers,
  };
  misconfigure(faults, headers);
  misheaded(scene, {req: res.req, rate, headers});
  const short = api && faults.has('answers-cut-by-characters');
  const outgoing = {status: reply.status, headers, text: short ? cutShort(text) : text};
  if (!bodiless) headers['Content-Length'] = '0';
  if (api) writtenByVariants(scene.variants, outgoing);
  // Last, because other variants parse the text, and JSON.parse loses digits of long ids.
  outgoing.text = leavingFrom(scene.variants, outgoing.text);
  write(scene, res, outgoing, bodiless || head);
}

/** Whether a client takes compressed answers, and this server compresses. */
function compresses({variants}: Scene, res: ServerResponse): boolean {
  const accepted = String(res.req.headers['accept-encoding'] ?? '');
  return variants.has('answers-compressed') && /\bgzip\b/.test(accepted);
}

function write(scene: Scene, res: ServerResponse, outgoing: Outgoing, bodiless: boolean): void {
  const {headers, text} = outgoing;
  const packed = compresses(scene, res);
  const bytes = packed ? compressed(text) : Buffer.from(text);
  if (packed) headers['Content-Encoding'] = 'gzip';
  const length = Object.keys(headers).find((name) => name.toLowerCase() === 'content-length');
  if (length !== undefined) headers[length] = String(bytes.length);
  res.writeHead(outgoing.status, headers);
  res.end(bodiless ? undefined : bytes);
}
