/** Sessions end whenever they began: those of an hour ago, too. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {notApplicable} from '../../../language/judge.ts';
import {minutes, type Handle} from '../../../language/script.ts';
import {createUser, deactivate, idOf} from '../../people.ts';
import {idIn, idsOn, listOf, listUntilShown, signIn} from '../../sessions.ts';
import {expectNotListed} from './ends-with-users.ts';
import {endAll, whenAllDeleted} from './session-endings.ts';

/** A session of an hour ago: its sign-in, and the list before and after its end. */
interface Aged {
  session: Exchange;
  before: Exchange;
  after: Exchange;
}

/** Users who signed in an hour ago; the sessions of each of them end in another way. */
const signedInAnHourAgo = sharedScene({
  id: 'store: sessions of an hour ago end',
  onlyOnTestTargets: true,
  act: (s) => {
    const [forced, deleted, gone] = [createUser(s), createUser(s), createUser(s)];
    const session = (created: Handle): Handle => {
      const signedIn = signIn(s, created);
      listUntilShown(s, created, signedIn);
      return signedIn;
    };
    const sessions = {
      forced: session(forced.created),
      deleted: session(deleted.created),
      gone: session(gone.created),
    };
    s.advance(minutes(65));
    const before = {
      forcedBefore: listOf(s, forced.created),
      deletedBefore: listOf(s, deleted.created),
      goneBefore: listOf(s, gone.created),
    };
    s.call('forceLogout', {path: idOf(forced.created), expects: 'logged-out'});
    const response = endAll(s, deleted.created);
    deactivate(s, gone.created);
    return {
      ...sessions,
      ...before,
      response,
      forcedAfter: listOf(s, forced.created),
      deletedAfter: listOf(s, deleted.created),
      goneAfter: listOf(s, gone.created),
    };
  },
});

/** The session is no longer listed, if it was listed an hour after its sign-in: a deployment may let it expire. */
const expectEnded = ({session, before, after}: Aged): Judgement =>
  idsOn(before).includes(idIn(session))
    ? expectNotListed(after, [session], 'of an hour ago')
    : notApplicable('a session ends by itself within an hour');

const PLACE = 'signed in an hour ago';

/** The checks of the end of sessions of an hour ago. */
export const agedSessions: Check[] = checksOf(signedInAnHourAgo, {
  [`store.auth-sessions.force-logout-ends-all-sessions @ ${PLACE}`]: ({
    forced,
    forcedBefore,
    forcedAfter,
  }) => expectEnded({session: forced, before: forcedBefore, after: forcedAfter}),
  [`store.auth-sessions.delete-all-ends-all-of-the-user @ ${PLACE}`]: ({
    deleted,
    deletedBefore,
    response,
    deletedAfter,
  }) =>
    whenAllDeleted(response, () =>
      expectEnded({session: deleted, before: deletedBefore, after: deletedAfter}),
    ),
  [`store.auth-sessions.deactivation-ends-sessions @ ${PLACE}`]: ({gone, goneBefore, goneAfter}) =>
    expectEnded({session: gone, before: goneBefore, after: goneAfter}),
});
