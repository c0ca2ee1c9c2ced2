/**
 * The steps that begin, list and end sessions of users (Resources / Authentication session). The
 * API has no sign-in, so a hook does it.
 */

import type {Ref, Val} from '../../spec/value.ts';
import type {Role} from '../../spec/step.ts';
import type {Handle, Script} from '../language/script.ts';
import {List} from '../tables/list.ts';

/** Records the sign-in of a created user, with a browser (`web`) or an app (`mobile`). */
export const signIn = (s: Script, created: Handle, type: 'web' | 'mobile' = 'web'): Handle =>
  s.control('sign-in', {role: 'admin', user: created.at('/data/id'), type});

/** The path parameters that name a session, by its sign-in. */
export const idOfSession = (session: Handle): {id: Ref} => ({id: session.at('/session')});

/** The path parameters that name a user whose sessions are ended, by the creation. */
export const sessionsOf = (created: Handle): {user_id: Ref} => ({
  user_id: created.at('/data/id'),
});

/** Records one page of the sessions of a user (`listAuthSessions`). */
export const listOf = (
  s: Script,
  created: Handle,
  query: Record<string, Val> = {},
  as: Role = 'admin',
): Handle => s.call('listAuthSessions', {as, query: {user_id: created.at('/data/id'), ...query}});

/** Records one page of the sessions of a user, whom the list finds by the external id. */
export const listByExternalId = (s: Script, created: Handle): Handle =>
  s.call('listAuthSessions', {query: {external_id: created.at('/data/external_id')}});

/** Records the page of the sessions of a user, as set-up, until it shows a session. */
export const listUntilShown = (s: Script, created: Handle, session: Handle): Handle =>
  s.call('listAuthSessions', {
    query: {user_id: created.at('/data/id')},
    until: {rows: '/data', at: '/id', has: session.at('/session')},
    expects: 'session-page',
  });

/** Records whether the browser or app of a session is still signed in. */
export const askWhetherSignedIn = (s: Script, session: Handle): Handle =>
  s.control('is-signed-in', {role: 'admin', session: session.at('/session')});

/** The list of sessions; the hook that signs a user in says which one it began. */
export const sessions = new List({
  kind: 'session',
  idIn: (session) => session.body?.session as unknown,
});

export const {ids: idsOn, idIn} = sessions;
