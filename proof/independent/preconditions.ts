import {createHash} from 'node:crypto';
import type {IncomingHttpHeaders} from 'node:http';

/** What a server says of one representation, so that it can be asked for again (RFC 9110 8.8). */
export interface Validators {
  /** An entity tag with its quotes, weak ones with `W/`. */
  tag?: string;
  /** When it was modified, in milliseconds. */
  modified?: number;
}

/** When each representation was first sent as it is now, by whose and which it is. */
export type Sendings = Map<string, {digest: string; since: number}>;

/** An entity tag (RFC 9110 8.8.3). */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** A short name of a text, the same for equal texts. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** Since when a representation has been sent with this digest. */
export function sentSince(all: Sendings, name: string, digest: string, now: number): number {
  const known = all.get(name);
  if (known?.digest === digest) return known.since;
  all.set(name, {digest, since: now});
  return now;
}

/** A moment as HTTP writes it: to the second, rounded down. */
const httpDate = (ms: number): string => new Date(ms).toUTCString();

const opaque = (tag: string): string => tag.replace(/^W\//, '');

/** Whether a list of tags has this one, compared weakly (RFC 9110 8.8.3.2). */
function hasTag(list: string, tag: string | undefined): boolean {
  if (list.trim() === '*') return true;
  if (tag === undefined) return false;
  return (list.match(TAG) ?? []).some((one) => opaque(one) === opaque(tag));
}

/**
 * Whether the conditions of a GET or HEAD are false, so that 304 is the answer (RFC 9110 13.2.2).
 * `If-Modified-Since` is not looked at beside `If-None-Match` (13.1.3).
 */
export function isUnmodified(headers: IncomingHttpHeaders, {tag, modified}: Validators): boolean {
  const list = headers['if-none-match'];
  if (list !== undefined) return hasTag(list, tag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  if (Number.isNaN(since) || modified === undefined) return false;
  return Math.floor(modified / 1000) * 1000 <= since;
}

/** The headers that tell the validators. */
export function validatorHeaders({tag, modified}: Validators): Record<string, string> {
  return {
    ...(tag !== undefined && {ETag: tag}),
    ...(modified !== undefined && {'Last-Modified': httpDate(modified)}),
  };
}
