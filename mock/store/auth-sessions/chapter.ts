import type {Chapter} from '../../chapter.ts';
import type {AuthSession} from './session.ts';

/**
 * Sessions as forced logout meets them; the operations that list and delete them are another
 * chapter's matter.
 */
export const authSessions: Chapter = {
  name: 'store/auth-sessions',
  tables: {auth_sessions: {indexes: {user: {of: (session: AuthSession) => session.user}}}},
};
