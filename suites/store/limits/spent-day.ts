import {sharedScene} from '../../check.ts';
import type {Provocation} from '../../provocation.ts';
import {pinned} from '../../rate-limits/limit-arithmetic.ts';
import type {Args} from '../../script.ts';
import {leaveReads} from './daily-reads.ts';

/** Reads whose refusals have headers of their own, with what they are sent with. */
const READS: Readonly<Record<string, Args>> = {
  listPlans: {},
  listCollections: {},
  listAuthSessions: {},
  listIssues: {},
  // Nobody looks for the issue once the reads are spent.
  getIssue: {path: {id: '1'}},
};

/** Those reads when the daily reads of the token are spent (Limits). */
const spentDay = sharedScene({
  id: 'store: reads when the reads of the day are spent',
  api: 'store',
  exhausts: true,
  act: (s) => {
    leaveReads(s, 'admin', 'token', 0);
    return {
      subject: pinned(s, (each) => {
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
