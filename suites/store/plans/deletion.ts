import {check, checksOf, sharedScene, type Check} from '../../language/check.ts';
import {all, expectEqual, expectThat, undecided, when} from '../../language/judge.ts';
import {hasSituation} from '../../language/outcome.ts';
import {text} from '../../language/sent-values.ts';
import type {Val} from '../../../spec/value.ts';
import type {Handle, Script} from '../../language/script.ts';
import {createUser, idOf, newUser, updateOf} from '../people.ts';
import {expectNoPlan} from './no-plan.ts';
import {createPlan, deletePlan, find, PREPAID, walkPlans} from './plan-steps.ts';
import {
  FLAGS,
  isLive,
  expectNotShown,
  expectShown,
  expectRowMember,
  nameIn,
  rowOf,
  type PlanRow,
} from './plan-rows.ts';

/** Members of a plan in the list that the deletion of another plan must not change. */
const KEPT = ['type', 'concurrency_limit', ...FLAGS];

/** These members of a row, with their values. */
const shownIn = (row: PlanRow = {}): [string, unknown][] =>
  KEPT.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]);

/** Plans that are deleted, and one between them that is not. */
const deletions = sharedScene({
  id: 'store: a plan is deleted',
  act: (s) => {
    const word = s.fresh('text');
    const gone = createPlan(s, {details: text('<p>Of ', word, '</p>')});
    const other = createPlan(s, {download_files: true, concurrency_limit: 5});
    const prepaid = createPlan(s, PREPAID);
    deletePlan(s, prepaid);
    deletePlan(s, gone);
    return {
      gone: gone.created,
      prepaid: prepaid.created,
      other: other.created,
      before: other.list,
      search: find(s, gone.body.name),
      searchPrepaid: find(s, prepaid.body.name),
      byDescription: find(s, word),
      byType: walkPlans(s, {query: PREPAID.type}),
      searchOther: find(s, other.body.name),
      everything: walkPlans(s),
    };
  },
});

/** The effects of a deletion. */
export const deletion: Check[] = [
  ...checksOf(deletions, {
    'store.plans.deleted-is-gone': ({gone, prepaid, search, everything, ...found}) =>
      all(
        expectNotShown(search, nameIn(gone), 'found by its name'),
        expectNotShown(found.searchPrepaid, nameIn(prepaid), 'found by its name, prepaid'),
        () => expectNotShown(found.byDescription, nameIn(gone), 'found by its description'),
        () => expectNotShown(found.byType, nameIn(prepaid), 'found by its type'),
        expectNotShown(everything, nameIn(gone), 'in the list'),
        expectNotShown(everything, nameIn(prepaid), 'in the list, prepaid'),
      ),
    'store.plans.deletion-keeps-the-others': ({other, before, searchOther}) =>
      expectShown(searchOther, other, 'another plan is gone', (row) =>
        all(
          expectThat(isLive(row), {
            branch: 'another plan was deleted',
            expected: '`deleted_at` of another plan to be null',
            got: JSON.stringify(row.deleted_at),
            at: searchOther,
          }),
          ...shownIn(rowOf(before, other)).map(([name, earlier]) =>
            expectRowMember(row, name, earlier, 'another plan changed', searchOther),
          ),
        ),
      ),
  }),
  check({
    rule: 'store.plans.live-is-not-deleted',
    act: (s) => {
      const {created, list, body, path} = createPlan(s);
      s.call('updatePlan', {path, body: {...body, recommended: true}, expects: 'updated'});
      return {created, list, updated: find(s, body.name)};
    },
    judge: ({created, list, updated}) =>
      all(
        ...[list, updated].map((one) =>
          expectShown(one, created, 'not shown', ({deleted_at: at}) =>
            at === undefined
              ? undecided('the row has no `deleted_at`')
              : expectEqual(at, null, 'set', one, '`deleted_at` of a plan that was not deleted'),
          ),
        ),
      ),
  }),
  checkAssignment('*', (s, plan) =>
    s.call('createUser', {body: {...newUser(s), assign_new_plan: plan}}),
  ),
  checkAssignment('on update', (s, plan) => {
    const {created, body} = createUser(s);
    return s.call('updateUser', {
      path: idOf(created),
      body: {...updateOf(body), assign_new_plan: plan},
    });
  }),
  check({
    rule: 'store.plans.duration-is-null-for-recurring',
    act: (s) => {
      const {created, list} = createPlan(s);
      return {created, list};
    },
    judge: ({created, list}) =>
      expectShown(list, created, 'not shown', ({duration}) =>
        // Another rule requires that the member is present.
        duration === undefined
          ? undecided('the row has no `duration`')
          : expectEqual(duration, null, 'set', list, '`duration` of a recurring plan'),
      ),
  }),
];

/** A plan that could be assigned to a user cannot be assigned any more once it is deleted. */
function checkAssignment(place: string, assign: (s: Script, plan: Val) => Handle): Check {
  return check({
    rule: 'store.plans.deleted-cannot-be-assigned',
    ...(place !== '*' && {place, onlyOnTestTargets: true as const}),
    act: (s) => {
      const plan = createPlan(s, {private: false});
      const before = assign(s, plan.path.plan_id);
      deletePlan(s, plan);
      return {before, after: assign(s, plan.path.plan_id)};
    },
    judge: ({before, after}) =>
      when(
        hasSituation('created', 'updated')(before),
        'the plan could not be assigned before its deletion either (NS-ST-13)',
        () => expectNoPlan(after, `assigned ${place === '*' ? '' : `${place} `}after its deletion`),
      ),
  });
}
