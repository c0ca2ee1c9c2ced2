import {toText} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  expectOutcome,
  expectNone,
  nothing,
} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import {type Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {judgeLists} from '../../../tables/searches.ts';
import {expectCountsFit} from './counts.ts';
import {
  createUser,
  deactivate,
  EVERYTHING,
  newUser,
  walkDeactivated,
  search,
  findDeactivated,
  update,
  updateOf,
  walkList,
} from '../../people.ts';
import {
  isFlagSet,
  expectListedDeactivated,
  expectListed,
  expectNotListed,
  expectRowMember,
  rowOf,
  rowsOf,
} from '../../user-rows.ts';

/** The list has the created user and no other. */
const expectOnlyFound = (created: Exchange, list: Exchange): Judgement =>
  expectEqual(
    rowsOf(list).map(({id}) => toText(id)),
    [toText(created.body.data.id)],
    'somebody-else',
    list,
    'the ids that the email finds',
  );

/** The pages of the list without a filter, up to a new user. */
const everybody = sharedScene({
  id: 'store: the list without a filter',
  act: (s) => {
    const created = createUser(s).created;
    return {created, list: walkList(s, {}, created)};
  },
});

/**
 * Similar emails: one with capitals and an underscore, one that contains it after a plus sign, and
 * one with another letter instead of the underscore.
 */
function alikeEmails(s: Script): [Val, Val, Val] {
  const name = s.fresh('external-id');
  const ending = text(name, '.Reader@presscheck.example');
  const email = text('Low_', ending);
  return [email, text('also+', email), text('LowX', ending)];
}

/**
 * Two emails with the same local part in different domains. Their local part alone is also used as
 * a filter.
 */
function emailsOfAWord(s: Script): [Val, Val] {
  const name = s.fresh('external-id');
  return [
    text('admins@', name, '.presscheck.example'),
    text('admins@', name, '.low-tide.presscheck.example'),
  ];
}

/** Admins, users who became admins or no longer are, and one who never was. */
const adminsAndOthers = sharedScene({
  id: 'store: the list of admins',
  act: (s) => {
    const [word, sameWord] = emailsOfAWord(s);
    const admin = createUser(s, {admin: true}).created;
    const planAdmin = createUser(s, {...EVERYTHING, email: word}).created;
    const plain = createUser(s, {admin: false}).created;
    const promoted = createUser(s, {admin: false});
    const demoted = createUser(s, {admin: true});
    update(s, promoted.created, {...updateOf(promoted.body), email: sameWord, admin: true});
    update(s, demoted.created, {...updateOf(demoted.body), admin: false});
    return {
      admin,
      planAdmin,
      plain,
      promoted: promoted.created,
      demoted: demoted.created,
      list: walkList(s, {query: 'admins'}),
      named: search(s, word),
    };
  },
});

const finds = judgeLists(expectListed, 'lacks');

const leavesOut = judgeLists(
  (list, user, branch) => expectNotListed(list, user, branch, 'the user not to be listed'),
  'has',
);

/** The list: what each filter finds and does not find. */
export const lists: Check[] = [
  check({
    rule: 'store.users.query-by-email-finds-that-user-only',
    act: (s) => {
      const [email, containing, withOtherLetter] = alikeEmails(s);
      const one = createUser(s, {email}).created;
      // Not every deployment accepts a plus sign.
      const longer = s.call('createUser', {body: {...newUser(s), email: containing}});
      createUser(s, {email: withOtherLetter});
      return {one, longer, found: search(s, email), foundLonger: search(s, containing)};
    },
    judge: ({one, longer, found, foundLonger}) =>
      all(expectOutcome(found, 'page', 'not-found'), expectOnlyFound(one, found), () =>
        isCreated(longer)
          ? all(
              expectOutcome(foundLonger, 'page', 'not-found: a plus sign'),
              expectOnlyFound(longer, foundLonger),
            )
          : nothing(),
      ),
  }),
  check({
    rule: 'store.users.query-deactivated-lists-deactivated-only',
    act: (s) => {
      const gone = createUser(s).created;
      const goneAdmin = createUser(s, EVERYTHING).created;
      const here = createUser(s).created;
      deactivate(s, gone);
      deactivate(s, goneAdmin);
      return {gone, goneAdmin, here, list: walkDeactivated(s)};
    },
    judge: (seen) =>
      all(finds({list: ['gone', 'goneAdmin']})(seen), leavesOut({list: 'here'})(seen), () =>
        expectNone(
          rowsOf(seen.list).filter((row) => row.deleted_at === null),
          'row with `deleted_at` null',
          'active-among-them',
          seen.list[0],
        ),
      ),
  }),
  ...checksOf(adminsAndOthers, {
    'store.users.query-admins-lists-admins-only': (seen) =>
      all(
        finds({list: ['admin', 'planAdmin', 'promoted']})(seen),
        leavesOut({list: ['demoted', 'plain']})(seen),
        () =>
          expectNone(
            rowsOf(seen.list).filter((row) => !isFlagSet(row.admin)),
            'row without `admin`',
            'reader-among-them',
            seen.list[0],
          ),
      ),
    'store.users.query-by-email-finds-that-user-only @ that begins with the word of a filter': ({
      planAdmin,
      named,
    }) => expectOnlyFound(planAdmin, named),
  }),
  ...checksOf(everybody, {
    'store.users.list-without-query-is-unfiltered': finds({list: 'created'}),
    'store.users.list-item-has-counts @ beside their lists': ({list}) =>
      all(...list.map(expectCountsFit)),
  }),
  check({
    rule: 'store.users.deleted-at-is-set-while-deactivated',
    act: (s) => {
      const {created, body} = createUser(s);
      const before = search(s, body.email);
      deactivate(s, created);
      return {created, before, ...findDeactivated(s, created, body.email)};
    },
    judge: ({created, before, ...seen}) =>
      all(
        () =>
          expectRowMember(rowOf(before, created), 'deleted_at', null, 'set-while-active', before),
        expectListedDeactivated(seen, created, 'not-listed', ({deleted_at: deletedAt}) =>
          // Its form is open (NS-ST-05); every form of a timestamp has digits.
          expectThat(/\d/.test(JSON.stringify(deletedAt) ?? ''), {
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
      expectThat(!first.situations.includes('page') || rowsOf(first).length > 0, {
        branch: 'an-empty-page',
        expected: 'a page with users, or 404',
        got: '200 with no users',
        at: first,
      }),
  }),
];
