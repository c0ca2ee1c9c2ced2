import type {View} from '../../operation.ts';
import type {Change, Row} from '../../world/change.ts';

/** A signed-in browser or app of a user. */
export interface AuthSession extends Row {
  /** Key of the user. */
  readonly user: string;
  readonly type: 'web' | 'mobile';
  /** Epoch milliseconds. */
  readonly started: number;
}

/** The changes that end every session of a user. */
export const sessionsEnded = (view: View, user: Row): Change[] =>
  view
    .all<AuthSession>('auth_sessions', 'user', user.key)
    .map(({key}) => ({table: 'auth_sessions', del: key}));
