/** The rows of the list of users, and judgements about them. */

import type {Exchange} from '../../spec/exchange.ts';
import {toText} from '../../spec/json.ts';
import type {Judgement} from '../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  hidden,
  nothing,
  NothingSeen,
  summaryOf,
  undecided,
} from '../language/judge.ts';
import {cutOf} from '../language/rows.ts';
import {blockedBy} from '../language/blocked-by.ts';
import {ROWS} from './people.ts';
import {List, type Row} from '../tables/list.ts';

/** A user as the list shows it. */
export type UserRow = Row;

/** A flag of a row: `only_sees_readable` may be 1 or 0 there (NS-ST-06). */
export const isFlagSet = (value: unknown): boolean => value === true || value === 1;

/**
 * The id of a created user as a text: rules about the form of an id judge it, and no other does.
 * @throws NothingSeen for a creation without one
 */
function idIn(created: Exchange): string {
  const id = created.body?.data?.id as unknown;
  if (id === undefined)
    throw new NothingSeen(`${created.op} was answered ${summaryOf(created)}, without an id`);
  return toText(id);
}

/** The list of users. */
export const users = new List({
  kind: 'user',
  rows: ROWS,
  idOf: ({id}) => toText(id),
  idIn,
  ifCut: (reason) => hidden('NS-ST-07', 'not walked through', reason),
});

export const {rows: rowsOf, rowOf, expectListed, expectNotListed, expectRowMember} = users;

const LISTS_DEACTIVATED = 'store.users.query-deactivated-lists-deactivated-only';

/**
 * A deactivated or anonymized user is listed as such, and `judge` accepts the row. If the walk did
 * not reach the end of the list (NS-ST-07), the row that the search by email finds is used instead.
 * If the search shows a deactivated user who is not in the list, the user is deactivated, and the
 * list is wrong.
 */
export function expectListedDeactivated(
  {found, list}: {found: Exchange; list: Exchange[]},
  created: Exchange,
  branch: string,
  judge?: (row: UserRow) => Judgement,
): Judgement {
  const byEmail = rowOf(found, created);
  const isOnList = rowOf(list, created) !== undefined;
  if (byEmail?.deleted_at === null && !isOnList)
    return expectThat(false, {
      branch,
      expected: '`deleted_at` of the deactivated user to be set',
      got: 'null',
      at: found,
    });
  if (isOnList || !byEmail) return expectListed(list, created, branch, judge);
  if (cutOf(list) === undefined)
    return blockedBy(LISTS_DEACTIVATED, 'the list lacks a user whom the email finds deactivated');
  if (judge) return judge(byEmail);
  return expectThat(true, {branch, expected: 'deleted_at', got: 'deleted_at', at: found});
}

/** A flag of a user's row has the value expected. */
export const expectRowFlag = (
  row: UserRow | undefined,
  name: string,
  expected: unknown,
  branch: string,
  where: Exchange | undefined,
): Judgement =>
  expectEqual(isFlagSet(row?.[name]), expected, branch, where, `\`${name}\` of the listed user`);

/** The booleans of a user. */
export const FLAGS = ['admin', 'plan_admin', 'only_sees_readable'];

/**
 * A change of state changed nothing else: the email, the external_id, the name, the flags and the
 * limit of sessions are as before. Members that the row did not show before are not compared: other
 * rules require them, and it is not documented whether users have a name (NS-ST-02).
 * @param way prefix of the failure's name, before the name of the member
 */
export function expectPersonKept(
  before: UserRow | undefined,
  now: UserRow | undefined,
  way: string,
  where: Exchange | undefined,
): Judgement {
  if (!before) return undecided('the email did not find the user before');
  const isShown = (name: string): boolean => before[name] !== undefined;
  return all(
    ...['email', 'external_id', 'name', 'sessions_limit']
      .filter(isShown)
      .map((name) => expectRowMember(now, name, before[name], `${way}: ${name} lost`, where)),
    ...FLAGS.filter(isShown).map((name) =>
      expectRowFlag(now, name, isFlagSet(before[name]), `${way}: ${name} changed`, where),
    ),
  );
}

/**
 * A created user is active, and has the admin flag and the limit of sessions of the creation. Other rules
 * judge members that the creation or the list shows in another form, or not as they were sent.
 */
export const expectUserUnchanged = (found: Exchange, created: Exchange): Judgement =>
  all(
    expectActive(found, created, 'user-deactivated'),
    expectMemberKept('admin', flagIn, found, created),
    expectMemberKept('sessions_limit', limitIn, found, created),
  );

/** A member of a user in the list is that of the creation, if both show it in a documented form. */
function expectMemberKept(
  member: 'admin' | 'sessions_limit',
  documented: (value: unknown) => unknown,
  found: Exchange,
  created: Exchange,
): Judgement {
  const sent = documented(created.requestBody?.[member]);
  const before = documented(created.body.data[member]);
  const now = documented(rowOf(found, created)?.[member]);
  const isAsSent = sent === undefined || sent === before;
  if (!isAsSent || before === undefined || now === undefined) return nothing();
  return expectEqual(now, before, `${member}-updated`, found, `\`${member}\` of the user`);
}

/** A flag; undefined for another value. */
const flagIn = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;

/** A limit of sessions, null for none; undefined for a value that no user has. */
function limitIn(value: unknown): unknown {
  const isInBounds = typeof value === 'number' && value >= 1 && value <= 999_999;
  return value === null || isInBounds ? value : undefined;
}

/**
 * A deactivated user was not reactivated. It is not documented whether a search by email finds such
 * a user.
 */
export const expectStillInactive = (found: Exchange, created: Exchange): Judgement =>
  expectThat(rowOf(found, created)?.deleted_at !== null, {
    branch: 'user-reactivated',
    expected: 'the user to be still deactivated',
    got: summaryOf(found),
    at: found,
  });

/**
 * The list shows a created user as active: `deleted_at` is null. A row in which it is neither null nor a time
 * decides nothing: another rule judges the form of the member.
 */
export function expectActive(found: Exchange, created: Exchange, branch: string): Judgement {
  const row = rowOf(found, created);
  if (row && !isTimeOrNull(row.deleted_at))
    return undecided('`deleted_at` is no time and not null');
  return expectThat(row?.deleted_at === null, {
    branch,
    expected: 'an active user (`deleted_at` null)',
    got: summaryOf(found),
    at: found,
  });
}

/** Whether a value may be a time, in any of the documented forms, or null. */
const isTimeOrNull = (value: unknown): boolean =>
  ['string', 'number', 'object'].includes(typeof value);
