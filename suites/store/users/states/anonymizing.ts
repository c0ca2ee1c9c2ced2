import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {
  all,
  concluded,
  expectEqual,
  expectNone,
  expectOutcome,
  expectThat,
  hidden,
  notApplicable,
  promisedBy,
  type Statement,
  when,
  nothing,
} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {createUser, deactivate, idOf, newUser, search, walkAnonymized} from '../../people.ts';
import {
  isFlagSet,
  expectRowFlag,
  expectRowMember,
  rowOf,
  rowsOf,
  type UserRow,
} from '../../user-rows.ts';
import {expectAnonymizedRow} from './anonymized-row.ts';
import {toText} from '../../../../spec/json.ts';

/** Histories of users who can be anonymized, and the values of `anonymize` that do it. */
const HISTORIES = ['active', 'deactivated', 'reactivated'] as const;
const VALUES = ['true', '1'] as const;

type History = (typeof HISTORIES)[number];
type WayName = `${History} by ${(typeof VALUES)[number]}`;

/** Members of the creation of a user of each history: an anonymized user may have had any flags. */
const MEMBERS: Record<History, Record<string, boolean>> = {
  active: {admin: true},
  deactivated: {plan_admin: true, only_sees_readable: true},
  reactivated: {admin: true, plan_admin: true},
};

/** One reactivated user is enough: the other histories compare the values of `anonymize`. */
const WAYS: {way: WayName; from: History; by: string}[] = HISTORIES.flatMap((from) =>
  VALUES.filter((by) => from !== 'reactivated' || by === 'true').map((by) => ({
    way: `${from} by ${by}` as const,
    from,
    by,
  })),
);

/** The steps that are recorded for each way; `Way` explains them. */
type WayStep = 'before' | 'created' | 'response' | 'old' | 'logout' | 'again';

/** Records a user who is anonymized in one way, with reads before and after. */
function anonymize(s: Script, from: History, by: string): Record<WayStep, Handle> {
  const {created, body} = createUser(s, MEMBERS[from]);
  const before = search(s, body.email);
  if (from !== 'active') deactivate(s, created);
  if (from === 'reactivated') s.call('reactivateUser', {path: idOf(created)});
  return {
    before,
    created,
    response: s.call('deactivateUser', {path: idOf(created), query: {anonymize: by}}),
    old: search(s, body.email),
    logout: s.call('forceLogout', {path: {id: body.external_id}}),
    again: s.call('createUser', {
      body: {...newUser(s), email: body.email, external_id: body.external_id},
    }),
  };
}

const everyWay = sharedScene({
  id: 'store: anonymized in every way',
  act: (s) => {
    const ways = WAYS.map(({way, from, by}) => ({way, steps: anonymize(s, from, by)}));
    const named = ways.flatMap(({way, steps}) =>
      Object.entries(steps).map(([name, handle]) => [`${way} ${name}`, handle]),
    );
    // Both walks together show every one of these users, in any order of the list.
    return {
      ...(Object.fromEntries(named) as Record<`${WayName} ${WayStep}`, Handle>),
      toFirst: walkAnonymized(s, ways[0]?.steps.created),
      toLast: walkAnonymized(s, ways.at(-1)?.steps.created),
    };
  },
});

type EveryWay = SeenIn<typeof everyWay>;

/** The exchanges about one user. */
interface Way {
  way: WayName;
  from: History;
  /** The value of `anonymize`. */
  by: string;
  /** The creation. */
  created: Exchange;
  /** The user's row before the anonymization; undefined unless the email found it. */
  rowBefore: UserRow | undefined;
  /** The response to the anonymization. */
  response: Exchange;
  /** The search by the email of the creation, afterwards. */
  byOldEmail: Exchange;
  /** A forced logout by the external_id of the creation, afterwards. */
  logout: Exchange;
  /** A creation with the same email and external_id, afterwards. */
  again: Exchange;
  /** The deactivated users, afterwards. */
  list: Exchange[];
}

