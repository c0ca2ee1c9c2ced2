import {isObject} from '../../spec/json.ts';
import type {Exchange, Ref, Role, Val} from '../../spec/step.ts';
import type {Judgement} from '../check.ts';
import {hidden, holds, NothingSeen, summaryOf} from '../judge.ts';
import {rowsAt} from '../rows.ts';
import type {Args, Handle, Script} from '../script.ts';

/**
 * The steps that create, change and deactivate a user (States / User), and how the list shows
 * users. Whatever a function records as set-up says `expects`: when it is answered otherwise, the
 * check is blocked and the rule is not blamed.
 */

/** The smallest valid body of a `createUser`; every value is fresh. */
export const person = (s: Script) => ({
  email: s.fresh('email'),
  external_id: s.fresh('external-id'),
  new_password: s.fresh('password'),
});

/**
 * Records the creation of a user (`createUser`), as set-up unless `args` says otherwise.
 * @param more members beside those of `person`, or in their place
 * @returns `made`: the creation; `body`: what `person` gave for it
 */
export function create(
  s: Script,
  more: Record<string, Val> = {},
  args: Args = {},
): {made: Handle; body: ReturnType<typeof person>} {
  const body = person(s);
  const made = s.call('createUser', {expects: 'created', ...args, body: {...body, ...more}});
  return {made, body};
}

/** The path parameters that name a user, by the creation. */
export const idOf = (created: Handle): {id: Ref} => ({id: created.at('/data/id')});

/** The smallest valid body of an `updateUser`: it repeats what the user was created with. */
export const updateOf = (body: ReturnType<typeof person>) => ({
  email: body.email,
  external_id: body.external_id,
  only_sees_readable: false,
});

/** Records an update of a user (`updateUser`) as set-up. */
export const update = (s: Script, created: Handle, body: Record<string, Val>): Handle =>
  s.call('updateUser', {path: idOf(created), body, expects: 'updated'});

/**
 * Records one page of the list (`listUsers`).
 * @param query of the document's filters: an email, `admins` or `deactivated`
 */
export const search = (s: Script, query: Val, as: Role = 'admin'): Handle =>
  s.call('listUsers', {as, query: {query}});

/** Where a page of the list has its rows. */
export const ROWS = '/data/paginator/data';

/** Pages of a walk at most: a store may have thousands of users, and every page spends a read. */
const PAGES = 30;

/**
 * Records a walk through the pages of the list.
 * @param to a creation: the walk stops at the page that shows this user; without it, at the end
 */
export const walked = (
  s: Script,
  query: Record<string, Val>,
  to?: Handle,
  as: Role = 'admin',
): Handle<Exchange[]> =>
  s.walk('listUsers', {
    as,
    query,
    atMost: PAGES,
    ...(to && {until: {rows: ROWS, at: '/id', has: to.at('/data/id')}}),
  });

/**
 * Records a walk through the deactivated users. The new address of an anonymized user is not known
 * (its domain is the deployment's), so such a user is looked for here.
 * @param to as in `walked`
 */
export const deactivated = (s: Script, to?: Handle): Handle<Exchange[]> =>
  walked(s, {query: 'deactivated'}, to);

/**
 * Records a deactivation (`deactivateUser`) as set-up.
 * @param query `{anonymize: 'true'}` anonymizes
 */
export const deactivate = (
  s: Script,
  created: Handle,
  query: Record<string, string> = {},
): Handle => s.call('deactivateUser', {path: idOf(created), query, expects: 'deactivated'});

/**
 * Records where a user who was deactivated may be listed: by email, which need not find the user
 * any more (`found`), and among the deactivated (`list`). `left` judges both.
 */
export function seenGone(
  s: Script,
  created: Handle,
  email: Val,
): {found: Handle; list: Handle<Exchange[]>} {
  const found = search(s, email);
  return {found, list: deactivated(s, created)};
}

/** A user as the list shows it. */
export type UserRow = Record<string, unknown>;

/** A flag of a row: `only_sees_readable` may be 1 or 0 there (NS-ST-06). */
export const flag = (value: unknown): boolean => value === true || value === 1;

/**
 * The rows of pages of the list; a list that found nothing (404) has none.
 * @throws NothingSeen for a response that is no list: that a user is missing from it says nothing
 */
export function rowsOf(pages: Exchange | Exchange[]): UserRow[] {
  const lists = [pages].flat().filter(({situations}) => !situations.includes('nothing-found'));
  return rowsAt(lists, ROWS).filter(isObject);
}

/**
 * The row of a created user in pages of the list; undefined when they do not show it.
 * @throws NothingSeen for a creation without an id
 */
export function rowOf(pages: Exchange | Exchange[], created: Exchange): UserRow | undefined {
  const id = created.body?.data?.id as unknown;
  if (id === undefined)
    throw new NothingSeen(`${created.op} was answered ${summaryOf(created)}, without an id`);
  return rowsOf(pages).find((row) => row.id === id);
}

/** Why the walk did not see the end of the list; undefined when it did. */
const cutOf = (list: Exchange[]): string | undefined => list.at(-1)?.cut;

/**
 * A created user has to be on the list, and the row as `judge` says. A walk that did not see the
 * end of the list decides nothing about a user whom it did not see (NS-ST-07).
 */
export function listed(
  list: Exchange[],
  created: Exchange,
  branch: string,
  judge?: (row: UserRow) => Judgement,
): Judgement {
  const row = rowOf(list, created);
  const cut = cutOf(list);
  if (!row && cut)
    return hidden(
      'NS-ST-07',
      'not walked through',
      `the user was not on the pages that were read, and not all were: ${cut}`,
    );
  if (row && judge) return judge(row);
  return holds(row !== undefined, {
    branch,
    expected: 'the user on the list',
    got: row ? 'the user' : `${rowsOf(list).length} other users`,
    at: list[0],
  });
}

/**
 * A user who was deactivated or anonymized has to be listed as such, and the row as `judge` says.
 * Where the walk did not see the end of the list (NS-ST-07), the row that the email finds stands
 * for the one among the deactivated.
 */
export function left(
  {found, list}: {found: Exchange; list: Exchange[]},
  created: Exchange,
  branch: string,
  judge?: (row: UserRow) => Judgement,
): Judgement {
  const byEmail = rowOf(found, created);
  if (byEmail?.deleted_at === null)
    return holds(false, {
      branch,
      expected: '`deleted_at` of the deactivated user to be set',
      got: 'null',
      at: found,
    });
  const inItsStead = byEmail && !rowOf(list, created) && cutOf(list) !== undefined;
  if (!inItsStead) return listed(list, created, branch, judge);
  if (judge) return judge(byEmail);
  return holds(true, {branch, expected: 'deleted_at', got: 'deleted_at', at: found});
}
