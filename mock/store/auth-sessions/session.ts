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
  /** Instant from which on the session is over. */
  readonly expires: number;
  /** Instant that no visit postpones, such as the end of a checkout URL; absent: there is none. */
  readonly until?: number;
}

/** Minutes that a session lives without a visit, where nobody changed that. */
export const LIFETIME_MINUTES = 14 * 24 * 60;

/** Whether a session has not expired. */
export const isAlive = (session: AuthSession, now: number): boolean => now < session.expires;

/** All sessions of a user, expired ones too, oldest first. */
export const sessionsOf = (view: View, user: Row): AuthSession[] =>
  view.all<AuthSession>('auth_sessions', 'user', user.key);

/** The change that ends a session: the signed-in browser is signed out at once. */
export const ended = ({key}: AuthSession): Change => ({table: 'auth_sessions', del: key});

/** The changes that end every session of a user. */
export const sessionsEnded = (view: View, user: Row): Change[] => sessionsOf(view, user).map(ended);

/** How long a session lives without a visit, in milliseconds. */
export const lifetimeOf = (view: View): number =>
  view.number('auth-sessions.lifetime_minutes') * 60_000;
