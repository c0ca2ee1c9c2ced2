import {pause, Refusal} from './http.ts';
import type {Incoming} from './http.ts';
import type {KeyRecord, TokenRecord} from './model.ts';
import {isNewKey, memoryOf} from './part-d/memory.ts';
import {hitsOfMethod, keyElsewhere, redirectsToLogin, takesTokens} from './part-e/doors.ts';
import {MINUTE} from './time.ts';
import {keyReason} from './variants/doors.ts';
import {countsRefused, retryHeaders, windowStart} from './variants/rates.ts';
import type {World} from './world.ts';

const RATE = 60;

/** The bearer credential of a request, if there is one. */
export function bearer(req: Incoming): string | undefined {
  return /^bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
}

function looseCredential(w: World, req: Incoming): string | undefined {
  const f = w.faults;
  const header = req.headers.authorization ?? '';
  if (f.has('key-in-query')) {
    const given = req.url.searchParams.get('api_key');
    if (given !== null) return given;
  }
  if (f.has('key-without-scheme') && w.keys.has(header)) return header;
  if (f.has('key-as-basic') && header.startsWith('Basic ')) {
    return Buffer.from(header.slice(6), 'base64').toString('utf8').split(':')[0];
  }
  const store = req.headers['x-user-token'];
  if (f.has('key-in-store-header') && typeof store === 'string') return store;
  return keyElsewhere(w, req);
}

/** Whether two keys are equal but for their last character. */
function isAlike(key: string, given: string): boolean {
  return key.length === given.length && key.slice(0, -1) === given.slice(0, -1);
}

function findKey(w: World, req: Incoming, given: string): KeyRecord | undefined {
  const known = w.keys.get(given);
  if (known !== undefined) return known;
  for (const one of w.keys.values()) {
    if (w.faults.has('key-any-case') && one.key.toLowerCase() === given.toLowerCase()) return one;
    if (w.faults.has('key-last-character-ignored') && isAlike(one.key, given)) return one;
    if (w.faults.has('key-longer-accepted') && given.startsWith(one.key)) return one;
  }
  const token = w.tokens.get(given);
  const takes = w.faults.has('oauth-on-api') || takesTokens(w, req);
  if (token !== undefined && takes) return tokenAsKey(token);
  const wasUsed = w.faults.has('oauth-token-after-use') && memoryOf(w).has(`used ${given}`);
  if (token !== undefined && wasUsed) return tokenAsKey(token);
  return undefined;
}

function tokenAsKey(token: TokenRecord): KeyRecord {
  return {
    key: token.token,
    space: token.space,
    hits: [],
    abilities: ['library:read', 'library:write', 'tools:run'],
  };
}

/** The key of a request, or the 401. */
export function authenticate(w: World, req: Incoming): KeyRecord {
  const plain = req.headers.authorization ?? '';
  const strict = w.variants.has('scheme-as-written') && !/^Bearer \S+$/.test(plain);
  const given = strict ? undefined : (bearer(req) ?? looseCredential(w, req));
  const found = given === undefined ? undefined : findKey(w, req, given);
  if (found !== undefined) return found;
  const status = given !== undefined && w.faults.has('unknown-key-403') ? 403 : 401;
  const reason = keyReason(w, req.headers.authorization);
  if (redirectsToLogin(w, req)) {
    throw new Refusal(302, reason, 'Please log in.', undefined, {Location: `${w.base}/login`});
  }
  throw new Refusal(status, reason, 'A workspace API key is needed.', undefined, {
    'WWW-Authenticate': 'Bearer realm="workspace"',
  });
}

function bucket(w: World, key: KeyRecord): KeyRecord['hits'] {
  const shared = w.faults.has('rate-shared-by-all');
  if (!shared && !w.faults.has('rate-shared-by-workspace')) return key.hits;
  for (const one of w.keys.values()) if (shared || one.space === key.space) return one.hits;
  return key.hits;
}

function rateOf(w: World): number {
  if (w.faults.has('rate-50')) return 50;
  if (w.faults.has('rate-61')) return RATE + 1;
  if (w.faults.has('rate-120')) return 2 * RATE;
  return RATE;
}

function isFree(w: World, operation: string): boolean {
  const f = w.faults;
  if (f.has('rate-reads-free-of-usage') && operation === 'usage') return true;
  const isPost = ['reserve', 'register', 'start'].includes(operation);
  return f.has(isPost ? 'rate-posts-free' : 'rate-reads-free');
}

/** Counts a request of a key: 60 in any 60 seconds; the refused ones are not counted. */
export function countRequest(w: World, key: KeyRecord, operation: string): void {
  const f = w.faults;
  if (f.has('rate-without-limit')) return;
  if (f.has('rate-new-keys-free') && isNewKey(w, key.key)) return;
  const now = w.now();
  const window = f.has('rate-window-of-two-minutes') ? 2 * MINUTE : MINUTE;
  const hits = bucket(w, key);
  const since = windowStart(w, hits) ?? now - window;
  const recent = hits.filter((one) => one.at > since);
  hits.splice(0, hits.length, ...recent);
  const counted = f.has('rate-per-operation')
    ? recent.filter((one) => one.operation === operation)
    : hitsOfMethod(w, recent, operation);
  if (counted.length < rateOf(w)) {
    if (isFree(w, operation)) return;
    if (f.has('rate-race')) void pause().then(() => hits.push({at: now, operation}));
    else hits.push({at: now, operation});
    return;
  }
  const first = counted[0]?.at ?? now;
  const calendar = w.variants.has('rate-calendar-minute');
  const ends = calendar ? (Math.floor(now / MINUTE) + 1) * MINUTE : first + window;
  const wait = Math.max(1, Math.ceil((ends - now) / 1000));
  if (countsRefused(w)) hits.push({at: now, operation});
  throw new Refusal(
    f.has('rate-503') ? 503 : 429,
    'slow_down',
    'This key sent more than 60 requests within a minute.',
    {retry_after_seconds: wait},
    retryHeaders(w, ends - now),
  );
}

/** Uncounts what a faulty place does not count. */
export function forgive(w: World, key: KeyRecord, status: number): void {
  if (w.faults.has('rate-forgives-not-found') && status === 404) bucket(w, key).pop();
  if (w.faults.has('rate-forgives-forbidden') && status === 403) bucket(w, key).pop();
}
