import {sharedScene} from '../../language/check.ts';
import type {Provocation} from '../../language/provocation.ts';
import {sendPinned} from '../../rate-limits/limit-arithmetic.ts';
import type {Args} from '../../language/script.ts';
import {leaveReads} from './daily-quota.ts';

/** Reads whose refusals have their own headers in the contract, with their arguments. */
const READS: Readonly<Record<string, Args>> = {
  listPlans: {},
  listCollections: {},
  listAuthSessions: {},
  listIssues: {},
  // Once the reads are used up, the issue need not exist.
  getIssue: {path: {id: '1'}},
};

/** These reads when the daily reads of the token are used up (Limits). */
const spentDay = sharedScene({
  id: 'store: reads when the reads of the day are spent',
  exhausts: true,
  act: (s) => {
    leaveReads(s, 'admin', 'token', 0);
    return {
      subject: sendPinned(s, (each) => {
        for (const [op, args] of Object.entries(READS)) each.call(op, args);
      }),
    };
  },
});

/** The refusal by the quota at each of these reads. */
export const spentDays: Provocation[] = Object.keys(READS).map((op) => ({
  api: 'store',
  op,
  condition: 'quota-spent',
  exhausts: true,
  scene: spentDay,
  act: spentDay.act as Provocation['act'],
}));
