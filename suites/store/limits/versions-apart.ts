/** Reads under `/api/v3` and those of this version count apart (Limits). */

import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Judgement, type Check} from '../../language/check.ts';
import {all, expectThat, hidden} from '../../language/judge.ts';
import {expectNotRateLimited} from '../../rate-limits/expect-limits.ts';
import {firstOf} from '../../language/rows.ts';
import type {Script, Handle} from '../../language/script.ts';
import {READS_LEFT, leaveFewReads, readUntilRefused, judgeCounting} from './daily-quota.ts';

/** Records reads under `/api/v3` of the store: their path is a sample of the target. */
const readVersionThree = (s: Script): Handle<Exchange[]> =>
  s.repeat(READS_LEFT, (each) => void each.call('listUsers', {elsewhere: each.sample('v3_read')}), {
    unpaced: true,
  });

/**
 * Reads under `/api/v3` do not use up those of this version, whatever their outcome; and they are
 * served when those of this version are used up.
 * @param hasCounted whether they used up the reads of this version
 */
function expectApart(other: Exchange[], hasCounted: boolean, otherAfter: Exchange[]): Judgement {
  const apart = all(
    expectThat(!hasCounted, {
      branch: 'v3-read-counted-here',
      expected: `${READS_LEFT} reads to be left after those under /api/v3`,
      got: hasCounted ? 'none left' : `${READS_LEFT} left`,
      at: undefined,
    }),
    expectNotRateLimited(firstOf(other), 'v3-refused'),
    expectNotRateLimited(firstOf(otherAfter), 'v1-reads-counted-there'),
  );
  const {status} = firstOf(other);
  const isV3Served = status < 400;
  // A path that does not exist may be counted or not: only violations are reported.
  return isV3Served || apart.violations.length
    ? apart
    : hidden('NS-ST-80', 'not served', `nothing was read under /api/v3 here (${status})`);
}

/** The check of reads under `/api/v3` before and after those of this version. */
export const versionsApart: Check = check({
  rule: 'store.limits.versions-count-apart',
  exhausts: true,
  act: (s): Partial<Record<'other' | 'reads' | 'otherAfter', Handle<Exchange[]>>> => {
    if (s.chooses('NS-ST-80', 'not served')) return {};
    leaveFewReads(s);
    return {
      other: readVersionThree(s),
      reads: readUntilRefused(s),
      otherAfter: readVersionThree(s),
    };
  },
  judge: ({other, reads, otherAfter}) =>
    other && reads && otherAfter
      ? judgeCounting(reads, 'token', (hasCounted) => expectApart(other, hasCounted, otherAfter))
      : hidden('NS-ST-80', 'not served', 'nothing can be read under /api/v3'),
});
