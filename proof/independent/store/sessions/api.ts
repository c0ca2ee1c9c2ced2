import {userById} from '../find.ts';
import {blame, invalid, notFound} from '../replies.ts';
import type {Ask, Context, Errors, Reply} from '../types.ts';
import {liveSessions, sessionsOfStore, type SignedIn} from './open.ts';
import {sessionView} from './view.ts';

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

function matches(query: URLSearchParams, {user}: SignedIn): boolean {
  const id = query.get('user_id');
  const external = query.get('external_id');
  return (
    (id === null || user.id === Number(id)) && (external === null || user.externalId === external)
  );
}

/** GET /auth-sessions. */
export function listSessions(context: Context, ask: Ask): Reply {
  const {query} = ask;
  const errors = judge(query);
  if (errors.size > 0) return invalid(errors, context.faults);
  const size = pageSize(query) ?? USUAL_PAGE;
  const after = readCursor(query.get('cursor') ?? '') ?? 0;
  const found = sessionsOfStore(context).filter((one) => matches(query, one));
  const rest = found.filter(({session}) => Number(session.id) > after);
  const page = rest.slice(0, size);
  const more = rest.length > size;
  const data = page.map(({user, session}) => sessionView(context, user, session));
  const next = more ? cursorAfter(page.at(-1)) : null;
  const pagination = {per_page: size, next_cursor: next, has_more: more};
  return {status: 200, body: {CODE: 'success', data, pagination}};
}

/** DELETE /auth-sessions/{id}. */
export function deleteSession(context: Context, id: string): Reply {
  const found = sessionsOfStore(context).find(({session}) => session.id === id);
  if (found === undefined) return notFound('session');
  found.user.sessions = found.user.sessions.filter((one) => one !== found.session);
  return {status: 200, body: {CODE: 'success', message: 'The session has ended.'}};
}

/** DELETE /auth-sessions/users/{user_id}. */
export function deleteSessions(context: Context, id: string): Reply {
  const user = userById(context, id, false);
  if (user === undefined) return notFound('user');
  const count = liveSessions(context, user).length;
  user.sessions = [];
  const message = `Sessions that have ended: ${count}.`;
  return {status: 200, body: {CODE: 'success', message, data: {deleted_count: count}}};
}
