import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectOutcome, expectNone, when} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {checksOfCases, ofEach, sceneOfCases} from '../../../tables/cases.ts';
import {createUser, EVERYTHING, idOf, newUser, search, update, updateOf} from '../../people.ts';
import {expectNoPlan} from '../../plans/no-plan.ts';
import {expectCreatedAsGiven, expectRowAsGiven} from '../written.ts';
import {invalidRequests} from './invalid-requests.ts';
import {expectRowFlag, expectRowMember, rowOf, rowsOf, FLAGS} from '../../user-rows.ts';

/** All flags, of which only one is set. */
const onlyWith = (flag: string): Record<string, boolean> =>
  Object.fromEntries(FLAGS.map((name) => [name, name === flag]));

/** Records a user with these members, and the list that shows the user. */
function createAndFind(s: Script, more: Record<string, Val>): {created: Handle; list: Handle} {
  const {created, body} = createUser(s, more);
  return {created, list: search(s, body.email)};
}

/** The creation and the list show the values that were given. */
const expectGiven = (
  created: Exchange,
  list: Exchange,
  given: Record<string, unknown>,
): Judgement =>
  all(
    () => expectCreatedAsGiven(created, given),
    () => expectRowAsGiven(list, created, given),
  );

/** The list shows the flags and the other members of a user as in the response to the creation. */
function expectAsCreated(list: Exchange, created: Exchange): Judgement {
  const row = rowOf(list, created);
  const before = created.body.data;
  return all(
    ...['external_id', 'sessions_limit'].map((name) =>
      expectRowMember(row, name, before[name], `another user's ${name} changed`, list),
    ),
    ...FLAGS.map((name) =>
      expectRowFlag(row, name, before[name], `another user's ${name} changed`, list),
    ),
  );
}

/** The list shows the limit of sessions and the flags that an update set. */
function expectUpdateKept(list: Exchange, user: Exchange, {requestBody}: Exchange): Judgement {
  const {email: _email, external_id: _externalId, ...given} = requestBody;
  return expectRowAsGiven(list, user, given);
}

/** A creation and an update with plans that do not exist. */
const unknownPlans = sharedScene({
  id: 'store: plans that do not exist',
  act: (s) => {
    const planned = newUser(s);
    const unknown = s.call('createUser', {
      body: {...planned, assign_new_plan: s.sample('unknown_plan')},
    });
    const {created, body} = createUser(s);
    const updateWith = (plan: Val): Handle =>
      s.call('updateUser', {
        path: idOf(created),
        body: {...updateOf(body), assign_new_plan: plan},
      });
    return {
      unknown,
      planned: search(s, planned.email),
      update: updateWith(s.sample('unknown_plan')),
      name: s.call('createUser', {body: {...newUser(s), assign_new_plan: 'any plan'}}),
      updateByName: updateWith('any plan'),
    };
  },
});

/** Users with limits at the bounds, as the list shows them. */
const createdAtBounds = sceneOfCases({
  id: 'store: users with limits at the bounds',
  onlyOnTestTargets: true,
  cases: [1, 999_999],
  act: (s, limit) => createAndFind(s, {sessions_limit: limit}),
});

/** A user whose limit is changed to the bounds and the values next to them; the last one repeats a bound. */
const updatedToBounds = sceneOfCases({
  id: 'store: a user whose limit is changed to the bounds',
  onlyOnTestTargets: true,
  cases: [1, 999_999, 2, 999_998, 1],
  begin: (s) => createUser(s, {sessions_limit: 5}),
  act: (s, limit, {created, body}) => ({
    created,
    updated: update(s, created, {...updateOf(body), sessions_limit: limit}),
    list: search(s, body.email),
  }),
});

/** Users with flags: each flag is once set and once not set, while others have the opposite value. */
const flags = sceneOfCases({
  id: 'store.users.flags-given-are-kept',
  cases: [
    {admin: true, plan_admin: true, only_sees_readable: true},
    onlyWith('admin'),
    {admin: false, plan_admin: true, only_sees_readable: true},
  ],
  act: (s, given) => createAndFind(s, given),
});

const AT_BOUNDS = 'the least and the greatest limit';

