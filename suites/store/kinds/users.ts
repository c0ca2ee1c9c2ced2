/** Users: how they are made, changed, ended and shown (Resources). */

import type {Val} from '../../../spec/value.ts';
import {all, hidden, nothing} from '../../language/judge.ts';
import {cutOf} from '../../language/rows.ts';
import {text} from '../../language/sent-values.ts';
import {kindOf, LONG_COUNTS} from '../../tables/kind.ts';
import {createUser, idOf, search, walkList} from '../people.ts';
import {
  expectRowFlag,
  expectRowMember,
  expectStillInactive,
  rowOf as userRow,
} from '../user-rows.ts';

/** Every third is an admin. */
const isAdmin = (number: number): boolean => number % 3 === 0;

/** Users whose addresses and external ids have the same beginning. */
export const USERS = kindOf({
  kind: 'users with near names',
  counts: LONG_COUNTS,
  begin: (s) => s.fresh('text'),
  make: (s, name: Val, number) => {
    const named = {
      email: text(name, String(number), '@presscheck.example'),
      external_id: text(name, String(number)),
    };
    const admin = isAdmin(number);
    const {created} = createUser(s, {...named, admin, sessions_limit: number + 1});
    return {created, named, admin};
  },
  looks: {
    'store.users.query-by-email-finds-that-user-only': (s, {named}) => search(s, named.email),
  },
  lists: {
    'store.users.list-without-query-is-unfiltered': {
      walk: (s) => walkList(s, {}),
      // Whether the deactivated are among all users is open.
      has: ({hasEnded}) => (hasEnded ? undefined : true),
    },
    'store.users.query-admins-lists-admins-only': {
      walk: (s) => walkList(s, {query: 'admins'}),
      has: ({number, hasEnded}) => (hasEnded ? undefined : isAdmin(number)),
    },
    'store.users.query-deactivated-lists-deactivated-only': {
      walk: (s) => walkList(s, {query: 'deactivated'}),
      has: ({hasEnded}) => hasEnded,
    },
  },
  change: {
    rule: 'store.users.update-is-kept',
    record: (s, {created, named, admin}, number) => {
      const members = {admin, only_sees_readable: false, sessions_limit: number + 500};
      return s.call('updateUser', {path: idOf(created), body: {...named, ...members}});
    },
  },
  end: {
    rule: 'store.users.deactivation-deactivates',
    record: (s, {created}) => s.call('deactivateUser', {path: idOf(created)}),
    expectEnded: expectStillInactive,
  },
  others: 'store.users.others-stay-as-they-are',
  rowIn: userRow,
  expectAsGiven: (row, {by, hasEnded}, where) =>
    all(
      expectRowMember(
        row,
        'sessions_limit',
        by.requestBody?.sessions_limit,
        'another limit',
        where,
      ),
      hasEnded || row.admin === undefined
        ? nothing()
        : expectRowFlag(row, 'admin', by.requestBody?.admin, 'another flag', where),
    ),
  ifUnseen: (pages) => {
    const cut = cutOf(pages);
    return cut === undefined ? undefined : hidden('NS-ST-07', 'not walked through', cut);
  },
});
