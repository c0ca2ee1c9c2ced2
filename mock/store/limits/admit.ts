import type {Why} from '../../operation.ts';
import type {Admission, Credential} from '../../http/face.ts';
import type {WindowKind} from '../../world/window.ts';
import type {World} from '../../world/world.ts';

/** Daily read counters of a token and of its store, one pair per version of the API (Limits). */
export const counters = (credential: {key: string; tenant: string}, version: string): {token: string; store: string} => ({
  token: `token:${credential.key}:${version}`,
  store: `store:${credential.tenant}:${version}`,
});

/**
 * The minute of a token, then the days of reads of the token and of its store. A refused request spends nothing.
 * `X-RateLimit-Reset` stands only where nothing is left of the minute; `Retry-After` only on a spent day.
 */
export function admit(
  world: World,
  credential: Credential,
  {method, version}: {method: string; version: string},
  skips: ReadonlySet<string>,
): Admission {
  if (method === 'HEAD' && world.freedom('store.limits.head') === 'refused')
    return {refused: {situation: 'method-not-allowed', why: {expected: 'GET', got: 'HEAD', todo: 'use GET'}}};
  const limit = world.numbers['store.limits.requests_per_minute']!;
  if (!world.settings.limits) return {headers: rate(limit, limit - 1)};
  const now = world.now();
  const window = world.window(credential.key, limit, world.freedom('store.limits.window') as WindowKind);
  if (!window.admit(now) && !skips.has('rate-limited'))
    return {
      headers: rate(limit, 0, window.opensAt()),
      refused: {
        situation: 'rate-limited',
        why: why(world, `at most ${limit} requests a minute of one token`, window.opensAt() - now),
        ...(world.freedom('store.limits.minute_retry_after') === true && {headers: {'retry-after': String(Math.ceil((window.opensAt() - now) / 1000))}}),
      },
    };
  const left = window.left(now);
  const told = left === 0 && world.freedom('store.limits.reset_from') === 'last_served';
  const headers = rate(limit, left, told ? window.opensAt() : undefined);
  if (method !== 'GET' && method !== 'HEAD') return {headers};
  const names = counters(credential, version);
  for (const of of ['token', 'store'] as const) {
    const most = world.numbers[`store.limits.${of}_reads_per_day`]!;
    const reads = world.reads(names[of]);
    if (reads.count(now) < most || skips.has('quota-spent')) continue;
    const wait = reads.wait(now);
    if (world.freedom('store.limits.refused_reads_counted') === true) reads.add(now);
    return {
      headers,
      refused: {
        situation: 'quota-spent',
        why: why(world, `at most ${most} reads a day of one ${of}`, wait * 1000),
        headers: {'retry-after': String(wait)},
      },
    };
  }
  world.reads(names.token).add(now);
  world.reads(names.store).add(now);
  world.noteReads();
  return {headers};
}

function rate(limit: number, left: number, opensAt?: number): Record<string, string> {
  const headers: Record<string, string> = {'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(left)};
  if (opensAt !== undefined) headers['x-ratelimit-reset'] = String(Math.ceil(opensAt / 1000));
  return headers;
}

const why = (world: World, expected: string, ms: number): Why => ({
  expected,
  got: 'one more',
  todo: world.clock.frozen ? "the world's clock is frozen: advance it through the control plane" : `wait ${Math.ceil(ms / 1000)} s`,
});
