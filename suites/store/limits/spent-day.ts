import {sharedScene, type Provocation} from '../../check.ts';
import {pinned} from '../../limit-arithmetic.ts';
import {leaveReads} from './daily-reads.ts';

/** Lists whose refusals have headers of their own. */
const LISTS = ['listPlans', 'listCollections', 'listAuthSessions'];

/** Those lists when the daily reads of the token are spent (Limits). */
const spentDay = sharedScene({
  id: 'store: lists when the reads of the day are spent',
  api: 'store',
  exhausts: true,
  act: (s) => {
    leaveReads(s, 'admin', 'token', 0);
    return {
      subject: pinned(s, (each) => {
        for (const op of LISTS) each.call(op);
      }),
    };
  },
});

/** The refusal by the quota at each of these lists. */
export const spentDays: Provocation[] = LISTS.map((op) => ({
  api: 'store',
  op,
  condition: 'quota-spent',
  exhausts: true,
  scene: spentDay,
  act: spentDay.act as Provocation['act'],
}));
