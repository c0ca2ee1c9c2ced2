/** Sessions of one user: how they are made, ended and shown (Resources). */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import type {Handle, Script} from '../../language/script.ts';
import {kindOf, LONG_COUNTS} from '../../tables/kind.ts';
import {createUser} from '../people.ts';
import {expectSessionsGone} from '../auth-sessions/session-rows.ts';
import {idOfSession, listByExternalId, listOf, sessions, sessionsOf, signIn} from '../sessions.ts';

/** A walk through the sessions of a user, in pages of a size. */
const walkSessions = (s: Script, query: Record<string, Val>, size: number): Handle<Exchange[]> =>
  s.walk('listAuthSessions', {query: {...query, per_page: String(size)}, atMost: 60});

/** Sessions of one user. */
export const SESSIONS = kindOf({
  kind: 'sessions of one user',
  counts: LONG_COUNTS,
  begin: (s) => createUser(s, {sessions_limit: 999}),
  make: (s, {created: user}, number) => ({
    created: signIn(s, user, number % 2 ? 'web' : 'mobile'),
    user,
  }),
  looks: {
    'store.auth-sessions.user-id-filters': (s, {user}) => listOf(s, user, {per_page: '200'}),
    'store.auth-sessions.external-id-filters': (s, {user}) => listByExternalId(s, user),
  },
  lists: {
    'store.auth-sessions.walk-visits-each-once': {
      walk: (s, {created}) => walkSessions(s, sessionsOf(created), 5),
    },
    'store.auth-sessions.cursor-leads-to-the-next-page': {
      walk: (s, {created}) => walkSessions(s, {external_id: created.at('/data/external_id')}, 7),
    },
  },
  end: {
    rule: 'store.auth-sessions.deleted-session-is-gone',
    record: (s, {created}) => s.call('deleteAuthSession', {path: idOfSession(created)}),
    expectEnded: (look, created) => expectSessionsGone(look, [created], 'still listed'),
  },
  others: 'store.auth-sessions.deletion-leaves-other-sessions',
  rowIn: sessions.rowOf,
  // A deployment may allow fewer, or show them later.
  whenAllAreThere: sessions.whenAllShown,
});
