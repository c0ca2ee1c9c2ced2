import {userById} from './find.ts';
import {notFound, refuse} from './replies.ts';
import {MINUTE} from './time.ts';
import type {Ask, Context, Reply, User} from './types.ts';

function byExternal(context: Context, given: string): User | undefined {
  const {faults, world, store} = context;
  const text = faults.has('logout-external-plus') ? given.replaceAll('+', ' ') : given;
  if (faults.has('logout-external-unknown')) return undefined;
  if (faults.has('logout-digits-are-ids') && /^\d+$/.test(text)) return undefined;
  if (faults.has('logout-external-ascii') && !/^[\x20-\x7e]+$/.test(text)) return undefined;
  const wanted = faults.has('logout-external-prefix')
    ? (user: User): boolean => user.externalId?.startsWith(text) === true
    : (user: User): boolean => user.externalId === text;
  const stores = faults.has('logout-external-any-store') ? [...world.stores].reverse() : [store];
  return stores.flatMap((one) => [...one.users.values()]).find(wanted);
}

/** The user of the UUID inside an external auth token. */
function byUuid(context: Context, text: string): User | undefined {
  if (context.faults.has('logout-uuid-unknown')) return undefined;
  return [...context.store.users.values()].find((user) => user.uuid === text);
}

function whom(context: Context, text: string): User | undefined {
  const {faults} = context;
  const first = context.variants.has('users-logout-by-number-first');
  const numbered = first ? userById(context, text, false) : undefined;
  const named = numbered ?? byExternal(context, text) ?? byUuid(context, text);
  if (named !== undefined || faults.has('logout-id-unknown')) return named;
  return userById(context, text, faults.has('logout-any-store'));
}

function endSessions(context: Context, user: User): number {
  const {faults} = context;
  const before = user.sessions.length;
  if (faults.has('logout-no-effect')) return before;
  if (faults.has('logout-once') && user.history.includes('logout')) return before;
  user.history.push('logout');
  if (faults.has('logout-newest-only')) {
    user.sessions.pop();
  } else if (faults.has('logout-old-sessions-kept')) {
    const from = context.now() - 60 * MINUTE;
    user.sessions = user.sessions.filter((one) => one.lastActivity < from);
  } else if (faults.has('logout-five-at-most')) {
    user.sessions = user.sessions.slice(5);
  } else if (faults.has('logout-keeps-mobile')) {
    user.sessions = user.sessions.filter((one) => one.type === 'mobile');
  } else {
    const kept = faults.has('logout-link-session-kept');
    user.sessions = kept ? user.sessions.filter((one) => one.byLink) : [];
  }
  return before - user.sessions.length;
}

/** POST /users/{id}/force-logout. */
export function forceLogout(context: Context, ask: Ask, id: string): Reply {
  const {faults} = context;
  if (faults.has('logout-empty-body-400') && Object.keys(ask.body).length === 0) {
    return refuse(400, 'A body is needed.');
  }
  const user = whom(context, id);
  if (user === undefined) {
    if (faults.has('logout-unknown-200')) {
      return {status: 200, body: {CODE: 'success', data: {ended_sessions: 0}}};
    }
    return notFound('user');
  }
  const ended = endSessions(context, user);
  if (faults.has('logout-deactivates')) user.deletedAt = context.now();
  if (faults.has('logout-reactivates') && !user.anonymized) user.deletedAt = null;
  const status = faults.has('logout-status-201') ? 201 : 200;
  return {status, body: {CODE: 'success', data: {ended_sessions: ended}}};
}
