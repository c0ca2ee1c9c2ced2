import type {View, Why} from '../../operation.ts';
import type {Change} from '../../world/change.ts';
import type {User} from '../users/user.ts';
import {concurrencyLimits} from './plan-limits.ts';
import type {SessionData} from './session-data.ts';
import {sessionLimit} from './session-limit.ts';
import {ended, isAlive, lifetimeOf, sessionsOf, type AuthSession} from './session.ts';

/** The browser or app that signs in. */
export interface Client {
  /** The data in its user-agent string. */
  data: SessionData;
  ip: string;
}

/** A new session, and what has to be committed to start it. */
export interface SignedIn {
  session: AuthSession;
  changes: Change[];
}

/** Why no session starts. */
export interface NotSignedIn {
  refused: 'not-active' | 'limit-reached';
  why: Why;
}

/**
 * Begins a session of a user, however the user was recognized: by the password or by the token of a
 * checkout URL. Users who are not active are refused: "login impossible by any means" (States /
 * User). Where a limit of sessions is reached, the oldest sessions end, or the sign-in is refused,
 * as the freedom `auth-sessions.over_limit` says. Nothing is committed.
 * @param planLimits the `concurrency_limit` of each plan that counts; those of the user's own plans
 * without it
 */
export function signIn(
  view: View,
  user: User,
  client: Client,
  planLimits: readonly number[] = concurrencyLimits(view, user),
): SignedIn | NotSignedIn {
  if (!user.may_log_in) return notActive(user);
  const sessions = sessionsOf(view, user);
  const living = sessions.filter((session) => isAlive(session, view.now));
  const limit = sessionLimit(user.sessions_limit, planLimits) ?? Infinity;
  const surplus = Math.max(0, living.length + 1 - limit);
  if (surplus > 0 && view.freedom('auth-sessions.over_limit') === 'refused')
    return limitReached(user, limit);
  const over = [...sessions.filter((each) => !living.includes(each)), ...living.slice(0, surplus)];
  const session = newSession(view, user, client);
  return {session, changes: [...over.map(ended), {table: 'auth_sessions', put: session}]};
}

/** Whether `signIn` refused. */
export const isNotSignedIn = (result: SignedIn | NotSignedIn): result is NotSignedIn =>
  'refused' in result;

const newSession = (view: View, user: User, {data, ip}: Client): AuthSession => ({
  key: view.newId('session'),
  tenant: user.tenant,
  seq: view.newSeq(),
  user: user.key,
  ip,
  data,
  started: view.now,
  seen: view.now,
  expires: view.now + lifetimeOf(view),
});

const notActive = ({key, state}: User): NotSignedIn => ({
  refused: 'not-active',
  why: {
    expected: 'an active user',
    got: `user ${key} is ${state} and cannot log in`,
    todo: 'reactivate the user, or create another one',
  },
});

const limitReached = ({key}: User, limit: number): NotSignedIn => ({
  refused: 'limit-reached',
  why: {
    expected: `at most ${limit} sessions of user ${key} at once`,
    got: 'one more',
    todo: 'end a session of the user, or raise the limit',
  },
});
