import {userById} from '../find.ts';
import {blame, invalid, notFound} from '../replies.ts';
import {MINUTE, pause} from '../time.ts';
import type {Ask, Context, Errors, Reply, Session, User} from '../types.ts';
import {liveSessions, sessionsOfStore, type SignedIn} from './open.ts';
import {sessionView, shownId} from './view.ts';

const USUAL_PAGE = 100;
const LARGEST_PAGE = 200;

/** A cursor: the id of the last session of a page, in other letters. */
function cursorAfter(last: SignedIn | undefined): string | null {
  if (last === undefined) return null;
  return Buffer.from(`after:${last.session.id}`, 'utf8').toString('base64url');
}

/** The id that a cursor names; null when it is none. */
function readCursor(text: string): number | null {
  const plain = Buffer.from(text, 'base64url').toString('utf8');
  const id = /^after:(\d{1,12})$/.exec(plain)?.[1];
  return id === undefined ? null : Number(id);
}

/** How many sessions a page shall hold; null when that is no right number. */
function pageSize(query: URLSearchParams): number | null {
  const text = query.get('per_page') ?? String(USUAL_PAGE);
  const size = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return size >= 1 && size <= LARGEST_PAGE ? size : null;
}

function judge(query: URLSearchParams): Errors {
  const errors: Errors = new Map();
  if (pageSize(query) === null) blame(errors, 'per_page', 'From 1 to 200.');
  const user = query.get('user_id');
  if (user !== null && !/^-?\d{1,15}$/.test(user)) {
    blame(errors, 'user_id', 'A whole number is expected.');
  }
  const cursor = query.get('cursor');
  if (cursor !== null && readCursor(cursor) === null) {
    blame(errors, 'cursor', 'This is no cursor of this list.');
  }
  return errors;
}

function matches(context: Context, query: URLSearchParams, {user}: SignedIn): boolean {
  const id = query.get('user_id');
  const external = query.get('external_id');
  if (id !== null && user.id !== Number(id)) return false;
  if (external === null) return true;
  if (context.faults.has('sessions-external-prefix')) {
    return user.externalId?.startsWith(external) === true;
  }
  return user.externalId === external;
}

/** The sessions of this store (a faulty server: of all stores). */
function listedSessions(context: Context): SignedIn[] {
  const {faults} = context;
  if (faults.has('sessions-of-links-missing')) {
    return sessionsOfStore(context).filter(({session}) => !session.byLink);
  }
  if (!faults.has('sessions-any-store')) return sessionsOfStore(context);
  return context.world.stores.flatMap((store) => sessionsOfStore({...context, store}));
}

/** Whether the session of a cursor still lives, which only a faulty server asks. */
function isKnownCursor(context: Context, query: URLSearchParams): boolean {
  const id = readCursor(query.get('cursor') ?? '');
  if (id === null || !context.faults.has('sessions-cursor-of-deleted-refused')) return true;
  return sessionsOfStore(context).some(({session}) => Number(session.id) === id);
}

/** The sessions behind one, in the order of the list. */
function laterThan({variants}: Context, found: SignedIn[], from: number): SignedIn[] {
  const newest = variants.has('sessions-newest-first');
  if (!newest) return found.filter(({session}) => Number(session.id) > from);
  const rest = found.filter(({session}) => from <= 0 || Number(session.id) < from);
  return rest.toReversed();
}

/** The sessions of a rest that began in a later second than the one before it. */
function withoutTies(context: Context, rest: SignedIn[], from: number): SignedIn[] {
  const last = sessionsOfStore(context).find(({session}) => Number(session.id) === from);
  if (last === undefined || !context.faults.has('sessions-same-second-lost')) return rest;
  const second = Math.floor(last.session.begunAt / 1000);
  return rest.filter(({session}) => Math.floor(session.begunAt / 1000) > second);
}

