import {timingSafeEqual} from 'node:crypto';
import type {View} from '../operation.ts';
import {isAlive, type AuthSession} from '../store/auth-sessions/session.ts';

/** Name of the cookie that a browser of a signed-in user has. */
export const SESSION_COOKIE = 'presscheck_session';

/** The value of the cookie of a session: its id, and a seal that only this world can make. */
export const sealedSession = (view: View, {key}: AuthSession): string =>
  `${key}.${sealOf(view, key)}`;

/**
 * The living session that a request belongs to.
 * @param cookies the header `Cookie` of the request
 * @returns undefined without a cookie of this store, or when its session has ended
 */
export function recognizedSession(
  view: View,
  cookies: string | undefined,
): AuthSession | undefined {
  for (const value of valuesOf(cookies ?? '')) {
    const [key = '', seal = ''] = value.split('.');
    if (!isEqual(seal, sealOf(view, key))) continue;
    const session = view.find<AuthSession>('auth_sessions', key);
    if (session && isAlive(session, view.now)) return session;
  }
  return undefined;
}

const sealOf = (view: View, key: string): string =>
  view.seal('auth-session', `${view.tenant} ${key}`);

/** All values of the cookie: a browser may send several, for different paths. */
const valuesOf = (cookies: string): string[] =>
  cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))
    .map((cookie) => cookie.slice(SESSION_COOKIE.length + 1));

/** Compares in constant time. */
function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
