import {guarded} from '../../guarded.ts';
import {refuse, type Refused, type View} from '../../operation.ts';
import {noSuchUser, userById} from '../users/find-user.ts';
import type {User} from '../users/user.ts';
import {isListed} from './render-session.ts';
import {ended, sessionsEnded, sessionsOf, type AuthSession} from './session.ts';

/** DELETE /auth-sessions/{id}: ends one session, which signs its browser out. */
export const deleteAuthSession = guarded<AuthSession | undefined>({
  find(view, {path}) {
    const session = view.find<AuthSession>('auth_sessions', path['id'] ?? '');
    return session && isListed(view, session) ? session : undefined;
  },
  guards: [],
  perform: (session, view, {path}) =>
    session
      ? {
          situation: 'session-deleted',
          body: {CODE: 'success', message: 'The session is ended.'},
          changes: [ended(session)],
        }
      : noSuchSession(view, path['id'] ?? ''),
});

/** The refusal for an id that this store does not have (NS-ST-78, as for users). */
function noSuchSession(view: View, id: string): Refused {
  const foreign = view.anywhere<AuthSession>('auth_sessions', id);
  const isForeign = foreign !== undefined && foreign.tenant !== view.tenant;
  if (isForeign && view.freedom('users.foreign') === 'forbidden')
    return refuse('foreign-refused', {
      expected: 'a session of this store',
      got: `session ${id} of another store`,
      todo: 'use a token of the store that the session belongs to',
    });
  return refuse('session-not-found', {
    expected: 'a session of this store that has not ended',
    got: isForeign ? `session ${id} of another store` : `no session ${id}`,
    todo: 'list the sessions',
  });
}

/** DELETE /auth-sessions/users/{user_id}: ends all sessions of a user, and returns their number. */
export const deleteAuthSessionsOfUser = guarded<User | undefined>({
  find: (view, {path}) => userById(view, path['user_id'] ?? ''),
  guards: [],
  perform(user, view, {path}) {
    if (!user) return noSuchUser(view, path['user_id'] ?? '');
    const listed = sessionsOf(view, user).filter((session) => isListed(view, session));
    return {
      situation: 'sessions-deleted',
      body: {
        CODE: 'success',
        message: 'The sessions are ended.',
        data: {deleted_count: listed.length},
      },
      changes: sessionsEnded(view, user),
    };
  },
});
