/** Plans that several updates or several users have: none is lost, and none is mixed up (Endpoints / Users). */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {check, type Check} from '../../language/check.ts';
import {
  expectEqual,
  expectNone,
  hidden,
  notApplicable,
  when,
  whenTimely,
} from '../../language/judge.ts';
import {overlapped} from '../../language/races.ts';
import {isUpdated} from '../../language/outcome.ts';
import {type Script} from '../../language/script.ts';
import {text} from '../../language/sent-values.ts';
import {createUser, idOf, search, updateOf} from '../people.ts';
import {createPlan} from '../plans/plan-steps.ts';
import {rowOf} from '../user-rows.ts';

/** Records a plan to which users can subscribe. A firewall that refuses markup in `details` does not matter here. */
const createAssignablePlan = (s: Script): Val =>
  createPlan(s, {private: false, details: 'A plan of a conformance run.'}).path.plan_id;

/** The plans that the list shows of a user; the form of an entry is not documented. */
function plansIn(list: Exchange, user: Exchange): unknown[] {
  const plans = rowOf(list, user)?.user_plans;
  return Array.isArray(plans) ? plans : [];
}

/** Two plans for one user: where both are kept one after the other, so are they at the same moment. */
const atOnce = check({
  rule: 'store.users.assigned-plan-is-given',
  place: 'two at the same moment',
  onlyOnTestTargets: true,
  act: (s) => {
    const [plan, other] = [createAssignablePlan(s), createAssignablePlan(s)];
    const [inTurn, racing] = [createUser(s), createUser(s)];
    const giving = (to: typeof racing, given: Val) => ({
      path: idOf(to.created),
      body: {...updateOf(to.body), assign_new_plan: given},
    });
    s.call('updateUser', giving(inTurn, plan));
    s.call('updateUser', giving(inTurn, other));
    return {
      inTurn: inTurn.created,
      racing: racing.created,
      control: search(s, inTurn.body.email),
      race: s.parallel(
        (b) => void b.call('updateUser', giving(racing, plan)),
        (b) => void b.call('updateUser', giving(racing, other)),
      ),
      found: search(s, racing.body.email),
    };
  },
  // It is open whether a second plan is added, replaces the first one, or is refused.
  judge: ({inTurn, racing, control, race, found}) =>
    plansIn(control, inTurn).length === 2
      ? when(race.every(isUpdated), 'an update was not accepted', () =>
          whenTimely(overlapped(race), 'the requests did not overlap', () =>
            expectEqual(
              plansIn(found, racing).length,
              2,
              'lost-in-a-race',
              found,
              'the number of plans of a user who was given two at the same moment',
            ),
          ),
        )
      : notApplicable('a user does not keep two plans'),
});

/** Two users of one plan: a name for the plan of one is not shown for the other. */
const named = check({
  rule: 'store.users.others-stay-as-they-are',
  place: 'who have the same plan',
  onlyOnTestTargets: true,
  act: (s) => {
    const assigned = {assign_new_plan: createAssignablePlan(s)};
    const [one, other] = [createUser(s), createUser(s, assigned)];
    const name = text('Año de lectura ', s.fresh('text'));
    return {
      one: one.created,
      other: other.created,
      updated: s.call('updateUser', {
        path: idOf(one.created),
        body: {...updateOf(one.body), ...assigned, user_plan_name: name},
      }),
      ofOne: search(s, one.body.email),
      ofOther: search(s, other.body.email),
    };
  },
  judge: ({updated, one, other, ofOne, ofOther}) => {
    const name = JSON.stringify(updated.requestBody?.user_plan_name ?? null).slice(1, -1);
    const namedIn = (list: Exchange, user: Exchange): unknown[] =>
      plansIn(list, user).filter((plan) => JSON.stringify(plan).includes(name));
    if (!plansIn(ofOther, other).length)
      return hidden('NS-ST-70', 'not shown', 'the list shows no plans of users');
    return when(
      namedIn(ofOne, one).length > 0,
      'the user does not have the plan by this name',
      () =>
        expectNone(
          namedIn(ofOther, other),
          'plan of another user that has the name',
          'plan-of-another-named',
          ofOther,
        ),
    );
  },
});

/** The checks of plans of several updates or users. */
export const plansOfSeveral: Check[] = [atOnce, named];
