import {sharedScene, type Provocation} from '../../check.ts';
import {pinned} from '../../limit-arithmetic.ts';
import {leaveReads} from '../limits/daily-reads.ts';

/** Lists of plans and of collections when the daily reads of the token are spent (Limits). */
const spentDay = sharedScene({
  id: 'store: plans when the reads of the day are spent',
  api: 'store',
  exhausts: true,
  act: (s) => {
    leaveReads(s, 'admin', 'token', 0);
    return {
      subject: pinned(s, (each) => {
        each.call('listPlans');
        each.call('listCollections');
      }),
    };
  },
});

/** The refusal by the quota at each list of this chapter. */
export const spentDays: Provocation[] = ['listPlans', 'listCollections'].map((op) => ({
  api: 'store',
  op,
  condition: 'quota-spent',
  exhausts: true,
  scene: spentDay,
  act: spentDay.act as Provocation['act'],
}));
