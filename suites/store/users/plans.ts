/** Plans that creations and updates assign (Endpoints / Users). */

import type {Exchange} from '../../../spec/exchange.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {
  all,
  withPermittingChoice,
  expectThat,
  expectOutcome,
  when,
  type LazyJudgement,
} from '../../language/judge.ts';
import {isCreated} from '../../language/outcome.ts';
import {blockedBy} from '../../language/blocked-by.ts';
import {expectCountsFit} from './list/counts.ts';
import {createUser, idOf, newUser, search, update, updateOf} from '../people.ts';
import {rowOf} from '../user-rows.ts';

const OPTIONAL = 'store.users.create-needs-no-optional-member';
const END = 'new_plan_custom_valid_to';

/** A user who is created with a plan, and one who gets a plan by an update. */
const plansAssigned = sharedScene({
  id: 'store: plans assigned',
  act: (s) => {
    const assigned = {assign_new_plan: s.sample('subscribable_plan')};
    const body = newUser(s);
    const later = createUser(s);
    return {
      created: s.call('createUser', {body: {...body, ...assigned}}),
      shown: search(s, body.email),
      later: later.created,
      before: search(s, later.body.email),
      updated: s.call('updateUser', {
        path: idOf(later.created),
        body: {...updateOf(later.body), ...assigned},
      }),
      after: search(s, later.body.email),
      updatedAgain: update(s, later.created, updateOf(later.body)),
      kept: search(s, later.body.email),
    };
  },
});

/** Whether a refusal is about the end of the plan, which is optional. */
const demandsEnd = ({body}: Exchange): boolean => Object.hasOwn(body?.errors ?? {}, END);

/** The number of plans of a user in the list: by the count and by the list of plans. */
function plansOf(list: Exchange, user: Exchange): number[] {
  const {user_plans_count: count, user_plans: plans} = rowOf(list, user) ?? {};
  return [Number(count), Array.isArray(plans) ? plans.length : NaN];
}

/**
 * Compares both numbers of plans. The form of an entry is not documented.
 * @param expected describes the expected numbers
 * @param shows compares a number with the one before
 */
const expectPlansToShow =
  (expected: string, shows: (now: number, before: number) => boolean) =>
  (
    list: Exchange,
    user: Exchange,
    [count = 0, length = 0]: number[],
    branch: string,
  ): Judgement => {
    const [now = NaN, listed = NaN] = plansOf(list, user);
    const judged = expectThat(shows(now, count) && shows(listed, length), {
      branch,
      expected: `${expected} in \`user_plans_count\` and \`user_plans\` of the listed user`,
      got: `${now} and ${listed}, before ${count} and ${length}`,
      at: list,
    });
    if (now > 0 || listed > 0) return judged;
    return withPermittingChoice(
      'NS-ST-70',
      'not shown',
      'the list shows no plans of users',
      judged,
    );
  };

/** Both numbers are greater than before. */
const expectOneMore = expectPlansToShow('one plan more', (now, before) => now > before);
/** Neither number is less than before. */
const expectNotFewer = expectPlansToShow('no plan less', (now, before) => now >= before);

/** Neither number has changed. */
const expectAsMany = expectPlansToShow('as many plans', (now, before) => now === before);

/** A request with a plan is accepted; another rule says that the end of the plan is optional. */
const expectAssigned = (response: Exchange, situation: string, shows: LazyJudgement): Judgement =>
  demandsEnd(response)
    ? blockedBy(OPTIONAL, `${END} is demanded`)
    : all(expectOutcome(response, situation, 'refused'), shows);

/** The checks of assigned plans. */
export const plans: Check[] = [
  ...checksOf(plansAssigned, {
    'store.users.assigned-plan-is-given': (seen) => {
      const {created, shown, kept, later, before, updated, after} = seen;
      return all(
        expectAssigned(created, 'created', () =>
          expectOneMore(shown, created, [0, 0], 'none-on-create'),
        ),
        expectAssigned(updated, 'updated', () =>
          all(
            expectOneMore(after, later, plansOf(before, later), 'none-on-update'),
            // The document lists what ends a plan; an update is not in the list.
            () =>
              expectNotFewer(kept, later, plansOf(after, later), 'lost-by-an-update-without-one'),
          ),
        ),
      );
    },
    'store.users.list-item-has-counts @ of a user with plans': ({shown, after, kept}) =>
      all(...[shown, after, kept].map(expectCountsFit)),
  }),
  ...checksOf(plansAssigned, {
    [`${OPTIONAL} @ beside a plan`]: ({created}) =>
      demandsEnd(created)
        ? expectOutcome(created, 'created', `${END} demanded`)
        : expectNoEndDemanded(created),
  }),
  check({
    rule: 'store.users.refused-update-changes-nothing',
    place: 'with a plan',
    onlyOnTestTargets: true,
    act: (s) => {
      const [{created, body}, other] = [createUser(s), createUser(s)];
      const before = search(s, body.email);
      const plan = {assign_new_plan: s.sample('subscribable_plan')};
      const taken = {...updateOf(body), email: other.body.email, ...plan};
      const refused = s.call('updateUser', {path: idOf(created), body: taken});
      return {created, before, refused, after: search(s, body.email)};
    },
    judge: ({created, before, refused, after}) =>
      when(refused.situations.includes('invalid'), 'the update was not refused', () =>
        expectAsMany(after, created, plansOf(before, created), 'plan-of-a-refused-update'),
      ),
  }),
  check({
    rule: 'store.users.assigned-plan-must-be-subscribable',
    act: (s) => {
      const refused = {assign_new_plan: s.sample('unsubscribable_plan')};
      const {created, body} = createUser(s);
      return {
        created: s.call('createUser', {body: {...newUser(s), ...refused}}),
        updated: s.call('updateUser', {path: idOf(created), body: {...updateOf(body), ...refused}}),
      };
    },
    judge: ({created, updated}) =>
      all(
        expectOutcome(created, 'invalid', 'accepted-on-create'),
        expectOutcome(updated, 'invalid', 'accepted-on-update'),
      ),
  }),
];

/** The creation was accepted, or refused for another reason than the end of the plan. */
const expectNoEndDemanded = (created: Exchange): Judgement =>
  isCreated(created)
    ? expectOutcome(created, 'created', `${END} demanded`)
    : blockedBy('store.users.assigned-plan-is-given', 'the creation with a plan was refused');
