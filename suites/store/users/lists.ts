import {check, type Check} from '../../check.ts';
import {all, equal, holds, is, summaryOf} from '../../judge.ts';
import {text} from '../../script.ts';
import {
  create,
  deactivate,
  deactivated,
  idOf,
  left,
  listed,
  rowOf,
  rowsOf,
  search,
  seenGone,
  update,
  updateOf,
  walked,
} from '../people.ts';

/** The list: what each filter finds and leaves out. */
export const lists: Check[] = [
  check({
    rule: 'store.users.query-by-email-finds-that-user-only',
    act: (s) => {
      const one = create(s);
      // Whose email has the other's in it.
      const email = text('also-', one.body.email);
      const other = {made: create(s, {email}).made, body: {email}};
      return {
        one: one.made,
        found: search(s, one.body.email),
        other: other.made,
        others: search(s, other.body.email),
      };
    },
    judge: ({one, found, other, others}) =>
      all(
        is(found, 'page', 'not-found'),
        equal(
          rowsOf(found).map((row) => row.id),
          [one.body.data.id],
          'somebody-else',
          found,
        ),
        equal(
          rowsOf(others).map((row) => row.id),
          [other.body.data.id],
          'somebody-else',
          others,
        ),
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
        holds(rowOf(list, here) === undefined, {
          branch: 'active-listed',
          expected: 'no active user',
          got: 'an active user',
          at: list[0],
        }),
        holds(
          rowsOf(list).every((row) => row.deleted_at !== null),
          {
            branch: 'active-among-them',
            expected: 'deleted_at on every row',
            got: 'a row without',
            at: list[0],
          },
        ),
      ),
  }),
  check({
    rule: 'store.users.query-admins-lists-admins-only',
    act: (s) => {
      const admin = create(s, {admin: true}).made;
      const plain = create(s, {admin: false}).made;
      const [risen, fallen] = [create(s, {admin: false}), create(s, {admin: true})];
      update(s, risen.made, {...updateOf(risen.body), admin: true});
      update(s, fallen.made, {...updateOf(fallen.body), admin: false});
      return {
        admin,
        plain,
        risen: risen.made,
        fallen: fallen.made,
        list: walked(s, {query: 'admins'}),
      };
    },
    judge: ({admin, plain, risen, fallen, list}) =>
      all(
        listed(list, admin, 'admin-not-listed'),
        listed(list, risen, 'who-became-admin-not-listed'),
        holds(rowOf(list, fallen) === undefined, {
          branch: 'former-admin-listed',
          expected: 'admins only',
          got: 'a user who is no admin any more',
          at: list[0],
        }),
        holds(rowOf(list, plain) === undefined, {
          branch: 'reader-listed',
          expected: 'admins only',
          got: 'a user who is no admin',
          at: list[0],
        }),
        holds(
          rowsOf(list).every((row) => row.admin === true || row.admin === 1),
          {
            branch: 'reader-among-them',
            expected: 'admin on every row',
            got: 'a row without',
            at: list[0],
          },
        ),
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
      deactivate(s, made);
      return {made, before, ...seenGone(s, made, body.email)};
    },
    judge: ({made, before, ...seen}) =>
      all(
        equal(rowOf(before, made)?.deleted_at, null, 'set-while-active', before),
        left(seen, made, 'not-listed', ({deleted_at: deletedAt}) =>
          // Its form is open (NS-ST-05); whatever it is, a timestamp has figures.
          holds(/\d/.test(JSON.stringify(deletedAt) ?? ''), {
            branch: 'not-set',
            expected: 'a timestamp',
            got: JSON.stringify(deletedAt) ?? 'nothing',
            at: seen.list[0],
          }),
        ),
      ),
  }),
  check({
    rule: 'store.users.nothing-found-answers-404',
    act: (s) => ({first: search(s, 'deactivated')}),
    judge: ({first}) =>
      holds(!first.situations.includes('page') || rowsOf(first).length > 0, {
        branch: 'an-empty-page',
        expected: 'users, or 404',
        got: '200 with nobody',
        at: first,
      }),
  }),
  check({
    rule: 'store.users.created-is-active',
    act: (s) => {
      const {made, body} = create(s);
      return {made, found: search(s, body.email)};
    },
    judge: ({made, found}) =>
      all(
        is(found, 'page', 'not-found'),
        holds(rowOf(found, made)?.deleted_at === null, {
          branch: 'not-active',
          expected: 'deleted_at null',
          got: summaryOf(found),
          at: found,
        }),
      ),
  }),
];
