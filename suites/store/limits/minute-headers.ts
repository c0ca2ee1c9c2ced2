/** The headers of the minute window (Limits), as the responses to a burst show them. */

import {at} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import {all, expectThat, saw, nothing} from '../../language/judge.ts';
import {isRefusedByLimit} from '../../rate-limits/expect-limits.ts';
import {spanOf} from '../../values/ages.ts';
import {lastOf} from '../../language/rows.ts';
import {blockedBy} from '../../language/blocked-by.ts';

const REMAINING = 'x-ratelimit-remaining';
const RESET = 'x-ratelimit-reset';

/** Seconds after which a token bucket has been refilled by one. */
const REFILLED_AFTER_S = 1;

/** The most seconds that can be between two requests. */
const secondsBetween = (one: Exchange, next: Exchange): number => {
  const [from, to] = [spanOf(one), spanOf(next)];
  return (to.sent + to.took - from.sent) / 1000;
};

/** How often a token bucket may have been refilled by one between two requests (NS-ST-72). */
const refillsBetween = (one: Exchange, next: Exchange): number =>
  Math.ceil(secondsBetween(one, next) / REFILLED_AFTER_S);

const remainingIn = ({headers}: Exchange): number => Number(headers[REMAINING]);

/**
 * The remaining number is one less than before the request. A token bucket may show more: it is compared with the
 * first response, since between two requests any refill may show.
 */
function expectOneLess([first, ...others]: Exchange[]): Judgement[] {
  let before = first;
  return others.map((exchange, index) => {
    const [start, last] = [first ?? exchange, before ?? exchange];
    before = exchange;
    const [left, was] = [remainingIn(exchange), remainingIn(last)];
    const most = remainingIn(start) - (index + 1) + refillsBetween(start, exchange);
    return expectThat(left >= was - 1 && left <= most, {
      branch: 'not-by-one',
      expected: `X-RateLimit-Remaining to be ${was - 1}, one less than before`,
      got: String(left),
      at: exchange,
    });
  });
}

/** How many responses at the beginning of a burst are compared with each other. */
const COMPARED = 5;

/**
 * `X-RateLimit-Remaining` falls by one with each request, from at most the limit to 0.
 * @param limit requests a minute
 */
export function expectRemainingFalls(burst: Exchange[], limit: number): Judgement {
  const start = burst.slice(0, COMPARED);
  const left = start.map(remainingIn);
  const refused = burst.filter(isRefusedByLimit).flatMap(({headers}) => headers[REMAINING] ?? []);
  return all(
    ...expectOneLess(start),
    expectThat(left.every((now) => now <= limit) && refused.every((text) => Number(text) === 0), {
      branch: 'not-what-is-left',
      expected: `X-RateLimit-Remaining to be at most ${limit}, and 0 in a refusal`,
      got: [...left, ...refused].join(', '),
      at: undefined,
    }),
  );
}

/**
 * `X-RateLimit-Remaining` is lower at the end of a burst than at its beginning, whichever way the
 * minute is counted.
 */
export function expectRemainingUsedUp(burst: Exchange[]): Judgement {
  const left = burst.flatMap(({headers}) => headers[REMAINING] ?? []).map(Number);
  const [most, last] = [Math.max(...left), left.at(-1)];
  if (last === undefined || !Number.isFinite(most))
    return blockedBy('store.limits.remaining-header-is-a-count', 'no response tells what remains');
  const isLess = expectThat(last < most, {
    branch: 'never-less',
    expected: `X-RateLimit-Remaining to be less than ${most} once a request is refused`,
    got: String(last),
    at: undefined,
    shownBy: lastOf(burst),
  });
  return all(isLess, () => expectFallingMeanwhile(burst));
}

/**
 * From one served request to the next the remaining number falls more often than not, besides the refills of a token
 * bucket: several machines that count together may show a number twice, and a window may turn.
 */
function expectFallingMeanwhile(burst: Exchange[]): Judgement {
  const served = burst.filter((one) => !isRefusedByLimit(one) && REMAINING in one.headers);
  const [first, last] = [served[0], served.at(-1)];
  if (!first || !last) return nothing();
  const pairs = served
    .slice(1)
    .map((one, index) => [remainingIn(served[index] ?? one), remainingIn(one)]);
  const falling = pairs.filter(([was = 0, now = 0]) => now < was).length;
  return expectThat(2 * falling + refillsBetween(first, last) >= pairs.length, {
    branch: 'not-between-requests',
    expected: 'X-RateLimit-Remaining to fall from one request to the next',
    got: `a lower number after ${falling} of ${pairs.length} requests`,
    at: undefined,
    shownBy: last,
  });
}

/** By how many requests a count of what is left may fall otherwise: others may use the token, too. */
const FALLEN = 25;

const tokenOf = ({sent}: Exchange): string =>
  Object.entries(sent.headers).find(([name]) => name.toLowerCase() === 'x-user-token')?.[1] ?? '';

/**
 * `X-RateLimit-Remaining` of a token is not less for the requests of another one.
 * @param before a response to the token, before another token used its minute up
 * @param after the response to the next request of the same token
 */
export function expectRemainingOfTheToken(before: Exchange, after: Exchange): Judgement {
  const [was, left] = [before, after].map(({headers}) => Number(headers[REMAINING]));
  const isSame = (of: (one: Exchange) => unknown): boolean => of(before) === of(after);
  const areOfOne = isSame(tokenOf) && isSame(({headers}) => headers['x-ratelimit-limit']);
  const areCounts = Number.isFinite(was) && Number.isFinite(left);
  if (!areOfOne || !areCounts || was === undefined || left === undefined || was <= FALLEN)
    return nothing();
  return expectThat(left >= was - FALLEN, {
    branch: 'less-for-another-token',
    expected: `X-RateLimit-Remaining to be about ${was - 1}, whatever another token has used`,
    got: String(left),
    at: after,
  });
}

