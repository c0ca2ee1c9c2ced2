/** 2,000 reads a token and 5,000 a store in a rolling day (Limits). */

import {check, type Check} from '../../language/check.ts';
import {all, expectThat} from '../../language/judge.ts';
import {
  expectServed,
  expectRateLimited,
  isRefusedByLimit,
  servedCount,
} from '../../rate-limits/expect-limits.ts';
import {firstOf} from '../../language/rows.ts';
import type {Script} from '../../language/script.ts';
import {read} from '../people.ts';
import {leaveReads, readPinned, whenSpent} from './daily-quota.ts';
import {LIST} from './reads.ts';

/** The checks of both quotas at their last read. */
export const dailyReads: Check[] = [
  check({
    rule: 'store.limits.two-thousand-reads-a-token',
    exhausts: true,
    act: (s) => {
      leaveReads(s, 'admin', 'token', 1);
      return {last: readPinned(s), over: readPinned(s), other: read(s, 'second-admin')};
    },
    judge: ({last, over, other}) =>
      all(
        expectServed(firstOf(last), LIST, 'refused-at-2000'),
        expectRateLimited(firstOf(over), 'served-at-2001'),
        expectServed(other, LIST, 'another-token-refused'),
      ),
  }),
  check({
    rule: 'store.limits.two-thousand-reads-a-token',
    place: 'at the same moment',
    exhausts: true,
    act: (s) => {
      leaveReads(s, 'admin', 'token', 1);
      return {race: s.parallel(...Array.from({length: 3}, () => (b: Script) => void read(b)))};
    },
    judge: ({race}) =>
      expectThat(race.filter((one) => !isRefusedByLimit(one)).length < 2, {
        branch: 'more-served-at-once',
        expected: 'one of three parallel reads to be served, because one was left',
        got: `${servedCount(race)} served`,
        at: undefined,
        shownBy: race[0],
      }),
  }),
  check({
    rule: 'store.limits.five-thousand-reads-a-store',
    exhausts: true,
    act: (s) => {
      leaveReads(s, 'admin', 'store', 1);
      return {last: readPinned(s), over: read(s, 'second-admin')};
    },
    judge: ({last, over}) =>
      all(
        expectServed(firstOf(last), LIST, 'refused-at-5000'),
        expectRateLimited(over, 'served-at-5001'),
      ),
  }),
];

/** The reads of one store do not count for another. */
export const quotaOfEachStore: Check = check({
  rule: 'store.limits.store-quota-is-per-store',
  exhausts: true,
  act: (s) => {
    leaveReads(s, 'admin', 'store', 0);
    return {here: read(s), there: read(s, 'second-store')};
  },
  judge: ({here, there}) =>
    whenSpent(here, 'store', () => expectServed(there, LIST, 'another-store-refused')),
});
