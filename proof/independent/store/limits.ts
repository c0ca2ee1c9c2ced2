import {refuse} from './replies.ts';
import {DAY, MINUTE, pause} from './time.ts';
import type {Ask, ReadLog, Reply, Scene, Token} from './types.ts';

/** The documented allowances. */
export const ALLOWED = {minute: 60, token: 2000, store: 5000} as const;

/** What the rate headers tell. */
export interface Rate {
  used: number;
  limited: boolean;
  resetAt: number | null;
}

function minuteAllowance(scene: Scene): number {
  const {faults} = scene;
  if (faults.has('minute-limit-none')) return Infinity;
  if (faults.has('minute-limit-30')) return 30;
  return faults.has('minute-61-served') ? 61 : ALLOWED.minute;
}

function minuteKey(scene: Scene, token: Token, ask: Ask): string {
  if (scene.faults.has('minute-per-path')) return `${token.id} ${ask.path}`;
  return scene.faults.has('minute-per-store') ? token.store.key : token.id;
}

function minuteHits(scene: Scene, token: Token, ask: Ask): number[] {
  const key = minuteKey(scene, token, ask);
  const hits = scene.world.minutes.get(key) ?? [];
  scene.world.minutes.set(key, hits);
  const window = scene.faults.has('minute-window-long') ? 10 * MINUTE : MINUTE;
  const from = scene.now() - window;
  const fixed = scene.variants.has('minute-window-fixed');
  if (fixed && (hits[0] ?? Infinity) <= from) hits.length = 0;
  while ((hits[0] ?? Infinity) <= from) hits.shift();
  return hits;
}

function counted(scene: Scene, method: string): boolean {
  const {faults} = scene;
  if (faults.has('minute-writes-free') && method !== 'GET') return false;
  if (faults.has('minute-head-free') && method === 'HEAD') return false;
  return !(faults.has('minute-deletes-free') && method === 'DELETE');
}

/** Takes a place of the minute; tells whether there was none. */
export async function takeMinute(scene: Scene, token: Token, ask: Ask): Promise<Rate> {
  const hits = minuteHits(scene, token, ask);
  const allowance = minuteAllowance(scene);
  const limited = hits.length >= allowance;
  if (scene.faults.has('minute-race')) await pause();
  if (!limited && counted(scene, ask.method)) hits.push(scene.now());
  const twice = ask.method === 'PUT' && scene.faults.has('minute-updates-cost-two');
  if (!limited && twice) hits.push(scene.now());
  if (limited && scene.faults.has('minute-refusal-restarts')) hits.fill(scene.now());
  const first = hits[0];
  const full = hits.length >= allowance && first !== undefined;
  const used = scene.faults.has('remaining-counts-store') ? storeHits(scene, token) : hits.length;
  if (full) scene.world.marks.set(`full:${token.id}`, String(first + MINUTE));
  return {used, limited, resetAt: full ? first + MINUTE : lingering(scene, token)};
}

/** The end of a minute that was used up once, which only a faulty server still tells. */
function lingering({faults, world}: Scene, token: Token): number | null {
  if (!faults.has('reset-lingers')) return null;
  const known = world.marks.get(`full:${token.id}`);
  return known === undefined ? null : Number(known);
}

/** The places that all tokens of a store have taken. */
function storeHits(scene: Scene, token: Token): number {
  const own = scene.world.tokens.filter((one) => one.store === token.store);
  return own.reduce((sum, one) => sum + (scene.world.minutes.get(one.id)?.length ?? 0), 0);
}

/** Gives a place of the minute back, when a faulty counter does not count what was refused. */
export function forgive(scene: Scene, token: Token, ask: Ask, status: number): void {
  const {faults} = scene;
  const free =
    (status === 422 && faults.has('minute-failed-free')) ||
    (status === 404 && faults.has('minute-not-found-free')) ||
    (faults.has('minute-orders-free') && ask.path.includes('/orders')) ||
    (faults.has('minute-plan-deletions-free') && ask.path.startsWith('/api/v1/'));
  if (free) minuteHits(scene, token, ask).pop();
}

/** The log of reads of a token or store under one API version. */
export function readLog(scene: Scene, key: string): ReadLog {
  const log = scene.world.days.get(key) ?? {made: [], planted: []};
  scene.world.days.set(key, log);
  const now = scene.now();
  let from = now - DAY;
  if (scene.faults.has('daily-window-25-hours')) from -= DAY / 24;
  if (scene.faults.has('daily-resets-at-midnight')) from = now - (now % DAY) - 1;
  if (scene.faults.has('daily-fixed-window')) {
    const first = Math.min(log.made[0] ?? Infinity, log.planted[0] ?? Infinity);
    from = first <= from ? Infinity : from;
  }
  if (scene.variants.has('reads-of-the-day-with-their-first-moment')) from -= 1;
  for (const list of [log.made, log.planted]) {
    while (list[0] !== undefined && list[0] <= from) list.shift();
  }
  return log;
}

