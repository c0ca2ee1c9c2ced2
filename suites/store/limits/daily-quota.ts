/** The steps that use up the reads of a day, and judgements about what counts as a read (Limits). */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import {whenHolds} from '../../language/blocked-by.ts';
import type {Judgement} from '../../language/check.ts';
import {isRefusedByLimit} from '../../rate-limits/expect-limits.ts';
import {sendPinned} from '../../rate-limits/limit-arithmetic.ts';
import {lastOf} from '../../language/rows.ts';
import type {Script, Handle} from '../../language/script.ts';
import {read} from '../people.ts';

/** Uses a hook to leave this many reads under a quota, without sending the others. */
export const leaveReads = (s: Script, role: Role, of: QuotaOf, reads: number): Handle =>
  s.control('leave-reads', {role, of, reads});

/**
 * The same once more in a scene. The earlier call is undone first: reads that a hook has counted would stay, and
 * together with those that were made since they may be all of the quota.
 */
export function leaveReadsAgain(s: Script, role: Role, of: QuotaOf, reads: number): void {
  s.control('leave-reads', {role, of, reads: null});
  leaveReads(s, role, of, reads);
}

/**
 * The rules about the two quotas: if one of them is broken, the other rules here cannot be judged.
 */
export const QUOTA_RULES = {
  token: 'store.limits.two-thousand-reads-a-token',
  store: 'store.limits.five-thousand-reads-a-store',
};

/** Whose reads a quota counts. */
export type QuotaOf = keyof typeof QUOTA_RULES;

/**
 * The number of reads left when testing whether something counts as a read: enough to tell it from
 * a quota that is off by one.
 */
export const READS_LEFT = 3;

/**
 * Records reads with the credential that later pinned requests of the role also use, until one is
 * refused: two more than are left, if the quota does not work.
 */
export const readUntilRefused = (s: Script, as: Role = 'admin'): Handle<Exchange[]> =>
  s.repeat(READS_LEFT + 2, (each) => void read(each, as), {until: {status: [429]}, unpaced: true});

/**
 * Judges whether something counted as a read: if it did, none of the remaining reads is served,
 * otherwise all of them.
 * @param reads sent after it was done as many times as reads were left
 */
export function judgeCounting(
  reads: Exchange[],
  of: QuotaOf,
  judge: (hasCounted: boolean) => Judgement,
): Judgement {
  const served = reads.filter((exchange) => !isRefusedByLimit(exchange)).length;
  const isQuotaRight = isRefusedByLimit(lastOf(reads)) && (served === 0 || served === READS_LEFT);
  const reason = `${served} of ${READS_LEFT} reads that were left were served`;
  return whenHolds(isQuotaRight, QUOTA_RULES[of], reason, () => judge(served === 0));
}

/** Judges only with the refusal of a read: without one, the quota does not work. */
export const whenSpent = (refusal: Exchange, of: QuotaOf, judgement: () => Judgement): Judgement =>
  whenHolds(
    isRefusedByLimit(refusal),
    QUOTA_RULES[of],
    `the reads were spent, and one more was answered ${refusal.status}`,
    judgement,
  );

/** Leaves few reads under both quotas of `admin`. */
export function leaveFewReads(s: Script): void {
  leaveReads(s, 'admin', 'token', READS_LEFT);
  leaveReads(s, 'admin', 'store', READS_LEFT);
}

/** The same once more in a scene (`leaveReadsAgain`). */
export function leaveFewReadsAgain(s: Script): void {
  leaveReadsAgain(s, 'admin', 'token', READS_LEFT);
  leaveReadsAgain(s, 'admin', 'store', READS_LEFT);
}

/** Records one read with the credential that later pinned requests of `admin` also use. */
export const readPinned = (s: Script): Handle<Exchange[]> =>
  sendPinned(s, (each) => void read(each));
