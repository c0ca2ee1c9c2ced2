import type {Why} from '../../operation.ts';
import type {Admission, IssuedCredential} from '../../http/api-interface.ts';
import type {WindowKind} from '../../world/window.ts';
import type {World} from '../../world/world.ts';

/**
 * The minute of a token, then the days of reads of the token and of its store. A refused request
 * spends nothing. `X-RateLimit-Reset` stands only where nothing is left of the minute;
 * `Retry-After` only on a spent day.
 */
export function admit(
  world: World,
  credential: IssuedCredential,
  request: {method: string; version: string; operation: string | undefined},
  skips: ReadonlySet<string>,
): Admission {
  const {method} = request;
  if (method === 'HEAD' && world.freedom('store.limits.head') === 'refused')
    return {
      refused: {
        situation: 'method-not-allowed',
        why: {expected: 'GET', got: 'HEAD', todo: 'use GET'},
      },
    };
  const limit = world.numbers['store.limits.requests_per_minute']!;
  if (!world.settings.limits) return {headers: rate(limit, limit - 1)};
  const now = world.now();
  const facets = {...request, credential: credential.key, tenant: credential.tenant};
  const window = world.window(
    'store.limits.minute',
    facets,
    limit,
    world.freedom('store.limits.window') as WindowKind,
  );
  if (!window.admit(now) && !skips.has('rate-limited'))
    return {
      headers: rate(limit, 0, window.opensAt()),
      refused: {
        situation: 'rate-limited',
        why: why(world, `at most ${limit} requests a minute of one token`, window.opensAt() - now),
        ...(world.freedom('store.limits.minute_retry_after') === true && {
          headers: {'retry-after': String(Math.ceil((window.opensAt() - now) / 1000))},
        }),
      },
    };
  const left = window.left(now);
  const told = left === 0 && world.freedom('store.limits.reset_from') === 'last_served';
  const headers = rate(limit, left, told ? window.opensAt() : undefined);
  const counts = (['token', 'store'] as const)
    .filter((of) => world.counters[`store.limits.${of}_reads`]!.methods!.includes(method))
    .map((of) => ({of, reads: world.reads(`store.limits.${of}_reads`, facets).count}));
  for (const {of, reads} of counts) {
    const most = world.numbers[`store.limits.${of}_reads_per_day`]!;
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
  for (const {reads} of counts) reads.add(now);
  if (counts.length) world.noteReads();
  return {headers};
}

function rate(limit: number, left: number, opensAt?: number): Record<string, string> {
  const headers: Record<string, string> = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(left),
  };
  if (opensAt !== undefined) headers['x-ratelimit-reset'] = String(Math.ceil(opensAt / 1000));
  return headers;
}

const why = (world: World, expected: string, ms: number): Why => ({
  expected,
  got: 'one more',
  todo: world.clock.frozen
    ? "the world's clock is frozen: advance it through the control plane"
    : `wait ${Math.ceil(ms / 1000)} s`,
});