/** The key of the log of a token. */
export function tokenKey(scene: Scene, token: Token, api: string): string {
  if (scene.faults.has('daily-tokens-share')) return `t:${token.store.key}:${api}`;
  return scene.faults.has('daily-shared-with-v3') ? `t:${token.id}` : `t:${token.id}:${api}`;
}

/** The key of the log of a store. */
export function storeKey(scene: Scene, token: Token, api: string): string {
  const name = scene.faults.has('daily-stores-share') ? 'all' : token.store.key;
  return scene.faults.has('daily-store-shared-with-v3') ? `s:${name}` : `s:${name}:${api}`;
}

/** Reads in a log. */
export function readsOf(log: ReadLog): number {
  return log.made.length + log.planted.length;
}

function tokenAllowance(scene: Scene): number {
  const {faults} = scene;
  if (faults.has('daily-token-none')) return Infinity;
  if (faults.has('daily-token-1000')) return 1000;
  return faults.has('daily-2001-served') ? ALLOWED.token + 1 : ALLOWED.token;
}

function storeAllowance(scene: Scene): number {
  if (scene.faults.has('daily-store-2000')) return ALLOWED.token;
  return scene.faults.has('daily-store-none') ? Infinity : ALLOWED.store;
}

function retryAfter({variants}: Scene, log: ReadLog): string {
  const first = Math.min(log.made[0] ?? Infinity, log.planted[0] ?? Infinity);
  const free = first + DAY + (variants.has('reads-of-the-day-with-their-first-moment') ? 1 : 0);
  return new Date(Math.ceil(free / 1000) * 1000).toUTCString();
}

function exhausted(scene: Scene, log: ReadLog, whose: string): Reply {
  const reply = refuse(429, `The daily reads of this ${whose} are used up.`);
  const {faults} = scene;
  const silent =
    faults.has('daily-no-retry-after') || (faults.has('store-no-retry-after') && whose === 'store');
  if (!silent) reply.headers = {'Retry-After': retryAfter(scene, log)};
  if (faults.has('daily-429-bare')) reply.body = {error: 'quota'};
  if (faults.has('daily-status-403')) reply.status = 403;
  return reply;
}

function isCounted(scene: Scene, method: string): boolean {
  if (method === 'GET' || scene.faults.has('daily-writes-counted')) return true;
  return method === 'HEAD' && !scene.faults.has('daily-head-free');
}

/** Whether the reads of a token count for its store (a faulty server counts the first one's). */
function countsForStore({faults, world}: Scene, token: Token): boolean {
  if (!faults.has('daily-second-admin-free-for-store')) return true;
  return world.tokens.find((one) => one.store === token.store) === token;
}

/** Counts a read of the day; a reply when there is none left. */
export async function takeRead(
  scene: Scene,
  token: Token,
  api: string,
  method: string,
): Promise<Reply | null> {
  const {faults} = scene;
  const own = readLog(scene, tokenKey(scene, token, api));
  const whole = readLog(scene, storeKey(scene, token, api));
  const judged = isCounted(scene, method) || faults.has('daily-blocks-writes');
  if (!judged) {
    if (faults.has('daily-writes-count-for-store')) whole.made.push(scene.now());
    return null;
  }
  const full = readsOf(whole) >= storeAllowance(scene);
  if (faults.has('daily-store-race')) await pause();
  const spared = faults.has('daily-head-never-refused') && method === 'HEAD';
  if (full && !spared) return exhausted(scene, whole, 'store');
  const spent = readsOf(own) >= tokenAllowance(scene);
  if (faults.has('daily-token-race')) await pause();
  if (spent && !spared) return exhausted(scene, own, 'token');
  if (!isCounted(scene, method)) return null;
  own.made.push(scene.now());
  if (countsForStore(scene, token)) whole.made.push(scene.now());
  if (method === 'HEAD' && faults.has('daily-head-costs-two')) {
    own.made.push(scene.now());
    whole.made.push(scene.now());
  }
  return null;
}

/** Takes the reads of a token out of those of its store, as a faulty sum over tokens does. */
export function forgetReads(scene: Scene, token: Token): void {
  if (!scene.faults.has('daily-store-forgets-deleted-tokens')) return;
  for (const api of ['v1', 'v3']) {
    const whole = readLog(scene, storeKey(scene, token, api));
    for (const at of readLog(scene, tokenKey(scene, token, api)).made) {
      const index = whole.made.indexOf(at);
      if (index >= 0) whole.made.splice(index, 1);
    }
  }
}

/** The answer when the minute is used up. */
export function minuteRefusal(scene: Scene, rate: Rate): Reply {
  const reply = refuse(429, 'More than 60 requests within a minute.');
  const at = Math.ceil((rate.resetAt ?? scene.now() + MINUTE) / 1000);
  reply.headers = {'Retry-After': new Date(at * 1000).toUTCString()};
  if (scene.faults.has('minute-status-403')) reply.status = 403;
  if (scene.faults.has('minute-429-html')) {
    reply.body = '<html><body>Too many requests</body></html>';
    reply.headers['Content-Type'] = 'text/html';
  }
  return reply;
}
