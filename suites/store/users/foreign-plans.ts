import {check, type Check} from '../../check.ts';
import {all, notApplicable, when} from '../../judge.ts';
import {toText} from '../../../spec/json.ts';
import {expectNoPlan} from '../plans/no-plan.ts';
import {rowOf, rowsOf} from '../plans/plan-rows.ts';
import {create as createPlan, walkPlans} from '../plans/plan-steps.ts';
import {create, idOf, newUser, updateOf} from '../people.ts';

/** A user can only be given a plan of the same store. */
export const foreignPlans: Check[] = [
  check({
    rule: 'store.users.assigned-plan-must-exist',
    place: 'that another store has just created',
    onlyOnTestTargets: true,
    act: (s) => {
      const theirs = createPlan(s, {}, {as: 'second-store'});
      const given = {assign_new_plan: theirs.path.plan_id};
      const {created, body} = create(s);
      return {
        plan: theirs.created,
        theirs: theirs.list,
        ours: walkPlans(s),
        updated: s.call('updateUser', {path: idOf(created), body: {...updateOf(body), ...given}}),
        made: s.call('createUser', {body: {...newUser(s), ...given}}),
      };
    },
    judge: ({plan, theirs, ours, updated, made}) =>
      when(
        ours.at(-1)?.walkEndedBecause === undefined,
        'the walk did not reach the end of the list of plans',
        () => {
          const id = toText(rowOf(theirs, plan)?.id);
          return rowsOf(ours).some((row) => toText(row.id) === id)
            ? notApplicable('the own store has a plan with the same id')
            : all(
                expectNoPlan(updated, 'foreign-plan-accepted-on-update'),
                expectNoPlan(made, 'foreign-plan-accepted'),
              );
        },
      ),
  }),
];
