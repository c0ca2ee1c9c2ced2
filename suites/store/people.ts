import {isObject} from '../../spec/json.ts';
import type {Exchange, Ref, Role, Val} from '../../spec/step.ts';
import type {Judgement} from '../check.ts';
import {hidden, holds, NothingSeen, rowsAt, told} from '../judge.ts';
import type {Args, Handle, Script} from '../script.ts';

/** The steps of a user's life, as the document tells them (States / User), and how the list shows users. */

/** A valid body of a create; every value is the run's own. */
export const person = (s: Script) => ({email: s.fresh('email'), external_id: s.fresh('external-id'), new_password: s.fresh('password')});

/** A created user, with the body that it was created from. */
export function create(s: Script, more: Record<string, Val> = {}, args: Args = {}): {made: Handle; body: ReturnType<typeof person>} {
  const body = person(s);
  return {made: s.call('createUser', {expects: 'created', ...args, body: {...body, ...more}}), body};
}

/** The path of a created user. */
export const idOf = (made: Handle): {id: Ref} => ({id: made.at('/data/id')});

/** The smallest valid body of an update. */
export const updateOf = (body: ReturnType<typeof person>) => ({email: body.email, external_id: body.external_id, only_sees_readable: false});

/** Everyone that the list finds under a query. */
export const search = (s: Script, query: Val, as: Role = 'admin'): Handle => s.call('listUsers', {as, query: {query}});

export const ROWS = '/data/paginator/data';

/** Pages of a walk at most: a store may have thousands of users, and every page is a read. */
const PAGES = 30;

/** Walks the list, to its end or to the page that shows a user. */
export const walked = (s: Script, query: Record<string, Val>, to?: Handle): Handle<Exchange[]> =>
  s.walk('listUsers', {query, atMost: PAGES, ...(to && {until: {rows: ROWS, at: '/id', has: to.at('/data/id')}})});

/** The address of an anonymized user is known but for its domain, so it is looked for among the deactivated. */
export const deactivated = (s: Script, to?: Handle): Handle<Exchange[]> => walked(s, {query: 'deactivated'}, to);

/**
 * The rows of pages of the list. A list that found nothing has none.
 * @throws NothingSeen for an answer that is no list: that somebody is missing from it says nothing
 */
export const rowsOf = (pages: Exchange | Exchange[]): Record<string, any>[] =>
  [pages].flat().flatMap((page) => (page.situations.includes('nothing-found') ? [] : rowsAt([page], ROWS).filter(isObject)));

/** The row of a user in pages of the list. */
export function rowOf(pages: Exchange | Exchange[], made: Exchange): Record<string, any> | undefined {
  const id = made.body?.data?.id;
  if (id === undefined) throw new NothingSeen(`${made.op} was answered ${told(made)}, without an id`);
  return rowsOf(pages).find((row) => row.id === id);
}

/** A user who has to be on the list. A list that was not seen to its end tells nothing of who was not seen. */
export function listed(list: Exchange[], made: Exchange, branch: string, judge?: (row: Record<string, any>) => Judgement): Judgement {
  const row = rowOf(list, made);
  const cut = list.at(-1)?.cut;
  if (!row && cut) return hidden('NS-ST-07', 'not walked through', `the user was not seen, but the list neither: ${cut}`);
  if (row && judge) return judge(row);
  return holds(row !== undefined, {branch, expected: 'the user on the list', got: row ? 'listed' : `${rowsOf(list).length} others`, at: list[0]});
}