const waysIn = (seen: EveryWay): Way[] =>
  WAYS.map(({way, from, by}) => ({
    way,
    from,
    by,
    created: seen[`${way} created`],
    rowBefore: rowOf(seen[`${way} before`], seen[`${way} created`]),
    response: seen[`${way} response`],
    byOldEmail: seen[`${way} old`],
    logout: seen[`${way} logout`],
    again: seen[`${way} again`],
    list: [...seen.toFirst, ...seen.toLast],
  }));

/** Judges each way. */
const judgeEachWay =
  (judge: (way: Way) => Judgement) =>
  (seen: EveryWay): Judgement =>
    all(...waysIn(seen).map(judge));

/**
 * The signs of an anonymized user, as opposed to a deactivated one: the row, or if the user is not
 * listed, that the external_id finds no user and that email and external_id are free: another user can
 * have them.
 */
function signsOf({list, created, logout, again}: Way): Record<string, boolean> {
  const row = rowOf(list, created);
  if (!row)
    return {
      external_id: logout.situations.includes('user-not-found'),
      free: isCreated(again),
    };
  return {
    email: row.email !== created.requestBody.email,
    external_id: row.external_id === null,
    name: (row.name ?? null) === null,
    flag: isFlagSet(row.anonymized),
  };
}

/**
 * Whether at least one sign is present: other rules require all of them. A missing name is not enough, since
 * a creation cannot set one.
 */
function isAnonymized(way: Way): boolean {
  const {name: _name, ...signs} = signsOf(way);
  return Object.values(signs).includes(true);
}

/** The anonymization succeeds, and the user of the way is anonymized afterwards. */
const expectAnonymized = (way: Way): Judgement =>
  all(
    expectOutcome(way.response, 'deactivated', `${way.way}: refused`),
    expectThat(isAnonymized(way), {
      branch: `${way.way}: not anonymized`,
      expected: 'an anonymized user',
      got: 'a user with the former email, external_id and flag',
      at: way.list[0],
    }),
  );

/** Whether a way has the required result. */
const succeeds = (way: Way): boolean => {
  const {violations, unread} = concluded(() => expectAnonymized(way));
  return violations.length === 0 && !unread;
};

/**
 * Users of these histories can be anonymized. If one value of `anonymize` works and the other does
 * not, another rule is broken: then only the ways with the working value count.
 */
function expectHistoriesAnonymized(seen: EveryWay, histories: History[]): Judgement {
  const ways = waysIn(seen);
  const works = (value: string): boolean => ways.some((way) => way.by === value && succeeds(way));
  const working: readonly string[] = VALUES.filter(works);
  const judged = ways
    .filter(({from}) => histories.includes(from))
    .filter(({by}) => !working.length || working.includes(by));
  return all(...judged.map(expectAnonymized));
}

/** Both values of `anonymize` lead from one state to the same signs. */
function expectAsByTheOtherValue(way: Way, ways: Way[]): Judgement {
  const other = ways.find(({from, by}) => from === way.from && by !== way.by);
  if (!other || ![way, other].every(succeeds)) return nothing();
  return expectEqual(
    signsOf(way),
    signsOf(other),
    `${way.way}: not as by the other word`,
    way.list[0],
    'the signs of anonymization',
  );
}

/**
 * Whether the creation was refused because of this member. A refusal that names neither email nor
 * external_id may be because of either.
 */
function isTaken(creation: Exchange, field: string): boolean {
  const named = Object.keys(creation.body?.errors ?? {});
  const namesNeither = !['email', 'external_id'].some((one) => named.includes(one));
  return creation.situations.includes('invalid') && (named.includes(field) || namesNeither);
}

/** The value that the anonymized user had can be given to another one. */
const expectFree = ({again, way}: Way, field: string): Judgement =>
  expectThat(!isTaken(again, field), {
    branch: `${way}: ${field} still taken`,
    expected: `the ${field} of the anonymized user to be free`,
    got: JSON.stringify(again.body?.errors) ?? '',
    at: again,
  });

/** The email has the form "user-<id>@<domain>"; the deployment chooses the domain. */
function expectEmailReplaced({way, created, list}: Way, row: UserRow): Judgement {
  const id = toText(created.body.data.id);
  return expectThat(new RegExp(`^user-${toText(id)}@[^@\\s]+$`).test(toText(row.email)), {
    branch: `${way}: another form`,
    expected: `\`email\` to be user-${toText(id)}@<domain>`,
    got: toText(row.email),
    at: list[0],
  });
}

