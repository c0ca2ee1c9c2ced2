/** Plans of users with an end on every kind of day, and with names in every script (Endpoints / Users). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {isObject} from '../../../../spec/json.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectThat,
  hidden,
  notApplicable,
  nothing,
  when,
  type LazyJudgement,
} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {type Handle, type Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {dayKinds, packed, type Kinds} from '../../../values/kinds.ts';
import {
  PLAIN,
  seenAs,
  sentIn,
  whenPlainAccepted,
  type SeenPacked as Seen,
} from '../../packed-requests.ts';
import {createUser, idOf, newUser, search, updateOf} from '../../people.ts';
import {rowOf} from '../../user-rows.ts';
import {createPlan} from '../plan-steps.ts';

const DAY = 'new_plan_custom_valid_to';

const names: Kinds = {
  letters: (s) => text('Año Łódź Straße Война 紅樓夢 שלום ', s.fresh('text')),
  signs: (s) => text('C++ & O’Neil: 100 % a/b #1 ', s.fresh('text')),
  emoji: (s) => text('tide 🌊 ', s.fresh('text')),
};

const REQUESTS = packed({[DAY]: dayKinds, user_plan_name: names});

const PLACE = 'each kind of day';

/** What is sent with a plain day and a plain name. */
const plainly = (s: Script): Record<string, Val> => ({
  [DAY]: '2031-05-14',
  user_plan_name: s.fresh('text'),
});

/** Records the creation of a user with a plan until a day, and an update that gives the plan to another user. */
function giveBoth(s: Script, name: string, plan: Val, given: Record<string, Val>) {
  const body = newUser(s);
  const until = {assign_new_plan: plan, [DAY]: given[DAY] ?? null};
  const other = createUser(s);
  return {
    [`created ${name}`]: s.call('createUser', {body: {...body, ...until}}),
    [`list of created ${name}`]: search(s, body.email),
    [`user of updated ${name}`]: other.created,
    [`updated ${name}`]: s.call('updateUser', {
      path: idOf(other.created),
      body: {...updateOf(other.body), assign_new_plan: plan, ...given},
    }),
    [`list of updated ${name}`]: search(s, other.body.email),
  };
}

/** Records a plan of a user that is given a name, and then another one. */
function renameTwice(s: Script, plan: Val): Record<string, Handle> {
  const {created, body} = createUser(s, {assign_new_plan: plan});
  const rename = (): Handle =>
    s.call('updateUser', {
      path: idOf(created),
      body: {...updateOf(body), user_plan_name: s.fresh('text')},
    });
  const [first, listOfFirst] = [rename(), search(s, body.email)];
  return {
    'user of updated once': created,
    'updated once': first,
    'list of updated once': listOfFirst,
    'user of updated twice': created,
    'updated twice': rename(),
    'list of updated twice': search(s, body.email),
  };
}

const ends = sharedScene({
  id: 'store: plans of users that end on each kind of day',
  api: 'store',
  onlyOnTestTargets: true,
  keepsRecordedClasses: true,
  noRequestReuse: true,
  act: (s): Record<string, Handle> => {
    // The details have no markup, which firewalls refuse.
    const details = 'A plan of a conformance run.';
    const plan = createPlan(s, {private: false, details}).path.plan_id;
    const named = REQUESTS.map(({values}, at) => giveBoth(s, String(at), plan, values(s)));
    return Object.assign(giveBoth(s, PLAIN, plan, plainly(s)), renameTwice(s, plan), ...named);
  },
});

/** A creation or an update with the list after it, and the creation of its user. */
interface Given {
  sent: Exchange;
  list: Exchange;
  user: Exchange;
}

const givenIn = (seen: Seen, way: 'created' | 'updated', name: string): Given => ({
  sent: seenAs(seen, `${way} ${name}`),
  list: seenAs(seen, `list of ${way} ${name}`),
  user: seenAs(seen, way === 'created' ? `created ${name}` : `user of updated ${name}`),
});

const isAccepted = hasSituation('created', 'updated');

