import type {Check} from '../../language/check.ts';
import {all, expectStill} from '../../language/judge.ts';
import {MOST_PAGES, type Resource} from '../../tables/resource.ts';
import {apartFromOthers, hiddenDirectlyAfter} from '../../tables/tenants.ts';
import {createUser, deactivate, idOf, newUser, updateOf} from '../people.ts';
import {sessionsOf} from '../sessions.ts';
import {expectStillInactive, expectUserUnchanged, rowsOf} from '../user-rows.ts';

/** An active user, who is an admin, and a deactivated one. */
export const users: Resource<'created' | 'inactive', 'active' | 'inactive'> = {
  kind: 'user',
  make: (s, by) => {
    const {created, body} = createUser(s, {admin: true}, by);
    const gone = createUser(s);
    deactivate(s, gone.created);
    const [path, other] = [idOf(created), newUser(s)];
    return {
      made: {created, inactive: gone.created},
      shown: {
        active: ['listUsers', {query: {query: body.email}}],
        inactive: ['listUsers', {query: {query: gone.body.email}}],
      },
      lists: {
        byEmail: ['listUsers', {query: {query: body.email}}],
        admins: ['listUsers', {query: {query: 'admins'}}, MOST_PAGES],
        left: ['listUsers', {query: {query: 'deactivated'}}, MOST_PAGES],
        everyone: ['listUsers', {}, MOST_PAGES],
      },
      writes: {
        update: ['updateUser', {path, body: {...updateOf(body), admin: false, sessions_limit: 7}}],
        logout: ['forceLogout', {path}],
        logoutByExternalId: ['forceLogout', {path: {id: body.external_id}}],
        deactivation: ['deactivateUser', {path}],
        anonymization: ['deactivateUser', {path, query: {anonymize: 'true'}}],
        reactivation: ['reactivateUser', {path: idOf(gone.created)}],
      },
      another: {
        creation: ['createUser', {body: other}],
        found: ['listUsers', {query: {query: other.email}}],
      },
      elsewhere: {sessions: ['deleteAuthSessionsOfUser', {path: sessionsOf(created)}]},
    };
  },
  rowsIn: (pages, created) => {
    const emails = created.map(({requestBody}) => requestBody?.email as unknown);
    return rowsOf(pages).filter(({email}) => emails.includes(email));
  },
  expectAsBefore: (before, after, {created, inactive}) =>
    all(
      () => expectStill(before.active, after.active, (list) => expectUserUnchanged(list, created)),
      () =>
        expectStill(before.inactive, after.inactive, (list) => expectStillInactive(list, inactive)),
    ),
};

/** A token only gives access to the users of its own store. */
export const tenancy: Check[] = [
  // The responses to the writes are judged by the contract's condition `foreign`, too.
  ...apartFromOthers(users, {
    shown: 'store.access.list-shows-own-only',
    written: 'store.access.foreign-write-has-no-effect',
  }),
  ...hiddenDirectlyAfter(
    users,
    'store.access.list-shows-own-only @ directly after their own store',
  ),
];