/** What creations and updates accept, store and refuse beyond the bounds of single members. */
export const bounds: Check[] = [
  check({
    rule: 'store.users.created-is-as-given',
    act: (s) => createAndFind(s, EVERYTHING),
    judge: ({created, list}) => {
      const {email, external_id, sessions_limit} = created.requestBody;
      return expectGiven(created, list, {email, external_id, sessions_limit});
    },
  }),
  ...checksOfCases(createdAtBounds, AT_BOUNDS, {
    'store.users.created-is-as-given': ofEach(({created, list}, limit) =>
      expectRowAsGiven(list, created, {sessions_limit: limit}),
    ),
  }),
  ...checksOfCases(updatedToBounds, AT_BOUNDS, {
    'store.users.update-is-kept': ofEach(({created, list}, limit) =>
      expectRowAsGiven(list, created, {sessions_limit: limit}),
    ),
  }),
  ...checksOfCases(flags, '*', {
    'store.users.flags-given-are-kept': ofEach(({created, list}, given) =>
      expectGiven(created, list, given),
    ),
  }),
  check({
    rule: 'store.users.create-needs-no-optional-member',
    act: (s) => ({
      bare: s.call('createUser', {body: newUser(s)}),
      full: s.call('createUser', {
        expects: 'created',
        body: {
          ...newUser(s),
          sessions_limit: 2,
          admin: false,
          plan_admin: false,
          only_sees_readable: false,
        },
      }),
    }),
    judge: ({bare}) => expectOutcome(bare, 'created', 'optional-member-demanded'),
  }),
  // A wrong status of a refusal breaks several rules; the one about the status comes first.
  ...invalidRequests,
  ...checksOf(unknownPlans, {
    'store.users.assigned-plan-must-exist': ({unknown, update: updated, name, updateByName}) =>
      all(
        expectNoPlan(unknown, 'unknown-plan-accepted'),
        expectNoPlan(updated, 'unknown-plan-accepted-on-update'),
        expectNoPlan(name, 'text-accepted'),
        expectNoPlan(updateByName, 'text-accepted-on-update'),
      ),
  }),
  check({
    rule: 'store.users.assigned-plan-must-exist',
    place: 'of another store',
    act: (s) => ({
      created: s.call('createUser', {
        body: {...newUser(s), assign_new_plan: s.sample('foreign_plan')},
      }),
    }),
    judge: ({created}) => expectNoPlan(created, 'foreign-plan-accepted'),
  }),
  ...checksOf(unknownPlans, {
    'store.users.refused-create-makes-nobody @ with an unknown plan': ({unknown, planned}) =>
      when(unknown.status >= 400, 'the creation was not refused', () =>
        expectNone(rowsOf(planned), 'user of the refused creation', 'user-made: planned', planned),
      ),
  }),
  check({
    rule: 'store.users.update-is-kept',
    act: (s) => {
      const {created, body} = createUser(s);
      const email = s.fresh('email');
      const bystander = createUser(s);
      const updateTo = (sessionsLimit: number, flag: string): Handle =>
        update(s, created, {
          ...updateOf(body),
          email,
          sessions_limit: sessionsLimit,
          ...onlyWith(flag),
        });
      return {
        created,
        bystander: bystander.created,
        updated: updateTo(7, 'admin'),
        found: search(s, email),
        old: search(s, body.email),
        again: updateTo(8, 'plan_admin'),
        changed: search(s, email),
        last: updateTo(9, 'only_sees_readable'),
        left: search(s, email),
        beside: search(s, bystander.body.email),
      };
    },
    // Each flag is set alone once: setting one does not set another.
    judge: ({created, bystander, old, beside, ...seen}) =>
      all(
        expectAsCreated(beside, bystander),
        expectUpdateKept(seen.found, created, seen.updated),
        expectUpdateKept(seen.changed, created, seen.again),
        expectUpdateKept(seen.left, created, seen.last),
        () =>
          expectNone(rowsOf(old), 'user with the email of before', 'old-email-still-finds', old),
      ),
  }),
  check({
    rule: 'store.users.refused-create-makes-nobody',
    act: (s) => {
      const owner = createUser(s).body;
      const [short, twice] = [newUser(s), newUser(s)];
      const refused = (body: Record<string, Val>): void =>
        void s.call('createUser', {body, expects: 'invalid'});
      refused({...short, new_password: s.fresh('password', 7)});
      // A refused request is refused again when repeated, and neither has an effect.
      refused({...twice, external_id: owner.external_id});
      refused({...twice, external_id: owner.external_id});
      return {
        short: search(s, short.email),
        twice: search(s, twice.email),
        again: s.call('createUser', {body: twice}),
      };
    },
    judge: ({again, ...found}) =>
      all(
        ...Object.entries(found).map(([name, list]) =>
          expectNone(rowsOf(list), 'user of the refused creation', `user-made: ${name}`, list),
        ),
        expectOutcome(again, 'created', 'half-made'),
      ),
  }),
];
