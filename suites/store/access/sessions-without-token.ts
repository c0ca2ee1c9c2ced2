/** Sessions are not ended by requests without a token (Authentication 1). */

import {
  checksAt,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../language/check.ts';
import {all} from '../../language/judge.ts';
import {expectSessionsListed} from '../auth-sessions/session-rows.ts';
import {createUser, idOf} from '../people.ts';
import {idOfSession, listOf, listUntilShown, sessionsOf, signIn} from '../sessions.ts';
import {expectAllRefused} from './refused-without-effect.ts';

/** A session that is ended without a token, in every way. */
const sessions = sharedScene({
  id: 'store: sessions without a token',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const as = 'nobody' as const;
    const {created} = createUser(s);
    const session = signIn(s, created);
    listUntilShown(s, created, session);
    return {
      session,
      deletion: s.call('deleteAuthSession', {as, path: idOfSession(session)}),
      deletionOfAll: s.call('deleteAuthSessionsOfUser', {as, path: sessionsOf(created)}),
      logout: s.call('forceLogout', {as, path: idOf(created)}),
      after: listOf(s, created),
    };
  },
});

const expectSessionsUnchanged = ({
  session,
  after,
  ...refused
}: SeenIn<typeof sessions>): Judgement =>
  all(...expectAllRefused(refused), () =>
    expectSessionsListed(after, [session], 'the session was ended'),
  );

/** The check of sessions without a token. */
export const sessionsWithoutToken: Check[] = checksAt(
  sessions,
  'store.access.refusal-without-token-has-no-effect',
  {'on sessions': expectSessionsUnchanged},
);
