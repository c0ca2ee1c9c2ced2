import {MINUTE_MS} from '../../spec/durations.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {spanOf} from '../values/ages.ts';

/** Requests that both APIs allow a credential in a minute (Limits). */
export const MAX_REQUESTS_A_MINUTE = 60;

/** A request as a limit decides it: the instant in milliseconds, and whether it was served. */
interface Decided {
  at: number;
  served: boolean;
}

/**
 * A right way to count requests: whether it would have decided each of these as it was decided.
 * @param slow the longest time from request to response, in milliseconds
 */
type Way = (requests: Decided[], slow: number) => boolean;

/** A sliding window, counted back from each request; refused requests count in it or not. */
const sliding =
  (countsRefusals: boolean): Way =>
  (requests) => {
    const counted: number[] = [];
    return requests.every(({at, served}) => {
      while (counted[0] !== undefined && counted[0] <= at - MINUTE_MS) counted.shift();
      const free = counted.length < MAX_REQUESTS_A_MINUTE;
      if (free || countsRefusals) counted.push(at);
      return served === free;
    });
  };

/** Fixed windows: the first 60 requests of each are served. */
function countedInWindows(requests: Decided[], windowOf: (at: number) => number): boolean {
  let window = NaN;
  let count = 0;
  return requests.every(({at, served}) => {
    const now = windowOf(at);
    if (now !== window) count = 0;
    window = now;
    count += 1;
    return served === count <= MAX_REQUESTS_A_MINUTE;
  });
}

/** Fixed windows that begin with the first request after the last one ended. */
const fromTheFirst: Way = (requests) => {
  let began = -Infinity;
  return countedInWindows(requests, (at) => {
    if (at >= began + MINUTE_MS) began = at;
    return began;
  });
};

/**
 * Fixed windows of some clock. Only where they turn between requests matters, so it is enough to
 * try each request as the first of a window.
 */
const aligned: Way = (requests) =>
  requests.some(({at: turn}) =>
    countedInWindows(requests, (at) => Math.floor((at - turn) / MINUTE_MS)),
  );

/**
 * A token bucket that is refilled evenly. Each token may come late by the time of one response; a
 * full bucket has all its tokens.
 */
const bucket: Way = (requests, slow) => {
  const interval = MINUTE_MS / MAX_REQUESTS_A_MINUTE;
  let tokens = MAX_REQUESTS_A_MINUTE;
  let servedSinceFull = 0;
  let before = requests[0]?.at ?? 0;
  return requests.every(({at, served}) => {
    tokens = Math.min(MAX_REQUESTS_A_MINUTE, tokens + (at - before) / interval);
    if (tokens === MAX_REQUESTS_A_MINUTE) servedSinceFull = 0;
    before = at;
    if (!served) return Math.max(MAX_REQUESTS_A_MINUTE - servedSinceFull, tokens - 1) < 1;
    const possible = tokens + slow / interval >= 1;
    tokens -= 1;
    servedSinceFull += 1;
    return possible;
  });
};

const WAYS: Way[] = [sliding(false), sliding(true), fromTheFirst, aligned, bucket];

/**
 * Whether some right way of counting the requests of a minute answers one credential like this; the
 * documents leave the way open (NS-WS-40, NS-ST-72). At which instant between
 * request and response each was decided is not known either: the beginning, the middle and the end
 * are tried.
 */
export function isCountedRightly(exchanges: Exchange[]): boolean {
  const slow = Math.max(...exchanges.map((exchange) => spanOf(exchange).took));
  return [0, 0.5, 1].some((part) => {
    const requests = exchanges.map((exchange) => ({
      at: spanOf(exchange).sent + part * spanOf(exchange).took,
      served: exchange.status !== 429 || exchange.probablyFromGateway === true,
    }));
    return WAYS.some((way) => way(requests, slow));
  });
}
