import type {Chapter} from '../../chapter.ts';
import type {AuthSession} from './session.ts';

/**
 * The table of sign-in sessions, which a forced logout empties. The operations that list and delete
 * sessions are not built yet.
 */
export const authSessions: Chapter = {
  name: 'store/auth-sessions',
  tables: {auth_sessions: {indexes: {user: {of: (session: AuthSession) => session.user}}}},
};
