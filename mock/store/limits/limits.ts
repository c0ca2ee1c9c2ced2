import {defined} from '../../../spec/defined.ts';
import {quantity} from '../../../spec/quantity.ts';
import type {ApiInterface, Limit, RefusedRequest} from '../../http/api-interface.ts';
import type {Why} from '../../operation.ts';
import type {Facets} from '../../world/counter.ts';
import type {RollingCount} from '../../world/rolling-count.ts';
import type {Window, WindowKind} from '../../world/window.ts';
import type {World} from '../../world/world.ts';

/** Refuses HEAD in worlds that do not support it (NS-ST-76). */
const head: Limit = {
  situation: 'method-not-allowed',
  admit(world, {method}) {
    const isHeadRefused = world.freedom('store.limits.head') === 'refused';
    if (method !== 'HEAD' || !isHeadRefused) return undefined;
    return {
      refused: 'method-not-allowed',
      why: {expected: 'GET', got: 'HEAD', todo: 'use GET'},
    };
  },
};

/** Refuses when the minute limit of the token is reached (Limits). */
const minute: Limit = {
  situation: 'rate-limited',
  admit(world, facets) {
    if (!world.settings.limits) return undefined;
    const now = world.now();
    const window = minuteOf(world, facets);
    if (window.left(now) > 0) return undefined;
    const wait = window.opensAt() - now;
    const expected = `at most ${quantity(window.limit, 'request')} a minute of one token`;
    return {
      refused: 'rate-limited',
      why: explain(world, expected, wait),
      ...(world.freedom('store.limits.minute_retry_after') === true && {
        headers: {'retry-after': String(Math.ceil(wait / 1000))},
      }),
    };
  },
};

/** Counts the request for the minute limit of the token. */
const countedMinute: Limit = {
  situation: 'rate-limited',
  countsOnly: true,
  admit(world, facets) {
    if (world.settings.limits) minuteOf(world, facets).admit(world.now());
    return undefined;
  },
};

/**
 * Refuses a read when the daily quota of the token or of its store is used up. A refused request counts for neither
 * (Limits).
 */
const day: Limit = {
  situation: 'quota-spent',
  admit(world, facets) {
    const now = world.now();
    const spent = readsOf(world, facets).filter(({reads, limit}) => reads.count(now) >= limit);
    const [first] = spent;
    if (!first) return undefined;
    const {of, reads, limit} = first;
    const wait = Math.max(...spent.map((one) => one.reads.wait(now, one.limit)));
    if (world.freedom('store.limits.refused_reads_counted') === true) reads.add(now);
    return {
      refused: 'quota-spent',
      why: explain(world, `at most ${quantity(limit, 'read')} a day of one ${of}`, wait * 1000),
      headers: {'retry-after': String(wait)},
    };
  },
};

/** Counts a read for the daily quotas of the token and of its store. */
const countedDay: Limit = {
  situation: 'quota-spent',
  countsOnly: true,
  admit(world, facets) {
    const counts = readsOf(world, facets);
    for (const {reads} of counts) reads.add(world.now());
    if (counts.length) world.persistence.saveReads();
    return undefined;
  },
};

/** The limits of the store API, in the order in which they are counted (Limits). */
export const limits: readonly Limit[] = [head, minute, countedMinute, day, countedDay];

/**
 * The rate headers of a response. `X-RateLimit-Reset` is present only when the minute limit is reached; when a daily
 * quota is used up, `Retry-After` is sent instead (Limits).
 */
export const limitHeaders: ApiInterface['limitHeaders'] = (world, facets, refused) => {
  if (refused?.refused === 'method-not-allowed') return {};
  const window = minuteOf(world, facets);
  if (!world.settings.limits) return rate(window.limit, window.limit - 1);
  const left = window.left(world.now());
  const opensAt = showsReset(world, left, refused) ? window.opensAt() : undefined;
  return rate(window.limit, left, opensAt);
};

function showsReset(world: World, left: number, refused: RefusedRequest | undefined): boolean {
  if (refused?.refused === 'rate-limited') return true;
  return left === 0 && world.freedom('store.limits.reset_from') === 'last_served';
}

function rate(limit: number, left: number, opensAt?: number): Record<string, string> {
  const headers: Record<string, string> = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(left),
  };
  if (opensAt !== undefined) headers['x-ratelimit-reset'] = String(Math.ceil(opensAt / 1000));
  return headers;
}

const minuteOf = (world: World, facets: Facets): Window =>
  world.windows.of(
    'store.limits.minute',
    facets,
    numberOf(world, 'store.limits.requests_per_minute'),
    world.freedom('store.limits.window') as WindowKind,
  );

/** A daily quota for which a request counts. */
interface DailyReads {
  of: 'token' | 'store';
  reads: RollingCount;
  limit: number;
}

const OWNERS = ['token', 'store'] as const;

/** The daily quotas of a request; none for a write, or in a world without limits. */
function readsOf(world: World, facets: Facets): DailyReads[] {
  if (!world.settings.limits) return [];
  return OWNERS.filter((of) => counts(world, of, facets.method)).map((of) => ({
    of,
    reads: world.reads.of(`store.limits.${of}_reads`, facets).count,
    limit: numberOf(world, `store.limits.${of}_reads_per_day`),
  }));
}

function counts(world: World, of: 'token' | 'store', method: string | undefined): boolean {
  const {methods} = defined(world.counters[`store.limits.${of}_reads`], `the reads of a ${of}`);
  return method !== undefined && methods?.includes(method) === true;
}

const numberOf = (world: World, name: string): number =>
  defined(world.numbers[name], `the number ${name}`);

const explain = (world: World, expected: string, ms: number): Why => ({
  expected,
  got: 'one more',
  todo: world.clock.frozen
    ? "the world's clock is frozen: advance it through the control plane"
    : `wait ${Math.ceil(ms / 1000)} s; \`--limits off\` switches limits off`,
});
