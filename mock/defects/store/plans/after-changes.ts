import type {Defect, Seam} from '../../../defect.ts';
import type {Plan} from '../../../store/plans/plan.ts';
import {afterwards, around} from '../../breaking.ts';
import {before, bodyOf, DELETE, storing, UPDATE} from './changed-plans.ts';
import {withChanges, withRows} from '../../stored-rows.ts';
import {refusedButDone, together} from '../../families/seams.ts';
import {defects} from '../../table.ts';

/** Lets an operation also change the plan that is created next. */
const touchingTheNext = (
  operation: string[],
  change: (next: Plan, plan: Plan) => Partial<Plan>,
): Seam =>
  afterwards(operation, (done, view, input) => {
    const plan = before(view, input);
    const [next] = plan ? view.oldest<Plan>('plans', {after: plan.seq, limit: 1}) : [];
    const put = next && plan && ({...next, ...change(next, plan)} as Plan);
    return put ? withChanges(done, {table: 'plans', put}) : done;
  });

/** Defects that show in the states of two plans after every change (Endpoints / Plans). */
export const afterChanges: Defect[] = defects({
  'store.plans.update-is-kept @ after every change': {
    'another name brings the first prices back': together(
      storing(['createPlan'], ({prices}) => ({first: prices}) as Partial<Plan>),
      afterwards(UPDATE, (done, view, input) => {
        const plan = before(view, input) as (Plan & {first?: Plan['prices']}) | undefined;
        const isRenamed = plan && bodyOf(input).name !== plan.name;
        if (!isRenamed || !plan.first) return done;
        const prices = plan.first;
        return withRows(done, 'plans', () => ({prices}));
      }),
    ),
    'collections are only added': storing(UPDATE, ({collections, key}, _body, view) => {
      const was = view.find<Plan>('plans', key)?.collections ?? [];
      return {collections: [...new Set([...was, ...collections])]};
    }),
  },
  'store.plans.refused-update-changes-nothing @ after every change': {
    'a refused update stores the description': refusedButDone(UPDATE, 'invalid', {
      keep: ['name', 'type', 'duration', 'concurrency_limit'],
    }),
  },
  'store.plans.moves-are-the-listed-ones @ after every change': {
    'an update gives its limit to the plan created next': touchingTheNext(
      UPDATE,
      ({concurrency_limit: limit}, plan) => ({
        concurrency_limit: plan.concurrency_limit === limit ? limit + 1 : plan.concurrency_limit,
      }),
    ),
    'a deletion hides the plan created next': touchingTheNext(DELETE, ({private: hidden}) => ({
      private: !hidden,
    })),
    'a second deletion restores the plan': around(DELETE, (next) => (view, input) => {
      const plan = before(view, input);
      return plan?.deleted
        ? {
            situation: 'deleted',
            body: {CODE: 'success'},
            changes: [{table: 'plans', put: {...plan, deleted: null} as Plan}],
          }
        : next(view, input);
    }),
  },
});
