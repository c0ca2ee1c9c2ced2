/** `HEAD` uses up the reads of the day like `GET` (Limits: "GET and HEAD requests"). */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import {whenHolds} from '../../language/blocked-by.ts';
import {check, type Judgement, type Check} from '../../language/check.ts';
import {expectThat, all} from '../../language/judge.ts';
import {isRefusedByLimit} from '../../rate-limits/expect-limits.ts';
import {firstOf} from '../../language/rows.ts';
import type {Script, Handle} from '../../language/script.ts';
import {
  READS_LEFT,
  QUOTA_RULES,
  judgeCounting,
  leaveReads,
  readUntilRefused,
  type QuotaOf,
} from './daily-quota.ts';
import {isHeadUnserved, undecidedWithoutHead} from './heads.ts';

/** Records requests of `HEAD`, as many as reads are left. */
const sendHeads = (s: Script, as: Role): Handle<Exchange[]> =>
  s.repeat(READS_LEFT, (each) => void each.call('listUsers', {as, method: 'HEAD'}), {
    unpaced: true,
  });

/** Requests of `HEAD` counted as reads of the token or of the store. */
const expectHeadsCounted = (
  sent: Exchange[],
  reads: Exchange[],
  of: QuotaOf,
  branch: string,
): Judgement =>
  whenHolds(
    !sent.some(isRefusedByLimit),
    QUOTA_RULES[of],
    `HEAD was refused with ${READS_LEFT} reads left`,
    () =>
      judgeCounting(reads, of, (hasCounted) =>
        expectThat(hasCounted, {
          branch,
          expected: `${READS_LEFT} requests of HEAD to use up ${READS_LEFT} reads`,
          got: hasCounted ? 'no read left' : `${READS_LEFT} reads left`,
          at: undefined,
        }),
      ),
  );

/** The check of as many requests of `HEAD` as reads are left. */
export const countedHeads: Check = check({
  rule: 'store.limits.head-counts-as-read',
  exhausts: true,
  act: (s) => {
    leaveReads(s, 'admin', 'token', READS_LEFT);
    // This uses another store, so that neither quota hides the other.
    leaveReads(s, 'second-store', 'store', READS_LEFT);
    return {
      sent: sendHeads(s, 'admin'),
      reads: readUntilRefused(s),
      sentInStore: sendHeads(s, 'second-store'),
      readsInStore: readUntilRefused(s, 'second-store'),
    };
  },
  judge: ({sent, reads, sentInStore, readsInStore}) => {
    if (isHeadUnserved(firstOf(sent))) return undecidedWithoutHead();
    return all(
      expectHeadsCounted(sent, reads, 'token', 'head-not-counted'),
      expectHeadsCounted(sentInStore, readsInStore, 'store', 'head-not-counted-for-the-store'),
    );
  },
});
