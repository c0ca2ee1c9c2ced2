import type {Chapter} from '../../chapter.ts';
import type {AuthSession} from './session.ts';

/**
 * The sessions of signed-in browsers and apps (Resources / Authentication session). The operations
 * that list and delete them are not built yet.
 */
export const authSessions: Chapter = {
  name: 'store/auth-sessions',
  tables: {auth_sessions: {indexes: {user: {of: (session: AuthSession) => session.user}}}},
  numbers: {'auth-sessions.lifetime_minutes': 14 * 24 * 60},
  freedoms: {
    /**
     * When one more session than the limit begins: the oldest end (`oldest_ends`), or the sign-in
     * is `refused`.
     */
    'auth-sessions.over_limit': 'oldest_ends',
  },
};
