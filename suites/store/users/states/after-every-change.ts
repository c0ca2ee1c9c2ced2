/** After every request of a story all lists show both users in their current state. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {concluded, expectThat, nothing} from '../../../language/judge.ts';
import {cutOf} from '../../../language/rows.ts';
import type {Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {afterEveryChangeOf, type ListAfter} from '../../../tables/after-every-change.ts';
import {integers} from '../../../values/values.ts';
import {createUser, search, walkDeactivated, walkList} from '../../people.ts';
import {isFlagSet, rowOf} from '../../user-rows.ts';
import {contradictions, knownAfter, knownOf, toldBy, type Known} from '../list/known-person.ts';
import {CHANGES, STORIES, type Person} from './stories.ts';
import {roles, type Roles} from '../updates.ts';

const ADMINS = 'store.users.query-admins-lists-admins-only';

/** The generated values of two users. */
type DrawnUsers = {flags: Roles; flagsOfOther: Roles; limit: number};

/** Records two users whose emails and external ids have the same beginning or end. */
function createTwoPeople(s: Script, {flags, flagsOfOther, limit}: DrawnUsers) {
  const one = createUser(s, {...flags, sessions_limit: limit});
  const email = text('x', one.body.email);
  const alike = {email, external_id: text(one.body.external_id, '1')};
  const other = createUser(s, {...flagsOfOther, ...alike, sessions_limit: 3});
  return {
    one: {...one, email: one.body.email},
    other: {created: other.created, body: {...other.body, ...alike} as Person['body'], email},
  };
}

/**
 * Whether a list must show a user: it is open what a search by the email of a deactivated user
 * finds.
 */
function isListed({stage, isShown}: Known, {name, who, isChanged}: ListAfter): boolean | undefined {
  if (name === 'deactivated' && stage === 'active') return false;
  const isSought =
    name === 'deactivated'
      ? stage === 'deactivated' && isChanged
      : stage === 'active' && (name === 'search' || (name === 'everybody' && who === 'one'));
  // If no list has shown the user so far, the list may lag behind.
  return (isSought && (isChanged || isShown)) || undefined;
}

/** A user is among the admins exactly when the search by email shows an admin. */
function expectAmongAdmins(found: Exchange[], admins: Exchange[], created: Exchange): Judgement {
  const row = rowOf(found, created);
  if (row?.admin === undefined) return nothing();
  const isAmong = rowOf(admins, created) !== undefined;
  const isCut = cutOf(admins) !== undefined;
  return expectThat(isAmong === isFlagSet(row.admin) || (!isAmong && isCut), {
    branch: isAmong ? 'no admin is listed' : 'an admin is not listed',
    expected: `the user ${isAmong ? 'not ' : ''}to be among the admins`,
    got: `\`admin\` ${String(row.admin)} in the search by email`,
    at: admins[0],
  });
}

/** Two users are changed by requests in any order, and read after each. */
export const afterEveryChange = afterEveryChangeOf({
  kind: 'user',
  changes: CHANGES,
  stories: STORIES,
  others: 'store.users.others-stay-as-they-are',
  forAll: {flags: roles, flagsOfOther: roles, limit: integers(1, 999_999)},
  maxDrawsOnTestTarget: 2,
  make: createTwoPeople,
  search: (s, {email}) => search(s, email),
  lists: {
    admins: (s) => walkList(s, {query: 'admins'}),
    deactivated: (s, changed) => walkDeactivated(s, changed.created),
    everybody: (s, _changed, one) => walkList(s, {}, one.created),
  },
  atFirst: knownOf,
  after: knownAfter,
  rowIn: (pages, {created}) => rowOf(pages, created),
  isListed,
  inWords: ({stage}) => `${stage} user`,
  contradictions,
  toldBy,
  beside: {
    rules: [ADMINS],
    judge: ({admins, ...found}, who, {stage, created}) =>
      admins && stage === 'active'
        ? [
            {
              rule: ADMINS,
              judgement: concluded(() => expectAmongAdmins(found[who] ?? [], admins, created)),
            },
          ]
        : [],
  },
});
