/**
 * The steps that create, change, list and deactivate users (States / User). Functions that record
 * set-up use `expects`: if the outcome is another one, the check is blocked and no rule fails.
 */

import type {Exchange} from '../../spec/exchange.ts';
import type {Ref, Val} from '../../spec/value.ts';
import type {Role} from '../../spec/step.ts';
import type {Args, Handle, Script} from '../language/script.ts';

/** The smallest valid body of a `createUser`; every value is fresh. */
export const newUser = (s: Script) => ({
  email: s.fresh('email'),
  external_id: s.fresh('external-id'),
  new_password: s.fresh('password'),
});

/** Further members of a creation, each with another value than the default. */
export const EVERYTHING = {
  admin: true,
  plan_admin: true,
  only_sees_readable: true,
  sessions_limit: 5,
};

/**
 * Records the creation of a user (`createUser`), as set-up unless `args` says otherwise.
 * @param more members in addition to those of `newUser`, or instead of them
 * @returns `created`: the creation; `body`: the values of `newUser` for it
 */
export function createUser(
  s: Script,
  more: Record<string, Val> = {},
  args: Args = {},
): {created: Handle; body: ReturnType<typeof newUser>} {
  const body = newUser(s);
  const created = s.call('createUser', {expects: 'created', ...args, body: {...body, ...more}});
  return {created, body};
}

/** The path parameters that name a user, by the creation. */
export const idOf = (created: Handle): {id: Ref} => ({id: created.at('/data/id')});

/** The smallest valid body of an `updateUser`: it repeats what the user was created with. */
export const updateOf = (body: ReturnType<typeof newUser>) => ({
  email: body.email,
  external_id: body.external_id,
  only_sees_readable: false,
});

/** Records an update of a user (`updateUser`) as set-up. */
export const update = (s: Script, created: Handle, body: Record<string, Val>): Handle =>
  s.call('updateUser', {path: idOf(created), body, expects: 'updated'});

/**
 * Records an update of a user (`updateUser`) with any outcome.
 * @param more members in addition to those of `updateOf`, or instead of them
 */
export const updateWith = (
  s: Script,
  {created, body}: {created: Handle; body: ReturnType<typeof newUser>},
  more: Record<string, Val> = {},
  args: Args = {},
): Handle =>
  s.call('updateUser', {path: idOf(created), body: {...updateOf(body), ...more}, ...args});

/**
 * Records one page of the list (`listUsers`).
 * @param query of the document's filters: an email, `admins` or `deactivated`
 */
export const search = (s: Script, query: Val, as: Role = 'admin'): Handle =>
  s.call('listUsers', {as, query: {query}});

/** Records one read of the list (`listUsers`) with any result. */
export const read = (s: Script, as: Role = 'admin'): Handle => s.call('listUsers', {as});

/** The pointer to the rows of a page of the list. */
export const ROWS = '/data/paginator/data';

/** The most pages of a walk: a store may have thousands of users, and every page uses one read. */
const MAX_PAGES = 30;

/**
 * Records a walk through the pages of the list.
 * @param to a creation: the walk stops at the page that shows this user; without it, at the end
 */
export const walkList = (
  s: Script,
  query: Record<string, Val>,
  to?: Handle,
  as: Role = 'admin',
): Handle<Exchange[]> =>
  s.walk('listUsers', {
    as,
    query,
    atMost: MAX_PAGES,
    ...(to && {until: {rows: ROWS, at: '/id', has: to.at('/data/id')}}),
  });

/**
 * Records a walk through the deactivated users. The new address of an anonymized user is unknown
 * (its domain is the deployment's), so such a user is searched for here.
 * @param to as in `walkList`
 */
export const walkDeactivated = (s: Script, to?: Handle): Handle<Exchange[]> =>
  walkList(s, {query: 'deactivated'}, to);

/**
 * Records a walk to an anonymized user: through the deactivated users, or through all of them if the profile says that
 * the deactivated do not include the anonymized (NS-ST-16).
 */
export const walkAnonymized = (s: Script, to?: Handle): Handle<Exchange[]> =>
  s.chooses('NS-ST-16', 'unlisted') ? walkList(s, {}, to) : walkDeactivated(s, to);

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
 * Records reads of the lists that may show a deactivated user: the search by email, which need not
 * find the user any more (`found`), and the deactivated users (`list`).
 * `expectListedDeactivated` judges both.
 */
export function findDeactivated(
  s: Script,
  created: Handle,
  email: Val,
): {found: Handle; list: Handle<Exchange[]>} {
  const found = search(s, email);
  return {found, list: walkDeactivated(s, created)};
}
