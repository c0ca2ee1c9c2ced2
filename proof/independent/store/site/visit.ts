import {sessionsOfStore, type SignedIn, useSession} from '../sessions/open.ts';
import type {Context, Json, User} from '../types.ts';

/** The name of the cookie that shows a session. */
export const COOKIE = 'shelf_session';

/** A visit of the store's site. */
export interface Visit {
  method: string;
  /** What follows the key of the store in the path. */
  path: string;
  query: URLSearchParams;
  form: Json;
  agent: string;
  address: string;
  cookies: string;
}

function cookieOf(visit: Visit): string {
  return new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(visit.cookies)?.[1] ?? '';
}

/** The user of a deleted session that a faulty server still knows. */
export function ghostOf(context: Context, visit: Visit): User | undefined {
  const {store} = context;
  const key = cookieOf(visit).split('.')[1];
  const ghost = store.commerce.ghosts.find((one) => one.key === key && one.until > context.now());
  return ghost === undefined ? undefined : store.users.get(ghost.userId);
}

/** The live session that a visit shows, if any; it counts as used. */
export function sessionOf(context: Context, visit: Visit): SignedIn | undefined {
  const value = cookieOf(visit);
  const found = sessionsOfStore(context).find(
    ({session}) => `${session.id}.${session.key}` === value,
  );
  if (found !== undefined) useSession(context, found.session);
  return found;
}
