import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  check,
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
} from '../../../language/check.ts';
import {
  all,
  expectOutcome,
  expectMember,
  expectNone,
  when,
  judgeEach,
  nothing,
} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {createUser, EVERYTHING, idOf, newUser, search, update, updateOf} from '../../people.ts';
import {expectNoPlan} from '../../plans/no-plan.ts';
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

/** A member of the response to the creation has the value expected. */
const expectInCreation = (
  created: Exchange,
  name: string,
  expected: unknown,
  branch: string,
): Judgement => expectMember(created, `/data/${name}`, expected, branch);

/** The creation and the list show the flags that were given. */
const expectFlagsAsGiven = (created: Exchange, list: Exchange): Judgement =>
  all(
    ...FLAGS.flatMap((name) => {
      const given = created.requestBody[name] as boolean;
      const branch = `${name} ${given ? 'lost' : 'made up'}`;
      return [
        expectInCreation(created, name, given, `${branch} on create`),
        expectRowFlag(rowOf(list, created), name, given, `${branch} in the list`, list),
      ];
    }),
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
function expectAsUpdated(list: Exchange, user: Exchange, updated: Exchange): Judgement {
  const row = rowOf(list, user);
  const given = updated.requestBody;
  return all(
    expectRowMember(row, 'sessions_limit', given.sessions_limit, 'sessions-limit-lost', list),
    ...FLAGS.map((name) => expectRowFlag(row, name, given[name], `${name} lost`, list)),
  );
}

/** A creation and an update with plans that do not exist. */
const unknownPlans = sharedScene({
  id: 'store: plans that do not exist',
  api: 'store',
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

/**
 * The bounds of the limit of sessions and the values next to them; the last one repeats a bound.
 */
const LIMITS = [1, 999_999, 2, 999_998, 1];

/** Users with limits at the bounds, by a creation and by updates, as the list shows them. */
const limitsAtBounds = sharedScene({
  id: 'store: users with limits at the bounds',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created, body} = createUser(s, {sessions_limit: 5});
    const seen: Record<string, Handle> = {created};
    for (const [at, limit] of LIMITS.entries()) {
      update(s, created, {...updateOf(body), sessions_limit: limit});
      seen[`updated ${at}`] = search(s, body.email);
    }
    for (const limit of [1, 999_999]) {
      const other = createAndFind(s, {sessions_limit: limit});
      seen[`created with ${limit}`] = other.created;
      seen[`shown with ${limit}`] = other.list;
    }
    return seen;
  },
});

/** A list shows the given limit of sessions. */
const expectLimit = (
  list: Exchange | undefined,
  created: Exchange | undefined,
  limit: number,
): Judgement =>
  list && created
    ? expectRowMember(
        rowOf(list, created),
        'sessions_limit',
        limit,
        `another limit than ${limit}`,
        list,
      )
    : nothing();

/** What creations and updates accept, store and refuse beyond the bounds of single members. */
export const bounds: Check[] = [
  check({
    rule: 'store.users.created-is-as-given',
    act: (s) => createAndFind(s, EVERYTHING),
    judge: ({created, list}) =>
      all(
        ...['email', 'external_id', 'sessions_limit'].flatMap((name) => {
          const given: unknown = created.requestBody[name];
          const row = rowOf(list, created);
          return [
            expectInCreation(created, name, given, `another ${name}`),
            expectRowMember(row, name, given, `another ${name} in the list`, list),
          ];
        }),
      ),
  }),
  ...checksAt(limitsAtBounds, 'store.users.created-is-as-given', {
    'the least and the greatest limit': (seen) =>
      judgeEach([1, 999_999], (limit) =>
        expectLimit(seen[`shown with ${limit}`], seen[`created with ${limit}`], limit),
      ),
  }),
  ...checksAt(limitsAtBounds, 'store.users.update-is-kept', {
    'the least and the greatest limit': (seen) =>
      judgeEach(LIMITS, (limit, at) => expectLimit(seen[`updated ${at}`], seen['created'], limit)),
  }),
  check({
    rule: 'store.users.flags-given-are-kept',
    // Each flag is once set and once not set, while others have the opposite value.
    act: (s) => {
      const [full, admin] = [createAndFind(s, EVERYTHING), createAndFind(s, onlyWith('admin'))];
      const others = createAndFind(s, {admin: false, plan_admin: true, only_sees_readable: true});
      return {
        full: full.created,
        admin: admin.created,
        others: others.created,
        shown: full.list,
        shownAdmin: admin.list,
        shownOthers: others.list,
      };
    },
    judge: (seen) =>
      all(
        expectFlagsAsGiven(seen.full, seen.shown),
        expectFlagsAsGiven(seen.admin, seen.shownAdmin),
        expectFlagsAsGiven(seen.others, seen.shownOthers),
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
  ...checksAt(unknownPlans, 'store.users.refused-create-makes-nobody', {
    'with an unknown plan': ({unknown, planned}) =>
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
        expectAsUpdated(seen.found, created, seen.updated),
        expectAsUpdated(seen.changed, created, seen.again),
        expectAsUpdated(seen.left, created, seen.last),
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
