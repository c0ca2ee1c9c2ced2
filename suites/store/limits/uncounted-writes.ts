/** Writes use up no reads of the day (Limits). */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Ref} from '../../../spec/value.ts';
import {check, type Judgement, type Check} from '../../language/check.ts';
import {when, expectNone, all, expectThat} from '../../language/judge.ts';
import {isRefusedByLimit} from '../../rate-limits/expect-limits.ts';
import {sendPinned} from '../../rate-limits/limit-arithmetic.ts';
import type {Script, Handle} from '../../language/script.ts';
import {newUser, updateOf, read} from '../people.ts';
import {
  READS_LEFT,
  judgeCounting,
  leaveFewReads,
  leaveFewReadsAgain,
  readUntilRefused,
} from './daily-quota.ts';

/** Number of kinds of writes that `writeEveryKind` records. */
const WRITES = 6;

/**
 * Like `judgeCounting`, for actions of the run between two equal periods. During the first period the run
 * did nothing that counts: its reads show whether others used some up.
 * @param quiet reads sent after the first period
 */
const judgeCountingWithoutOthers = (
  quiet: Exchange[],
  reads: Exchange[],
  judge: (hasCounted: boolean) => Judgement,
): Judgement =>
  when(
    quiet.filter((exchange) => !isRefusedByLimit(exchange)).length >= READS_LEFT,
    'reads were used up while the run sent none: somebody else is at work on the store',
    () => judgeCounting(reads, 'token', judge),
  );

/**
 * Records writes of every kind, each as many times as reads are left: an active user is updated,
 * logged out, deactivated and reactivated, others are created, and a creation is refused.
 */
const writeEveryKind = (s: Script, id: Ref, body: ReturnType<typeof newUser>): Handle<Exchange[]> =>
  s.repeat(
    READS_LEFT,
    (each) => {
      each.call('updateUser', {path: {id}, body: updateOf(body)});
      each.call('forceLogout', {path: {id}});
      each.call('deactivateUser', {path: {id}});
      each.call('reactivateUser', {path: {id}});
      each.call('createUser', {body: newUser(each)});
      each.call('createUser', {body: {...newUser(each), sessions_limit: 1_000_000}});
    },
    {unpaced: true},
  );

/** No write was refused by a limit; other rules judge its effect. */
const expectNoneLimited = (responses: Exchange[], branch: string): Judgement =>
  expectNone(
    responses.filter(isRefusedByLimit).map(({op}) => op),
    'write that is refused with 429',
    branch,
    undefined,
  );

/** The check of writes of every kind, when few reads are left and when none is. */
export const uncountedWrites: Check = check({
  rule: 'store.limits.writes-are-not-counted',
  exhausts: true,
  act: (s) => {
    leaveFewReads(s);
    // As many requests as the writes, but without a token, so that no quota counts them.
    s.repeat(READS_LEFT * WRITES + 1, (each) => void read(each, 'nobody'), {unpaced: true});
    const quiet = readUntilRefused(s);
    leaveFewReadsAgain(s);
    const known = newUser(s);
    const created = sendPinned(
      s,
      (each) => void each.call('createUser', {body: known, expects: 'created'}),
    );
    const id = created.at('/data/id');
    return {
      quiet,
      before: writeEveryKind(s, id, known),
      reads: readUntilRefused(s),
      after: writeEveryKind(s, id, known),
    };
  },
  judge: ({quiet, before, reads, after}) =>
    judgeCountingWithoutOthers(quiet, reads, (hasCounted) =>
      all(
        expectNoneLimited(before, 'write-refused'),
        expectThat(!hasCounted, {
          branch: 'write-counted',
          expected: `${READS_LEFT} reads to be left after the writes`,
          got: hasCounted ? 'none left' : `${READS_LEFT} left`,
          at: undefined,
        }),
        expectNoneLimited(after, 'write-refused-when-reads-are-spent'),
      ),
    ),
});