/** The only plan that the list shows of a user; undefined if it shows none, or several. */
function planIn({list, user}: Given): Record<string, unknown> | undefined {
  const plans = rowOf(list, user)?.user_plans;
  return Array.isArray(plans) && plans.length === 1 && isObject(plans[0]) ? plans[0] : undefined;
}

/** The members of the plan that show the day that was given, in the same form. */
const membersWithDay = (given: Given): string[] => {
  const day: unknown = given.sent.requestBody?.[DAY];
  return Object.entries(planIn(given) ?? {}).flatMap(([name, value]) =>
    value === day ? [name] : [],
  );
};

/**
 * The member of a plan in the list that shows a plain end shows every other end. The form of
 * such a plan is not documented.
 */
function expectEndsShown(seen: Seen, way: 'created' | 'updated'): Judgement {
  const [member] = membersWithDay(givenIn(seen, way, PLAIN));
  if (member === undefined)
    return hidden('NS-ST-70', 'not shown', 'the list shows no end of plans');
  return all(
    ...REQUESTS.flatMap((_, at): LazyJudgement[] => {
      const given = givenIn(seen, way, String(at));
      const plan = isAccepted(given.sent) ? planIn(given) : undefined;
      const day = String(given.sent.requestBody?.[DAY]);
      const judge = (): Judgement =>
        expectThat(plan?.[member] === day, {
          branch: `another end than ${day} when ${way}`,
          expected: `\`user_plans.${member}\` of the listed user to be ${day}, as it was given`,
          got: String(plan?.[member]),
          at: given.list,
        });
      return plan ? [judge] : [];
    }),
  );
}

/** Whether the list shows a plan by the name that an update gave. */
const isNamed = (given: Given): boolean =>
  Object.values(planIn(given) ?? {}).includes(given.sent.requestBody?.user_plan_name);

/** Each name is shown, if a plain one is. */
function expectNamesShown(seen: Seen): Judgement {
  if (!isNamed(givenIn(seen, 'updated', PLAIN)))
    return notApplicable('the list shows no names of plans of users');
  return all(
    ...REQUESTS.map(({kinds}, at): LazyJudgement => () => {
      const given = givenIn(seen, 'updated', String(at));
      if (!isAccepted(given.sent) || !planIn(given)) return nothing();
      return expectThat(isNamed(given), {
        branch: `not shown: ${kinds.user_plan_name ?? ''}`,
        expected: `\`user_plans\` to show the name "${String(given.sent.requestBody?.user_plan_name)}"`,
        got: 'no plan with that name',
        at: given.list,
      });
    }),
  );
}

/** A second name of a plan is shown, if a first one without a new plan is. */
function expectSecondName(seen: Seen): Judgement {
  const [once, twice] = ['once', 'twice'].map((name) => givenIn(seen, 'updated', name));
  if (!once || !twice || !isNamed(once))
    return notApplicable('the list shows no names that an update gives to a plan');
  return when(isAccepted(twice.sent), 'the second name was not accepted', () =>
    expectThat(isNamed(twice), {
      branch: 'the second name is not shown',
      expected: '`user_plans` to show the second name of the plan',
      got: 'no plan with that name',
      at: twice.list,
    }),
  );
}

const expectAccepted = (seen: Seen, way: 'created' | 'updated'): Judgement =>
  whenPlainAccepted(seen[`${way} ${PLAIN}`], sentIn(REQUESTS, seen, way), {
    as: way,
    members: [DAY],
    isOfAll: true,
  });

/** The checks of ends and names of the plans of users. */
export const eachEnd: Check[] = [
  ...checksAt(ends, 'store.users.plan-end-is-a-date', {
    [PLACE]: (seen: Seen) => all(expectAccepted(seen, 'created'), expectAccepted(seen, 'updated')),
  }),
  ...checksAt(ends, 'store.plans.custom-end-is-kept', {
    [PLACE]: (seen: Seen) =>
      all(expectEndsShown(seen, 'created'), expectEndsShown(seen, 'updated')),
  }),
  ...checksAt(ends, 'store.plans.user-plan-name-is-taken', {
    'in every script': expectNamesShown,
    'a second name': expectSecondName,
  }),
];