/** A name that was null before shows nothing: a creation cannot set a name. */
function expectNameCleared({way, rowBefore, list}: Way, row: UserRow): Judgement {
  const name = row.name ?? null;
  if (name === null && rowBefore?.name === null)
    return notApplicable('the `name` of a user is null before it is anonymized, too');
  if (name === null && rowBefore?.name === undefined)
    return hidden('NS-ST-02', 'untold', 'users have no `name` here');
  return expectEqual(name, null, `${way}: name kept`, list[0], '`name` of the anonymized user');
}

function expectExternalIdCleared(way: Way): Judgement {
  const row = rowOf(way.list, way.created);
  const branch = `${way.way}: external_id kept`;
  return all(
    // Where anonymized users are listed is open (NS-ST-16); a forced logout shows without the list
    // that the external_id finds no user any more.
    expectOutcome(way.logout, 'user-not-found', `${way.way}: still found by it`),
    expectFree(way, 'external_id'),
    row ? expectRowMember(row, 'external_id', null, branch, way.list[0]) : nothing(),
  );
}

/** The violation that no user has the flag that the profile promises. */
const noFlag = (way: WayName, at: Exchange | undefined): Statement => ({
  branch: `${way}: no flag`,
  expected: '`anonymized` of the anonymized user to be true',
  got: 'no user with this member',
  at,
});

function expectFlagSet({way, created, rowBefore, list}: Way, row: UserRow): Judgement {
  const users = [row, rowBefore, created.body.data as UserRow | undefined, ...rowsOf(list)];
  // If any response shows the flag, even of another user, it must be present and set afterwards.
  if (!users.some((user) => user?.anonymized !== undefined)) {
    // The choice is about `name` and `anonymized`: it is confirmed if one of them is shown.
    const isConfirmed = users.some((user) => typeof user?.name === 'string');
    return hidden(
      'NS-ST-02',
      'untold',
      'users have no `anonymized` here',
      isConfirmed ? promisedBy('told', noFlag(way, list[0])) : undefined,
    );
  }
  return all(
    expectRowFlag(row, 'anonymized', true, `${way}: flag not set`, list[0]),
    expectRowFlag(rowBefore, 'anonymized', false, `${way}: always set`, list[0]),
  );
}

/** What anonymization removes from a user (States / User; Endpoints / Users). */
export const anonymizing: Check[] = checksOf(everyWay, {
  'store.users.active-can-be-anonymized': (seen) =>
    expectHistoriesAnonymized(seen, ['active', 'reactivated']),
  'store.users.deactivated-can-be-anonymized': (seen) =>
    expectHistoriesAnonymized(seen, ['deactivated']),
  'store.users.anonymize-takes-true-and-1': (seen) => {
    const ways = waysIn(seen);
    return all(
      ...ways.map(expectAnonymized),
      ...ways.map((way) => expectAsByTheOtherValue(way, ways)),
    );
  },
  'store.users.anonymizing-replaces-the-email': judgeEachWay((way) =>
    all(
      expectFree(way, 'email'),
      expectAnonymizedRow(way.list, way.created, (row) => expectEmailReplaced(way, row)),
    ),
  ),
  'store.users.anonymizing-clears-the-name': judgeEachWay((way) =>
    expectAnonymizedRow(way.list, way.created, (row) => expectNameCleared(way, row)),
  ),
  'store.users.anonymizing-clears-the-external-id': judgeEachWay(expectExternalIdCleared),
  'store.users.anonymizing-sets-the-flag': judgeEachWay((way) =>
    expectAnonymizedRow(way.list, way.created, (row) => expectFlagSet(way, row)),
  ),
  'store.users.old-email-finds-nobody': judgeEachWay(({way, rowBefore, byOldEmail}) =>
    when(rowBefore !== undefined, 'the email did not find the user before', () =>
      expectNone(
        rowsOf(byOldEmail),
        'user with the email of before',
        `${way}: still found`,
        byOldEmail,
      ),
    ),
  ),
});
