import {isObject} from '../../spec/json.ts';
import type {Exchange, Ref, Role, Val} from '../../spec/step.ts';
import type {Judgement} from '../check.ts';
import {hidden, holds, NothingSeen, rowsAt, summaryOf} from '../judge.ts';
import type {Args, Handle, Script} from '../script.ts';

/**
 * The steps of a user's life, as the document tells them (States / User), and how the list shows
 * users.
 */

/** A valid body of a create; every value is the run's own. */
export const person = (s: Script) => ({
  email: s.fresh('email'),
  external_id: s.fresh('external-id'),
  new_password: s.fresh('password'),
});

/** A created user, with the body that it was created from. */
export function create(
  s: Script,
  more: Record<string, Val> = {},
  args: Args = {},
): {made: Handle; body: ReturnType<typeof person>} {
  const body = person(s);
  return {
    made: s.call('createUser', {expects: 'created', ...args, body: {...body, ...more}}),
    body,
  };
}

/** The path of a created user. */
export const idOf = (made: Handle): {id: Ref} => ({id: made.at('/data/id')});

/** The smallest valid body of an update. */
export const updateOf = (body: ReturnType<typeof person>) => ({
  email: body.email,
  external_id: body.external_id,
  only_sees_readable: false,
});

/** An update that has to be accepted. */
export const update = (s: Script, made: Handle, body: Record<string, Val>): Handle =>
  s.call('updateUser', {path: idOf(made), body, expects: 'updated'});

/** Everyone that the list finds under a query. */
export const search = (s: Script, query: Val, as: Role = 'admin'): Handle =>
  s.call('listUsers', {as, query: {query}});

const ROWS = '/data/paginator/data';

/** Pages of a walk at most: a store may have thousands of users, and every page is a read. */
const PAGES = 30;

/** Walks the list, to its end or to the page that shows a user. */
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
 * The address of an anonymized user is known but for its domain, so it is looked for among the
 * deactivated.
 */
export const deactivated = (s: Script, to?: Handle): Handle<Exchange[]> =>
  walked(s, {query: 'deactivated'}, to);

/** Deactivates a user, or with a query anonymizes. */
export const deactivate = (s: Script, made: Handle, query: Record<string, string> = {}): Handle =>
  s.call('deactivateUser', {path: idOf(made), query, expects: 'deactivated'});

/**
 * How the list shows a user who left: by email, which need not find the user any more, and among
 * the deactivated.
 */
export function seenGone(
  s: Script,
  made: Handle,
  email: Val,
): {found: Handle; list: Handle<Exchange[]>} {
  const found = search(s, email);
  return {found, list: deactivated(s, made)};
}

/** A flag as the list shows it: `only_sees_readable` may be 1 or 0 there (NS-ST-06). */
export const flag = (value: unknown): boolean => value === true || value === 1;

/**
 * The rows of pages of the list. A list that found nothing has none.
 * @throws NothingSeen for an answer that is no list: that somebody is missing from it says nothing
 */
export const rowsOf = (pages: Exchange | Exchange[]): Record<string, any>[] =>
  [pages]
    .flat()
    .flatMap((page) =>
      page.situations.includes('nothing-found') ? [] : rowsAt([page], ROWS).filter(isObject),
    );

/** The row of a user in pages of the list. */
export function rowOf(
  pages: Exchange | Exchange[],
  made: Exchange,
): Record<string, any> | undefined {
  const id = made.body?.data?.id;
  if (id === undefined)
    throw new NothingSeen(`${made.op} was answered ${summaryOf(made)}, without an id`);
  return rowsOf(pages).find((row) => row.id === id);
}

/**
 * A user who has to be on the list. A list that was not seen to its end tells nothing of who was
 * not seen.
 */
export function listed(
  list: Exchange[],
  made: Exchange,
  branch: string,
  judge?: (row: Record<string, any>) => Judgement,
): Judgement {
  const row = rowOf(list, made);
  const cut = list.at(-1)?.cut;
  if (!row && cut)
    return hidden(
      'NS-ST-07',
      'not walked through',
      `the user was not seen, but the list neither: ${cut}`,
    );
  if (row && judge) return judge(row);
  return holds(row !== undefined, {
    branch,
    expected: 'the user on the list',
    got: row ? 'listed' : `${rowsOf(list).length} others`,
    at: list[0],
  });
}

/**
 * A user who left. Whoever the email still finds has a date of deletion, and stands for the list
 * where that was not seen to its end (NS-ST-07).
 */
export function left(
  {found, list}: {found: Exchange; list: Exchange[]},
  made: Exchange,
  branch: string,
  judge?: (row: Record<string, any>) => Judgement,
): Judgement {
  const byEmail = rowOf(found, made);
  if (byEmail?.deleted_at === null)
    return holds(false, {
      branch,
      expected: 'deleted_at of a user who left',
      got: 'null',
      at: found,
    });
  return byEmail && !rowOf(list, made) && list.at(-1)?.cut
    ? (judge?.(byEmail) ??
        holds(true, {branch, expected: 'deleted_at', got: 'deleted_at', at: found}))
    : listed(list, made, branch, judge);
}
