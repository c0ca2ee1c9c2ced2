/** Plans of users with an end on every kind of day, and with names in every script (Endpoints / Users). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {isObject} from '../../../../spec/json.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {expectThat, hidden, notApplicable, nothing, when} from '../../../language/judge.ts';
import {isUpdated} from '../../../language/outcome.ts';
import {text} from '../../../language/sent-values.ts';
import {checksOfCases, type Answers} from '../../../tables/cases.ts';
import {
  acceptedAsWhole,
  ifPlain,
  ofEachAccepted,
  sceneOfKinds,
  type Expected,
} from '../../../tables/each-kind.ts';
import {dayKinds, type Kinds} from '../../../values/kinds.ts';
import {createUser, idOf, newUser, search, updateOf} from '../../people.ts';
import {rowOf} from '../../user-rows.ts';
import {createPlan} from '../plan-steps.ts';

/** A plan whose details have no markup, which firewalls refuse. */
const PLAN = {private: false, details: 'A plan of a conformance run.'};

const DAY = 'new_plan_custom_valid_to';

const names: Kinds = {
  letters: (s) => text('Año Łódź Straße Война 紅樓夢 שלום ', s.fresh('text')),
  signs: (s) => text('C++ & O’Neil: 100 % a/b #1 ', s.fresh('text')),
  emoji: (s) => text('tide 🌊 ', s.fresh('text')),
};

/** Records the creation of a user with a plan until a day, and an update that gives the plan to another user. */
const ends = sceneOfKinds({
  id: 'store: plans of users that end on each kind of day',
  kinds: {[DAY]: dayKinds, user_plan_name: names},
  plain: (s) => ({[DAY]: '2031-05-14', user_plan_name: s.fresh('text')}),
  begin: (s) => ({plan: createPlan(s, PLAN).path.plan_id}),
  act: (s, given, {plan}) => {
    const body = newUser(s);
    const other = createUser(s);
    const until = {assign_new_plan: plan, [DAY]: given[DAY] ?? null};
    return {
      created: s.call('createUser', {body: {...body, ...until}}),
      listed: search(s, body.email),
      other: other.created,
      updated: s.call('updateUser', {
        path: idOf(other.created),
        body: {...updateOf(other.body), assign_new_plan: plan, ...given},
      }),
      otherListed: search(s, other.body.email),
    };
  },
});

type Steps = NonNullable<(typeof ends)['steps']>;

/** A plan of a user that is given a name, and then another one. */
const renaming = sharedScene({
  id: 'store: a plan of a user that is named twice',
  onlyOnTestTargets: true,
  act: (s) => {
    const plan = createPlan(s, PLAN).path.plan_id;
    const {created, body} = createUser(s, {assign_new_plan: plan});
    const rename = () =>
      s.call('updateUser', {
        path: idOf(created),
        body: {...updateOf(body), user_plan_name: s.fresh('text')},
      });
    const [once, listOfOnce] = [rename(), search(s, body.email)];
    return {created, once, listOfOnce, twice: rename(), listOfTwice: search(s, body.email)};
  },
});

/** A creation or an update with the list after it, and the creation of its user. */
interface Given {
  sent: Exchange;
  list: Exchange;
  user: Exchange;
}

type Way = 'created' | 'updated';

const givenIn = (seen: Answers<Steps>, way: Way): Given =>
  way === 'created'
    ? {sent: seen.created, list: seen.listed, user: seen.created}
    : {sent: seen.updated, list: seen.otherListed, user: seen.other};

/** The only plan that the list shows of a user; undefined if it shows none, or several. */
function planIn({list, user}: Given): Record<string, unknown> | undefined {
  const plans = rowOf(list, user)?.user_plans;
  return Array.isArray(plans) && plans.length === 1 && isObject(plans[0]) ? plans[0] : undefined;
}

/** The member of the plan that shows the day that was given, in the same form. */
const memberWithDay = (given: Given): string | undefined => {
  const day: unknown = given.sent.requestBody?.[DAY];
  return Object.entries(planIn(given) ?? {}).find(([, value]) => value === day)?.[0];
};

/**
 * The member of a plan in the list that shows a plain end shows every other end. The form of
 * such a plan is not documented.
 */
const endsShown = (way: Way): Expected<Steps> =>
  ifPlain(
    (plainly, judgement) =>
      memberWithDay(givenIn(plainly, way)) === undefined
        ? hidden('NS-ST-70', 'not shown', 'the list shows no end of plans')
        : judgement(),
    ofEachAccepted(way, (seen, _kinds, plainly) => {
      const member = memberWithDay(givenIn(plainly, way)) ?? '';
      const given = givenIn(seen, way);
      const plan = planIn(given);
      if (!plan) return nothing();
      const day = String(given.sent.requestBody?.[DAY]);
      return expectThat(plan[member] === day, {
        branch: `another end than ${day} when ${way}`,
        expected: `\`user_plans.${member}\` of the listed user to be ${day}, as it was given`,
        got: String(plan[member]),
        at: given.list,
      });
    }),
  );

/** Whether the list shows a plan by the name that an update gave. */
const isNamed = (given: Given): boolean =>
  Object.values(planIn(given) ?? {}).includes(given.sent.requestBody?.user_plan_name);

/** Each name is shown, if a plain one is. */
const namesShown: Expected<Steps> = ifPlain(
  (plainly, judgement) =>
    isNamed(givenIn(plainly, 'updated'))
      ? judgement()
      : notApplicable('the list shows no names of plans of users'),
  ofEachAccepted('updated', (seen, {user_plan_name: kind = ''}) => {
    const given = givenIn(seen, 'updated');
    if (!planIn(given)) return nothing();
    return expectThat(isNamed(given), {
      branch: `not shown: ${kind}`,
      expected: `\`user_plans\` to show the name "${String(given.sent.requestBody?.user_plan_name)}"`,
      got: 'no plan with that name',
      at: given.list,
    });
  }),
);

/** A second name of a plan is shown, if a first one without a new plan is. */
function expectSecondName(seen: SeenIn<typeof renaming>): Judgement {
  const {created: user, once, listOfOnce, twice, listOfTwice: list} = seen;
  if (!isNamed({sent: once, list: listOfOnce, user}))
    return notApplicable('the list shows no names that an update gives to a plan');
  return when(isUpdated(twice), 'the second name was not accepted', () =>
    expectThat(isNamed({sent: twice, list, user}), {
      branch: 'the second name is not shown',
      expected: '`user_plans` to show the second name of the plan',
      got: 'no plan with that name',
      at: list,
    }),
  );
}

/** The checks of ends and names of the plans of users. */
export const eachEnd: Check[] = [
  ...checksOfCases(ends, 'each kind of day', {
    'store.users.plan-end-is-a-date': [
      acceptedAsWhole('created', DAY),
      acceptedAsWhole('updated', DAY),
    ],
    'store.plans.custom-end-is-kept': [endsShown('created'), endsShown('updated')],
  }),
  ...checksOfCases(ends, 'in every script', {'store.plans.user-plan-name-is-taken': namesShown}),
  ...checksOf(renaming, {
    'store.plans.user-plan-name-is-taken @ a second name': expectSecondName,
  }),
];