/** Sessions of all stores that a faulty count finds behind one. */
function countedRest(context: Context, query: URLSearchParams, from: number): number {
  if (!context.faults.has('sessions-more-counts-other-stores')) return 0;
  const all = context.world.stores.flatMap((store) => sessionsOfStore({...context, store}));
  const found = all.filter((one) => matches(context, query, one));
  return laterThan(context, found, from).length;
}

/** GET /auth-sessions. */
export function listSessions(context: Context, ask: Ask): Reply {
  const {query} = ask;
  const errors = judge(query);
  if (!isKnownCursor(context, query)) blame(errors, 'cursor', 'This is no cursor of this list.');
  if (errors.size > 0) return invalid(errors, context.faults);
  const size = pageSize(query) ?? USUAL_PAGE;
  const after = readCursor(query.get('cursor') ?? '') ?? 0;
  const {faults} = context;
  const found = listedSessions(context).filter((one) => matches(context, query, one));
  const from = faults.has('sessions-cursor-repeats-one') ? after - 1 : after;
  const rest = withoutTies(context, laterThan(context, found, from), from);
  if (faults.has('sessions-cursor-skips-one') && after > 0) rest.shift();
  const page = rest.slice(0, size);
  const more =
    rest.length > size ||
    countedRest(context, query, from) > size ||
    (faults.has('sessions-full-page-more') && rest.length === size);
  const data = page.map(({user, session}) => sessionView(context, user, session));
  const next = more ? cursorAfter(page.at(-1)) : null;
  const pagination = {per_page: size, next_cursor: next, has_more: more};
  return {status: 200, body: {CODE: 'success', data, pagination}};
}

/** Lets the cookies of deleted sessions work for a while, as a faulty cache does. */
function haunt(context: Context, user: User, ms: number): void {
  for (const {key} of user.sessions) {
    const ghost = {userId: user.id, key, until: context.now() + ms};
    context.store.commerce.ghosts.push(ghost);
  }
}

/** The sessions that the deletion of all sessions leaves: none. */
function survivors({faults}: Context, user: User): Session[] {
  if (faults.has('sessions-delete-no-effect')) return user.sessions;
  if (!faults.has('sessions-delete-mobile-kept')) return [];
  return user.sessions.filter((one) => one.type === 'mobile');
}

/** The sessions of another user agent than one. */
function otherAgents(user: User, {session}: SignedIn): Session[] {
  return user.sessions.filter((one) => one.raw !== session.raw);
}

/** DELETE /auth-sessions/{id}. */
export async function deleteSession(context: Context, id: string): Promise<Reply> {
  const {faults, world} = context;
  const stores = faults.has('session-delete-any-store') ? world.stores : [context.store];
  const all = stores.flatMap((store) => sessionsOfStore({...context, store}));
  const found = all.find(({session}) => shownId(context, session) === id);
  if (found === undefined) return notFound('session');
  const {user} = found;
  if (faults.has('session-delete-race')) await pause(150);
  if (faults.has('session-delete-cookie-lives')) haunt(context, user, Infinity);
  const kept = user.sessions.filter((one) => one !== found.session);
  if (faults.has('session-delete-takes-all')) user.sessions = [];
  else if (faults.has('session-delete-by-agent')) user.sessions = otherAgents(user, found);
  else if (!faults.has('session-delete-no-effect')) user.sessions = kept;
  return {status: 200, body: {CODE: 'success', message: 'The session has ended.'}};
}

/** DELETE /auth-sessions/users/{user_id}. */
export function deleteSessions(context: Context, id: string): Reply {
  const {faults} = context;
  const user = userById(context, id, faults.has('sessions-delete-any-store'));
  if (user === undefined) return notFound('user');
  const expired = faults.has('sessions-delete-counts-expired');
  const count = expired ? user.sessions.length : liveSessions(context, user).length;
  if (faults.has('sessions-delete-cookie-cached')) haunt(context, user, 5 * MINUTE);
  user.sessions = survivors(context, user);
  const message = `Sessions that have ended: ${count}.`;
  return {status: 200, body: {CODE: 'success', message, data: {deleted_count: count}}};
}
