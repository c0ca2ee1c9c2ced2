import type {View} from '../../operation.ts';
import type {Change, Row} from '../../world/change.ts';

/** A session of a user: a signed-in browser or app. */
export interface AuthSession extends Row {
  /** Key of the user. */
  readonly user: string;
  readonly type: 'web' | 'mobile';
  /** Instant of the sign-in, in epoch milliseconds. */
  readonly started: number;
}

/** The changes that delete every session of a user. */
export const sessionsEnded = (view: View, user: Row): Change[] =>
  view
    .all<AuthSession>('auth_sessions', 'user', user.key)
    .map(({key}) => ({table: 'auth_sessions', del: key}));
