/** A session is ended twice at the same moment. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Judgement, type Check} from '../../../language/check.ts';
import {when, expectThat, all, whenTimely} from '../../../language/judge.ts';
import {overlapped} from '../../../language/races.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {createUser} from '../../people.ts';
import {signIn, idOfSession, listUntilShown, listOf} from '../../sessions.ts';
import {whenSideBySide, expectSessionsGone} from '../session-rows.ts';

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
