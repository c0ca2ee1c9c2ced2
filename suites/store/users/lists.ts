import type {Exchange} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, equal, holds, is, none} from '../../judge.ts';
import {text} from '../../script.ts';
import {
  create,
  deactivate,
  deactivated,
  idOf,
  search,
  seenGone,
  update,
  updateOf,
  walked,
} from '../people.ts';
import {flag, isActive, left, listed, notListed, rowMemberIs, rowOf, rowsOf} from '../user-rows.ts';

/** The list has the created user and no other. */
const findsJust = (created: Exchange, list: Exchange): Judgement =>
  equal(
    rowsOf(list).map((row) => row.id),
    [created.body.data.id],
    'somebody-else',
    list,
    'the ids that the email finds',
  );

/** The list: what each filter finds and leaves out. */
export const lists: Check[] = [
  check({
    rule: 'store.users.query-by-email-finds-that-user-only',
    act: (s) => {
      const one = create(s);
      // An email that has the other one in it.
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
      all(is(found, 'page', 'not-found'), findsJust(one, found), findsJust(other, others)),
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
        notListed(list, here, 'active-listed', 'the active user not to be listed'),
        none(
          rowsOf(list).filter((row) => row.deleted_at === null),
          'row with `deleted_at` null',
          'active-among-them',
          list[0],
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
        notListed(list, fallen, 'former-admin-listed', 'the former admin not to be listed'),
        notListed(list, plain, 'reader-listed', 'the user who is no admin not to be listed'),
        none(
          rowsOf(list).filter((row) => !flag(row.admin)),
          'row without `admin`',
          'reader-among-them',
          list[0],
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
        rowMemberIs(rowOf(before, made), 'deleted_at', null, 'set-while-active', before),
        left(seen, made, 'not-listed', ({deleted_at: deletedAt}) =>
          // Its form is open (NS-ST-05); every form of a timestamp has digits.
          holds(/\d/.test(JSON.stringify(deletedAt) ?? ''), {
            branch: 'not-set',
            expected: '`deleted_at` to be a timestamp',
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
        expected: 'a page with users, or 404',
        got: '200 with no users',
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
      all(is(found, 'page', 'not-found'), isActive(found, made, 'not-active')),
  }),
];
