import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {
  expectRemainingOfTheToken,
  expectRemainingUsedUp,
  expectRemainingWhileServed,
  expectResetsNear,
} from './minute-headers.ts';

const NOW = 1_772_443_800;

/** A user whom the deployment created at the instant `NOW`, in the last millisecond of a second. */
const created = {
  sentAt: 0,
  gotAt: 0,
  body: {data: {created_at: {timestamp: NOW}}},
} as Exchange;

/** A refusal some seconds after the creation, with a reset that many seconds after `NOW`. */
const refusal = (after: number, reset: number, date?: number): Exchange =>
  ({
    status: 429,
    sentAt: after * 1000,
    gotAt: after * 1000,
    headers: {
      'x-ratelimit-reset': String(NOW + reset),
      ...(date !== undefined && {date: new Date((NOW + date) * 1000).toUTCString()}),
    },
  }) as unknown as Exchange;

test.each([
  ['at once', refusal(0, 0), 0],
  ['a minute ahead, rounded up, beside a truncated time', refusal(1.9, 63), 0],
  ['two minutes ahead', refusal(1.9, 120), 1],
  ['before the refusal', refusal(20, 10), 1],
  ['near by the clock of the response, whatever the creation says', refusal(0, 3660, 3610), 0],
])('a reset %s', (_name, response, violations) => {
  expect(expectResetsNear([response], created).violations).toHaveLength(violations);
});

test('a refusal without a reset leaves that to another rule', () => {
  const {inconclusive} = expectResetsNear([{...refusal(0, 0), headers: {}}], created);
  expect(inconclusive).toContain('store.limits.reset-header-comes-with-the-refusal');
});

/** Responses with these numbers of remaining requests; the last one is a refusal. */
const burstWith = (left: (number | undefined)[]): Exchange[] =>
  left.map(
    (remaining, index) =>
      ({
        step: `s${index}`,
        sentAt: index * 10,
        gotAt: index * 10,
        status: index === left.length - 1 ? 429 : 200,
        headers: remaining === undefined ? {} : {'x-ratelimit-remaining': String(remaining)},
      }) as unknown as Exchange,
  );

test.each([
  ['falls', [59, 58, 0], 0],
  ['falls after a window that turned', [1, 0, 59, 1, 0], 0],
  ['falls, and is not in the refusal', [59, 1, undefined], 0],
  ['stays', [59, 59, 59], 1],
  ['rises', [0, 1, 60], 1],
])('what remains %s', (_name, left, violations) => {
  expect(expectRemainingUsedUp(burstWith(left)).violations).toHaveLength(violations);
});

/** Served responses to a burst, so many milliseconds apart, then a refusal. */
const servedWith = (left: number[], apart: number): Exchange[] =>
  burstWith([...left, 0]).map((one, index) => ({
    ...one,
    sentAt: index * apart,
    gotAt: index * apart,
  }));

const ZEROS = Array.from({length: 30}, () => 0);

test.each([
  ['is 0 once', [2, 1, 0], 20, 0],
  ['is 0 each time that a bucket was refilled', [2, 1, ...ZEROS], 1000, 0],
  ['is 0 all the time', ZEROS, 20, 1],
])('what remains of a burst %s', (_name, left, apart, violations) => {
  const judged = expectRemainingWhileServed(servedWith(left, apart), servedWith([2, 1, 0], 20));
  expect(judged.violations).toHaveLength(violations);
});

/** A response to a token with so many requests left. */
const leftFor = (token: string, left: number): Exchange =>
  ({
    status: 200,
    headers: {'x-ratelimit-remaining': String(left), 'x-ratelimit-limit': '60'},
    sent: {headers: {'X-User-Token': token}},
  }) as unknown as Exchange;

test.each([
  ['the same token, one less', leftFor('one', 58), leftFor('one', 57), 0],
  ['the same token, in another minute', leftFor('one', 40), leftFor('one', 59), 0],
  ['the same token, nothing', leftFor('one', 58), leftFor('one', 0), 1],
  ['another token of the role', leftFor('one', 58), leftFor('two', 3), 0],
  ['a token of which little was left before', leftFor('one', 12), leftFor('one', 0), 0],
])('what remains of %s', (_name, before, after, violations) => {
  expect(expectRemainingOfTheToken(before, after).violations).toHaveLength(violations);
});
