import {refuse, type Transition, type View} from '../../operation.ts';
import type {User} from '../users/user.ts';
import {admittedUser} from './log-in.ts';
import {ended, isAlive, lifetimeOf, type AuthSession} from './session.ts';
import {isNotSignedIn, signIn, type Client} from './sign-in.ts';

/** The data of a sign-in form. */
export interface PasswordLogin {
  email: string;
  password: string;
  client: Client;
}

/** A request of a browser with a session, which may have ended. */
export interface Visit {
  /** Id of the session. */
  session: string;
}

/**
 * Signs a person in with email and password. The refusal is the same for a wrong password, an unknown email and a user
 * who is not active, so that nobody learns who has an account.
 */
export const signInWithPassword: Transition = (view, input) => {
  const {email, password, client} = input.body as PasswordLogin;
  const user = admittedUser(view, {email, password});
  if (!user)
    return refuse('login-refused', {
      expected: 'email and password of an active user',
      got: 'others',
      todo: 'a user who is deactivated or anonymized cannot log in by any means',
    });
  const result = signIn(view, user, client);
  if (isNotSignedIn(result)) return {refused: result.refused, why: result.why};
  const {session, changes} = result;
  return {situation: 'signed-in', body: {session: session.key}, changes};
};

/** Visits a page with a session, which extends the session and records the time. */
export const visitStore: Transition = (view, input) => {
  const session = livingSession(view, input.body as Visit);
  if (!session)
    return refuse('signed-out', {
      expected: 'a session that has not ended',
      got: 'none, or one that has ended',
      todo: 'sign in',
    });
  const expires = Math.min(view.now + lifetimeOf(view), session.until ?? Infinity);
  const put: AuthSession = {...session, seen: view.now, expires};
  return {situation: 'visited', changes: [{table: 'auth_sessions', put}]};
};

/** Ends the session of a browser; does nothing if it has already ended. */
export const signOut: Transition = (view, input) => {
  const session = livingSession(view, input.body as Visit);
  return {situation: 'signed-out', changes: session ? [ended(session)] : []};
};

/** The session of a visit, unless it is over or its user is not active. */
function livingSession(view: View, {session: key}: Visit): AuthSession | undefined {
  const session = view.find<AuthSession>('auth_sessions', key);
  if (!session || !isAlive(session, view.now)) return undefined;
  const user = view.find<User>('users', session.user);
  return user?.may_log_in ? session : undefined;
}
