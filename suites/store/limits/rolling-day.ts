/** The quotas are of a rolling day: a read counts for 24 hours (Limits). */

import {DAY_MS} from '../../../spec/durations.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import {ageAt, sideOf} from '../../values/ages.ts';
import {check, type Judgement, type Check} from '../../language/check.ts';
import {when, all, expectThat, undecided} from '../../language/judge.ts';
import {expectRateLimited} from '../../rate-limits/expect-limits.ts';
import {lastOf, firstOf} from '../../language/rows.ts';
import {minutes, hours, seconds, type Script, type Handle} from '../../language/script.ts';
import {read} from '../people.ts';
import {leaveReads, readPinned, whenSpent} from './daily-quota.ts';

/** Reads that `day-rolls` sends hours before the others, so that their day ends first. */
const OLD_READS = 10;

const sendOldReads = (s: Script, as: Role): Handle<Exchange[]> =>
  s.repeat(OLD_READS, (each) => void read(each, as), {unpaced: true});

/**
 * Records reads until one is refused, at most one more than the expiry of `OLD_READS` reads can have
 * freed.
 */
const readFreed = (s: Script, as: Role): Handle<Exchange[]> =>
  s.repeat(OLD_READS + 1, (each) => void read(each, as), {until: {status: [429]}, unpaced: true});

/** A read is refused until the first of the old reads is a day old. */
const expectLimitedBefore = (early: Exchange, [oldest]: Exchange[], branch: string): Judgement =>
  when(
    oldest !== undefined && sideOf(ageAt(early, oldest), DAY_MS) === 'before',
    'the reads took so long that the day of the first was over',
    () => expectRateLimited(early, branch),
  );

/** As many reads were freed as are a day old. Refused reads may be counted, too (NS-ST-75). */
const expectAsManyFreed = (
  reads: Exchange[],
  later: Exchange[],
  whose: '' | ' for the store',
): Judgement =>
  wereReplaced(reads, later)
    ? undecided(
        'the hook `leave-reads` replaced the reads that were made before it, whose day is over; it has to keep them',
      )
    : all(
        expectThat(reads.length > OLD_READS - 2, {
          branch: `not-freed-after-24-hours${whose}`,
          expected: `${OLD_READS} reads to be served again after 24 hours${whose}`,
          got: `${reads.length - 1} served`,
          at: undefined,
        }),
        expectRateLimited(lastOf(reads), `more-freed-than-had-their-day${whose}`),
      );

/**
 * Whether all reads count from the call of the hook on: none is freed by the day of the old reads, and more than
 * these are freed by its own.
 */
const wereReplaced = (reads: Exchange[], later: Exchange[]): boolean =>
  reads.length === 1 && later.length > OLD_READS && lastOf(later).status !== 429;

/** Records reads once the call of the hook is a day old. */
function readWhenHookIsOld(s: Script): Record<'later' | 'storesLater', Handle<Exchange[]>> {
  s.advance(hours(10));
  return {later: readFreed(s, 'admin'), storesLater: readFreed(s, 'second-store')};
}

/** The check of reads that are freed a day later. */
export const rollingDay: Check = check({
  rule: 'store.limits.day-rolls',
  exhausts: true,
  act: (s) => {
    // Earlier reads must not expire in between.
    s.advance(DAY_MS + minutes(1));
    const old = sendOldReads(s, 'admin');
    // This uses another store, so that neither quota hides the other.
    const storesOld = sendOldReads(s, 'second-store');
    s.advance(hours(10));
    leaveReads(s, 'admin', 'token', 0);
    leaveReads(s, 'second-store', 'store', 0);
    const full = readPinned(s);
    const storesFull = read(s, 'second-store');
    s.advance(DAY_MS - hours(10) - seconds(50));
    const early = readPinned(s);
    const storesEarly = read(s, 'second-store');
    s.advance(seconds(80));
    return {
      old,
      storesOld,
      full,
      storesFull,
      early,
      storesEarly,
      freed: readFreed(s, 'admin'),
      storesFreed: readFreed(s, 'second-store'),
      ...readWhenHookIsOld(s),
    };
  },
  judge: (seen) =>
    whenSpent(firstOf(seen.full), 'token', () =>
      whenSpent(seen.storesFull, 'store', () =>
        all(
          expectLimitedBefore(firstOf(seen.early), seen.old, 'freed-before-24-hours'),
          expectLimitedBefore(
            seen.storesEarly,
            seen.storesOld,
            'freed-for-the-store-before-24-hours',
          ),
          expectAsManyFreed(seen.freed, seen.later, ''),
          expectAsManyFreed(seen.storesFreed, seen.storesLater, ' for the store'),
        ),
      ),
    ),
});
