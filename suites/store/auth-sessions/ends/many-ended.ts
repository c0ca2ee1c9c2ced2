/** A user has many sessions, more than a short page holds, and all of them end. */

import {defined} from '../../../../spec/defined.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {sharedScene, checksAt, type Judgement, type Check} from '../../../language/check.ts';
import {when, expectNone, all, expectMember} from '../../../language/judge.ts';
import {missing} from '../../../language/rows.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {createUser} from '../../people.ts';
import {signIn, listUntilShown, listOf, idsOn} from '../../sessions.ts';
import {endAll, whenAllDeleted} from './session-endings.ts';

/** Number of sessions of one user: more than a short page or list holds. */
const MANY = 11;

/** Records this number of sign-ins of a user, alternating between browser and app. */
const signInOften = (s: Script, created: Handle): Handle[] =>
  Array.from({length: MANY}, (_, n) => signIn(s, created, n % 2 ? 'mobile' : 'web'));

/** Records the list of a user's sessions until it shows the last of them. */
const listUntilLastShown = (s: Script, created: Handle, sessions: Handle[]): Handle =>
  listUntilShown(s, created, defined(sessions.at(-1), 'the last sign-in'));

/** Users with many sessions: one is logged out in each of two ways, and one is left alone. */
const manySessions = sharedScene({
  id: 'store: many sessions of a user are ended',
  api: 'store',
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

/** The checks of the end of many sessions of a user. */
export const manyEnded: Check[] = [
  ...checksAt(manySessions, 'store.auth-sessions.delete-all-ends-all-of-the-user', {
    'of many': ({before, forcedBefore, response, after, forcedMeanwhile}) =>
      whenMany(before, () =>
        whenAllDeleted(response, () =>
          all(expectEmpty(after), () => expectAllKept(forcedBefore, forcedMeanwhile)),
        ),
      ),
  }),
  ...checksAt(manySessions, 'store.auth-sessions.count-is-that-of-the-ended', {
    'of many': ({before, response}) =>
      whenMany(before, () =>
        whenAllDeleted(response, () =>
          expectMember(response, '/data/deleted_count', idsOn(before).length, 'another-count'),
        ),
      ),
  }),
  ...checksAt(manySessions, 'store.auth-sessions.force-logout-ends-all-sessions', {
    'of many': ({forcedMeanwhile, forcedAfter}) =>
      whenMany(forcedMeanwhile, () => expectEmpty(forcedAfter)),
  }),
];
