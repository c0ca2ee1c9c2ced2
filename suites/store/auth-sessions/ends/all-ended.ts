/** All sessions of a user are ended at once, and those of another user stay. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {
  sharedScene,
  checksOf,
  check,
  type SeenIn,
  type Judgement,
  type Check,
} from '../../../language/check.ts';
import {expectMember, all, when, expectNone} from '../../../language/judge.ts';
import {createUser} from '../../people.ts';
import {signIn, listByExternalId, listUntilShown, listOf, idsOn} from '../../sessions.ts';
import {endAll, whenAllDeleted, expectOtherUserKept} from './session-endings.ts';
import {whenSideBySide, expectSessionsGoneEverywhere} from '../session-rows.ts';
import {defined} from '../../../../spec/defined.ts';
import {missing} from '../../../language/rows.ts';
import type {Handle, Script} from '../../../language/script.ts';

/** All sessions of a user are ended, twice. */
const allOfThree = sharedScene({
  id: 'store: all sessions of a user are ended',
  act: (s) => {
    const {created} = createUser(s);
    const other = createUser(s).created;
    const oldest = signIn(s, created);
    const beside = signIn(s, other);
    const middle = signIn(s, created, 'mobile');
    const newest = signIn(s, created);
    return {
      oldest,
      middle,
      newest,
      beside,
      before: listUntilShown(s, created, newest),
      besideBefore: listUntilShown(s, other, beside),
      response: endAll(s, created),
      after: listOf(s, created),
      afterByExternalId: listByExternalId(s, created),
      besideAfter: listOf(s, other),
      again: endAll(s, created),
    };
  },
});

type AllOfThree = SeenIn<typeof allOfThree>;

/** No list shows any of the sessions any more, if it showed all of them before. */
const expectAllGone = ({before, oldest, middle, newest, ...lists}: AllOfThree): Judgement => {
  const sessions = [oldest, middle, newest];
  return whenSideBySide(before, sessions, () => expectSessionsGoneEverywhere(lists, sessions));
};

/** The response says how many sessions were ended. */
const expectCount = (response: Exchange, count: number, branch: string): Judgement =>
  expectMember(response, '/data/deleted_count', count, branch);

/** The first deletion counts the sessions that were listed, and the second one none. */
const expectCounts = ({before, response, again}: AllOfThree): Judgement =>
  all(
    () => expectCount(response, idsOn(before).length, 'another-count'),
    () => whenAllDeleted(again, () => expectCount(again, 0, 'sessions-counted-twice')),
  );

/** The end of all sessions of a user who has none. */
export const neverSignedIn: Check = check({
  rule: 'store.auth-sessions.count-is-that-of-the-ended',
  place: 'of a user who never signed in',
  consecutive: true,
  act: (s) => ({response: endAll(s, createUser(s).created)}),
  judge: ({response}) =>
    whenAllDeleted(response, () => expectCount(response, 0, 'made-up-sessions')),
});

/** Number of sessions of one user: more than a short page, list or batch holds. */
const MANY = 26;

/** Records this number of sign-ins of a user, alternating between browser and app. */
const signInOften = (s: Script, created: Handle): Handle[] =>
  Array.from({length: MANY}, (_, n) => signIn(s, created, n % 2 ? 'mobile' : 'web'));

/** Records the list of a user's sessions until it shows the last of them. */
const listUntilLastShown = (s: Script, created: Handle, sessions: Handle[]): Handle =>
  listUntilShown(s, created, defined(sessions.at(-1), 'the last sign-in'));

/** Users with many sessions: one is logged out in each of two ways, and one is left alone. */
const manySessions = sharedScene({
  id: 'store: many sessions of a user are ended',
  onlyOnTestTargets: true,
  act: (s) => {
    const [one, other] = [createUser(s), createUser(s)];
    const sessions = signInOften(s, one.created);
    const forced = signInOften(s, other.created);
    const before = listUntilLastShown(s, one.created, sessions);
    const forcedBefore = listUntilLastShown(s, other.created, forced);
    const response = endAll(s, one.created);
    const after = listOf(s, one.created);
    const forcedMeanwhile = listOf(s, other.created);
    s.call('forceLogout', {path: {id: other.body.external_id}, expects: 'logged-out'});
    return {
      before,
      forcedBefore,
      response,
      after,
      forcedMeanwhile,
      forcedAfter: listOf(s, other.created),
    };
  },
});

/** Judges a user who has many sessions at once: a deployment may allow only a few. */
const whenMany = (before: Exchange, judgement: () => Judgement): Judgement =>
  when(idsOn(before).length > 3, 'the user did not have many sessions', judgement);

/** A list shows no session any more. */
const expectEmpty = (list: Exchange): Judgement =>
  expectNone(idsOn(list), 'ended session on the list', 'still-listed', list);

/** The list still shows every session that it showed before. */
const expectAllKept = (before: Exchange, after: Exchange): Judgement =>
  expectNone(
    missing(idsOn(before), idsOn(after)),
    'session of another user that the list lacks',
    'session-of-another-user-ended',
    after,
  );

/** The checks of the end of all sessions of a user (Resources / Authentication session). */
export const allEnded: Check[] = [
  ...checksOf(allOfThree, {
    'store.auth-sessions.delete-all-ends-all-of-the-user': (seen) =>
      whenAllDeleted(seen.response, () =>
        all(
          () => expectAllGone(seen),
          () => expectOtherUserKept(seen),
        ),
      ),
    'store.auth-sessions.count-is-that-of-the-ended': (seen) =>
      whenAllDeleted(seen.response, () => expectCounts(seen)),
  }),
  ...checksOf(manySessions, {
    'store.auth-sessions.delete-all-ends-all-of-the-user @ of many': ({
      before,
      forcedBefore,
      response,
      after,
      forcedMeanwhile,
    }) =>
      whenMany(before, () =>
        whenAllDeleted(response, () =>
          all(expectEmpty(after), () => expectAllKept(forcedBefore, forcedMeanwhile)),
        ),
      ),
    'store.auth-sessions.count-is-that-of-the-ended @ of many': ({before, response}) =>
      whenMany(before, () =>
        whenAllDeleted(response, () =>
          expectMember(response, '/data/deleted_count', idsOn(before).length, 'another-count'),
        ),
      ),
    'store.auth-sessions.force-logout-ends-all-sessions @ of many': ({
      forcedMeanwhile,
      forcedAfter,
    }) => whenMany(forcedMeanwhile, () => expectEmpty(forcedAfter)),
  }),
];
