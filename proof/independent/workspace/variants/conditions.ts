import type {IncomingMessage} from 'node:http';
import {
  digestOf,
  isUnmodified,
  sentSince,
  validatorHeaders,
  type Validators,
} from '../../preconditions.ts';
import {SECOND} from '../time.ts';
import type {World} from '../world.ts';

/** What a variant tells of a successful read. */
type Told = {validators?: Validators; headers?: Record<string, string>};

type Teller = (w: World, raw: IncomingMessage, text: string) => Told;

/** Since when a read has been answered as it is. */
function changed(w: World, {headers, url = ''}: IncomingMessage, text: string): number {
  const name = `${headers.authorization ?? ''} ${url}`;
  return sentSince(w.sendings, name, digestOf(text), w.now());
}

const REVALIDATED = {'Cache-Control': 'private, no-cache'};

const TELLERS: Readonly<Record<string, Teller>> = {
  'etags-weak': (_w, _raw, text) => ({
    validators: {tag: `W/"${digestOf(text)}"`},
    headers: REVALIDATED,
  }),
  'etag-of-a-day-on-the-catalog': (w, {url = ''}) => {
    if (!/\/api\/v1\/tools(\?|$)/.test(url)) return {};
    const day = new Date(w.now()).toISOString().slice(0, 10);
    return {validators: {tag: `W/"${day}"`}, headers: {'Cache-Control': 'private, max-age=3600'}};
  },
  'etags-of-second-and-length': (w, raw, text) => {
    const second = Math.floor(changed(w, raw, text) / SECOND).toString(16);
    return {validators: {tag: `W/"${second}-${text.length.toString(16)}"`}, headers: REVALIDATED};
  },
  'last-modified-in-seconds': (w, raw, text) => ({
    validators: {modified: changed(w, raw, text)},
    headers: REVALIDATED,
  }),
  'validators-of-both-kinds': (w, raw, text) => ({
    validators: {
      tag: String.raw`"W/,*;\'${digestOf(text)}{}"`,
      modified: changed(w, raw, text),
    },
    headers: {...REVALIDATED, Vary: 'Authorization, Accept-Encoding, Accept-Language'},
  }),
  'validators-at-times': (w, _raw, text) => {
    if (w.count('read of a node') % 2 === 0) return {headers: {'Cache-Control': 'no-store'}};
    return {validators: {tag: `"${digestOf(text)}"`}, headers: REVALIDATED};
  },
};

/** What a variant makes of a conditional request (RFC 9110 13): further headers, and whether it is a 304. */
export function conditionOf(
  w: World,
  raw: IncomingMessage,
  status: number,
  body: Buffer,
): {headers: Record<string, string>; unmodified: boolean} {
  const {method, url = ''} = raw;
  const isRead = (method === 'GET' || method === 'HEAD') && url.includes('/api/v1/');
  if (!isRead || status !== 200) return {headers: {}, unmodified: false};
  const text = body.toString('utf8');
  let headers: Record<string, string> = {};
  let unmodified = false;
  for (const [name, tell] of Object.entries(TELLERS)) {
    if (!w.variants.has(name)) continue;
    const {validators = {}, headers: more = {}} = tell(w, raw, text);
    headers = {...headers, ...more, ...validatorHeaders(validators)};
    unmodified ||= isUnmodified(raw.headers, validators);
  }
  return {headers, unmodified};
}