/** Requests that may be served in a row though each says that nothing is left, besides refilled ones. */
const SERVED_AT_ZERO = 5;

/** The responses of a burst that were served and say that nothing is left. */
const servedAtZero = (burst: Exchange[]): Exchange[] =>
  burst.filter((one) => !isRefusedByLimit(one) && one.headers[REMAINING] === '0');

/**
 * A burst is not served on and on while each response says that nothing is left: its token has a
 * minute of its own. A token bucket that is refilled serves one request each second.
 * @param first a burst of another token: where its count is wrong as well, the count itself is
 */
export function expectRemainingWhileServed(burst: Exchange[], first: Exchange[]): Judgement {
  const zeros = servedAtZero(burst);
  const [from, to] = [zeros[0], zeros.at(-1)];
  if (!from || !to || servedAtZero(first).length > SERVED_AT_ZERO) return nothing();
  const most = SERVED_AT_ZERO + refillsBetween(from, to);
  return expectThat(zeros.length <= most, {
    branch: 'nothing-left-for-another-token',
    expected: 'X-RateLimit-Remaining to be more than 0 while many requests of the token are served',
    got: `0 in ${zeros.length} responses that were served`,
    at: to,
  });
}

/**
 * The earliest and the latest possible instant of an event, in seconds of the deployment's clock.
 */
interface Instants {
  earliest: number;
  latest: number;
}

/**
 * The time of a response, calculated from the creation time of a user. The creation time has whole
 * seconds. The time between the two exchanges is at least that from the first response to the
 * second request, and at most that from the first request to the second response.
 */
function byCreation(response: Exchange, created: Exchange): Instants[] {
  const timestamp: unknown = at(created.body, '/data/created_at/timestamp');
  if (typeof timestamp !== 'number') return [];
  const [made, given] = [spanOf(created), spanOf(response)];
  const least = (given.sent - made.sent - made.took) / 1000;
  const most = (given.sent + given.took - made.sent) / 1000;
  return [{earliest: timestamp + least, latest: timestamp + 1 + most}];
}

/** The time of a response by its `Date` header, which has whole seconds. */
function byDate({headers}: Exchange): Instants[] {
  const date = Date.parse(headers['date'] ?? '') / 1000;
  return Number.isFinite(date) ? [{earliest: date, latest: date + 1}] : [];
}

/**
 * Seconds by which a reset may be off: it is rounded, and several machines may have their own
 * clocks.
 */
const LENIENCY = 3;

/** Seconds of a minute. */
const MINUTE = 60;

/** The reset of a refusal is an instant within the next minute, by one of the possible clocks. */
function expectNearReset(refusal: Exchange, created: Exchange): Judgement {
  const reset = Number(refusal.headers[RESET]);
  const instants = [...byCreation(refusal, created), ...byDate(refusal)];
  const [now] = instants;
  if (!now || !Number.isFinite(reset))
    return blockedBy(
      'store.limits.reset-header-comes-with-the-refusal',
      'the refusal names no instant, or no response shows the time of the deployment',
    );
  const isNear = instants.some(
    ({earliest, latest}) => reset >= earliest - LENIENCY && reset <= latest + MINUTE + LENIENCY,
  );
  const [from, to] = [Math.floor(now.earliest), Math.ceil(now.latest) + MINUTE];
  return expectThat(isNear, {
    branch: 'not-in-the-minute',
    expected: `X-RateLimit-Reset to be between ${from} and ${to}, give or take ${LENIENCY} seconds`,
    got: String(reset),
    at: undefined,
  });
}

/**
 * `X-RateLimit-Reset` of every refusal is an instant within the next minute.
 * @param created a user whom the deployment made shortly before
 */
export const expectResetsNear = (responses: Exchange[], created: Exchange): Judgement =>
  all(...responses.filter(isRefusedByLimit).map((refusal) => expectNearReset(refusal, created)));

/** `Retry-After` of a refusal is absent, or has seconds or a date (RFC 9110, 10.2.3). */
function expectRetryAfterTime({headers}: Exchange): Judgement {
  const after = headers['retry-after'];
  const isTime = after === undefined || /^\d+$/.test(after) || Number.isFinite(Date.parse(after));
  return all(
    saw(after === undefined ? 'without Retry-After' : 'with Retry-After'),
    expectThat(isTime, {
      branch: 'no-time',
      expected: 'Retry-After to be seconds, a date, or absent',
      got: after ?? 'none',
      at: undefined,
    }),
  );
}

/** `Retry-After` of every refusal is absent, or has seconds or a date. */
export const expectRetryAfterIsTime = (responses: Exchange[]): Judgement =>
  all(...responses.filter(isRefusedByLimit).map(expectRetryAfterTime));

/**
 * No served response has `X-RateLimit-Reset` while requests are left.
 * @param limit requests a minute; the last served response may already say that none is left
 */
export function expectNoResetBefore(burst: Exchange[], limit: number): Judgement {
  const before = burst
    .slice(0, limit - 1)
    .filter((exchange) => !isRefusedByLimit(exchange) && exchange.headers[REMAINING] !== '0');
  return all(
    ...before.map(({headers}) =>
      expectThat(headers[RESET] === undefined, {
        branch: 'there-before',
        expected: 'no X-RateLimit-Reset before the refusal',
        got: headers[RESET] ?? 'none',
        at: undefined,
      }),
    ),
  );
}
