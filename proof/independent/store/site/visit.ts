import {sessionsOfStore, type SignedIn, useSession} from '../sessions/open.ts';
import type {Context, Json} from '../types.ts';

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

/** The live session that a visit shows, if any; it counts as used. */
export function sessionOf(context: Context, visit: Visit): SignedIn | undefined {
  const value = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(visit.cookies)?.[1] ?? '';
  const found = sessionsOfStore(context).find(
    ({session}) => `${session.id}.${session.key}` === value,
  );
  if (found !== undefined) useSession(context, found.session);
  return found;
}
