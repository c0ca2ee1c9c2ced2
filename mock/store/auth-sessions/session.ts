import type {View} from '../../operation.ts';
import type {Change, Row} from '../../world/change.ts';
import type {SessionData} from './session-data.ts';

/** A session of a user: a signed-in browser or app. Instants are epoch milliseconds. */
export interface AuthSession extends Row {
  /** Key of the user. */
  readonly user: string;
  readonly ip: string;
  readonly data: SessionData;
  /** Instant of the sign-in. */
  readonly started: number;
  /** Instant of the last visit. */
  readonly seen: number;
  /** Instant at which the session expires. */
  readonly expires: number;
  /** Instant that visits cannot postpone, such as the expiry of a checkout URL; absent: none. */
  readonly until?: number;
}

/** Default minutes after the last visit at which a session expires. */
export const LIFETIME_MINUTES = 14 * 24 * 60;

/** Whether a session has not expired. */
export const isAlive = (session: AuthSession, now: number): boolean => now < session.expires;

/** All sessions of a user, including expired ones, oldest first. */
export const sessionsOf = (view: View, user: Row): AuthSession[] =>
  view.all<AuthSession>('auth_sessions', 'user', user.key);

/** The change that ends a session, which signs its browser out. */
export const ended = ({key}: AuthSession): Change => ({table: 'auth_sessions', del: key});

/** The changes that end every session of a user. */
export const sessionsEnded = (view: View, user: Row): Change[] => sessionsOf(view, user).map(ended);

/** Milliseconds after the last visit at which a session expires. */
export const lifetimeOf = (view: View): number =>
  view.number('auth-sessions.lifetime_minutes') * 60_000;
