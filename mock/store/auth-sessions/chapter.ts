import type {Chapter} from '../../chapter.ts';
import {deleteAuthSession, deleteAuthSessionsOfUser} from './end-sessions.ts';
import {listAuthSessions} from './list-sessions.ts';
import {LIFETIME_MINUTES, type AuthSession} from './session.ts';
import {signInWithPassword, signOut, visitStore} from './site-visits.ts';
import {demo, suite} from './template.ts';

/** The sessions of signed-in browsers and apps (Resources / Authentication session). */
export const authSessions: Chapter = {
  name: 'store/auth-sessions',
  tables: {auth_sessions: {indexes: {user: {of: (session: AuthSession) => session.user}}}},
  numbers: {
    'auth-sessions.lifetime_minutes': LIFETIME_MINUTES,
    /** Sessions on a page without `per_page`. */
    'auth-sessions.page_size': 100,
  },
  freedoms: {
    'auth-sessions.over_limit': {
      values: ['oldest_ends', 'refused'],
      meaning:
        'What happens when a session begins above the limit: the oldest sessions end (`oldest_ends`), or the sign-in is `refused`.',
    },
    'auth-sessions.unknown_cursor': {
      values: ['refused', 'first_page', 'empty_page'],
      meaning: 'The response to an unknown cursor: `refused`, `first_page` or `empty_page`.',
      open: ['NS-ST-18'],
    },
    'auth-sessions.unknown_filter': {
      values: ['empty_page', 'refused'],
      meaning: 'The response to a filter by an unknown user: an `empty_page`, or `refused`.',
      open: ['NS-ST-19'],
    },
    'auth-sessions.both_filters': {
      values: ['both', 'user_id', 'refused'],
      meaning:
        'The response to `user_id` together with `external_id`: the sessions that `both` find, those that `user_id` finds, or `refused`.',
      open: ['NS-ST-18'],
    },
    'auth-sessions.expired': {
      values: ['gone', 'listed'],
      meaning: 'Whether expired sessions are `gone` or still `listed`.',
      open: ['NS-ST-20'],
    },
    'auth-sessions.order': {
      values: ['newest', 'oldest'],
      meaning: 'Order of the list: `newest` or `oldest` first.',
      open: ['NS-ST-20'],
    },
  },
  resources: {'auth-session': 'auth_sessions'},
  refusals: {
    'session-not-found': 'Session not found.',
    'cursor-refused': 'The cursor was not given for this list.',
    'user-filter-refused': 'User not found.',
  },
  operations: {listAuthSessions, deleteAuthSession, deleteAuthSessionsOfUser},
  siteOperations: {signInWithPassword, signOut, visitStore},
  templates: {demo, suite},
};
