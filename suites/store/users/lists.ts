import {check, type Check} from '../../check.ts';
import {all, equal, holds, is, told} from '../../judge.ts';
import {create, deactivated, idOf, listed, rowOf, rowsOf, search, walked} from '../people.ts';

/** The list: what each filter finds and leaves out. */
export const lists: Check[] = [
  check({
    rule: 'store.users.query-by-email-finds-that-user-only',
    act: (s) => {
      const one = create(s);
      const other = create(s);
      return {one: one.made, found: search(s, one.body.email), other: other.made, others: search(s, other.body.email)};
    },
    judge: ({one, found, other, others}) =>
      all(
        is(found, 'page', 'not-found'),
        equal(rowsOf(found).map((row) => row.id), [one.body.data.id], 'somebody-else', found),
        equal(rowsOf(others).map((row) => row.id), [other.body.data.id], 'somebody-else', others),
      ),
  }),
  check({
    rule: 'store.users.query-deactivated-lists-deactivated-only',
    act: (s) => {
      const gone = create(s).made;
      const here = create(s).made;
      s.call('deactivateUser', {path: idOf(gone), expects: 'deactivated'});
      return {gone, here, list: deactivated(s)};
    },
    judge: ({gone, here, list}) =>
      all(
        listed(list, gone, 'deactivated-not-listed'),
        holds(rowOf(list, here) === undefined, {branch: 'active-listed', expected: 'no active user', got: 'an active user', at: list[0]}),
        holds(rowsOf(list).every((row) => row.deleted_at !== null), {branch: 'active-among-them', expected: 'deleted_at on every row', got: 'a row without', at: list[0]}),
      ),
  }),
  check({
    rule: 'store.users.query-admins-lists-admins-only',
    act: (s) => {
      const admin = create(s, {admin: true}).made;
      const plain = create(s, {admin: false}).made;
      return {admin, plain, list: walked(s, {query: 'admins'})};
    },
    judge: ({admin, plain, list}) =>
      all(
        listed(list, admin, 'admin-not-listed'),
        holds(rowOf(list, plain) === undefined, {branch: 'reader-listed', expected: 'admins only', got: 'a user who is no admin', at: list[0]}),
        holds(rowsOf(list).every((row) => row.admin === true || row.admin === 1), {branch: 'reader-among-them', expected: 'admin on every row', got: 'a row without', at: list[0]}),
      ),
  }),
  check({
    rule: 'store.users.list-without-query-is-unfiltered',
    act: (s) => {
      const made = create(s).made;
      return {made, list: walked(s, {}, made)};
    },
    judge: ({made, list}) => listed(list, made, 'not-on-any-page'),
  }),
  check({
    rule: 'store.users.deleted-at-is-set-while-deactivated',
    act: (s) => {
      const {made, body} = create(s);
      const before = search(s, body.email);
      s.call('deactivateUser', {path: idOf(made), expects: 'deactivated'});
      return {made, before, list: deactivated(s, made)};
    },
    judge: ({made, before, list}) =>
      all(
        equal(rowOf(before, made)?.deleted_at, null, 'set-while-active', before),
        listed(list, made, 'not-listed', ({deleted_at: deletedAt}) =>
          holds(deletedAt !== null && deletedAt !== undefined && deletedAt !== '' && deletedAt !== false, {
            branch: 'not-set', expected: 'a timestamp', got: JSON.stringify(deletedAt) ?? 'nothing', at: list[0],
          }),
        ),
      ),
  }),
  check({
    rule: 'store.users.created-is-active',
    act: (s) => {
      const {made, body} = create(s);
      return {made, found: search(s, body.email)};
    },
    judge: ({made, found}) =>
      all(is(found, 'page', 'not-found'), holds(rowOf(found, made)?.deleted_at === null, {branch: 'not-active', expected: 'deleted_at null', got: told(found), at: found})),
  }),
];
