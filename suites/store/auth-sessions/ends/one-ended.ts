/** One session of a user is ended, and the others stay. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {
  sharedScene,
  checksOf,
  type SeenIn,
  type Judgement,
  type Check,
  check,
} from '../../../language/check.ts';
import {all, expectOutcome, when, expectThat, whenTimely} from '../../../language/judge.ts';
import {createUser} from '../../people.ts';
import {signIn, listByExternalId, listUntilShown, listOf, idOfSession} from '../../sessions.ts';
import {endOne, whenDeleted, expectOtherUserKept} from './session-endings.ts';
import {
  expectSessionsGoneEverywhere,
  expectSessionsListed,
  whenSideBySide,
  expectSessionsGone,
} from '../session-rows.ts';
import {overlapped} from '../../../language/races.ts';
import {hasSituation} from '../../../language/outcome.ts';

/** One of three sessions of a user is ended, twice. */
const oneOfThree = sharedScene({
  id: 'store: one session is ended',
  act: (s) => {
    const {created} = createUser(s);
    const other = createUser(s).created;
    const oldest = signIn(s, created);
    const goes = signIn(s, created, 'mobile');
    const newest = signIn(s, created);
    const beside = signIn(s, other);
    return {
      oldest,
      goes,
      newest,
      beside,
      before: listUntilShown(s, created, newest),
      besideBefore: listUntilShown(s, other, beside),
      response: endOne(s, goes),
      after: listOf(s, created),
      afterByExternalId: listByExternalId(s, created),
      besideAfter: listOf(s, other),
      again: endOne(s, goes),
      later: listOf(s, created),
    };
  },
});

type OneOfThree = SeenIn<typeof oneOfThree>;

/** No list shows the session any longer, and a second deletion does not find it. */
const expectGone = ({goes, again, ...lists}: OneOfThree): Judgement =>
  all(
    expectSessionsGoneEverywhere(lists, [goes]),
    expectOutcome(again, 'session-not-found', 'deleted-twice'),
  );

/** Sessions are listed after a deletion, and after it was sent again. */
const expectListedTwice = (
  {after, later}: Record<'after' | 'later', Exchange>,
  sessions: Exchange[],
): Judgement =>
  all(
    expectSessionsListed(after, sessions, 'another-session-ended'),
    expectSessionsListed(later, sessions, 'another-session-ended-by-the-second-deletion'),
  );

/** The other sessions of the user are listed, if the list showed all of them before. */
const expectOthersListed = (seen: OneOfThree): Judgement => {
  const {before, oldest, goes, newest} = seen;
  return whenSideBySide(before, [oldest, goes, newest], () =>
    expectListedTwice(seen, [oldest, newest]),
  );
};

/** The checks of the end of one session (Resources / Authentication session). */
export const oneEnded: Check[] = [
  ...checksOf(oneOfThree, {
    'store.auth-sessions.deleted-session-is-gone': (seen) =>
      whenSideBySide(seen.before, [seen.goes], () =>
        whenDeleted(seen.response, () => expectGone(seen)),
      ),
    'store.auth-sessions.deletion-leaves-other-sessions': (seen) =>
      whenDeleted(seen.response, () =>
        all(
          () => expectOthersListed(seen),
          () => expectOtherUserKept(seen),
        ),
      ),
  }),
];

/** Of two parallel deletions one ends the session, and the other finds none. */
function expectEndedOnce(race: Exchange[]): Judgement {
  const ended = race.filter(hasSituation('session-deleted'));
  const isDecided = race.every(hasSituation('session-deleted', 'session-not-found'));
  return when(isDecided, 'a deletion was answered in another way', () =>
    expectThat(ended.length === 1, {
      branch: 'ended-twice-in-a-race',
      expected: 'one of two deletions of a session to find it',
      got: `${ended.length}`,
      at: race[0],
    }),
  );
}

/** The check of two parallel deletions of one session. */
export const endedAtOnce: Check = check({
  rule: 'store.auth-sessions.deleted-session-is-gone',
  place: 'at the same moment',
  act: (s) => {
    const {created} = createUser(s);
    const session = signIn(s, created);
    const path = idOfSession(session);
    return {
      session,
      before: listUntilShown(s, created, session),
      race: s.parallel(
        (b) => void b.call('deleteAuthSession', {path}),
        (b) => void b.call('deleteAuthSession', {path}),
      ),
      after: listOf(s, created),
    };
  },
  judge: ({session, before, race, after}) =>
    whenSideBySide(before, [session], () =>
      whenTimely(overlapped(race), 'the requests did not overlap', () =>
        all(expectEndedOnce(race), () => expectSessionsGone(after, [session], 'still-listed')),
      ),
    ),
});
