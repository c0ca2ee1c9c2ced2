import type {Response} from 'express';
import type {View} from '../operation.ts';
import {isAlive, type AuthSession} from '../store/auth-sessions/session.ts';
import {openedText, sealedText} from '../sealed.ts';
import {localsOf, prefixOf} from './site-app.ts';

/** Name of the cookie of a signed-in user's browser. The stores of a world are one site. */
const cookieOf = (store: string): string => `presscheck_session_${store}`;

/**
 * Sets the cookie for a session of a store.
 * @returns whether the session exists
 */
export function giveSession(response: Response, store: string, key: string): boolean {
  const {world} = localsOf(response);
  const session = world.table('auth_sessions').get(key) as AuthSession | undefined;
  if (!session) return false;
  const age = Math.max(0, Math.floor((session.expires - world.now()) / 1000));
  setCookie(response, store, sealedSession(world.view(store), session), age);
  return true;
}

/** Deletes the cookie of a store. */
export const forgetSession = (response: Response, store: string): void =>
  setCookie(response, store, '', 0);

function setCookie(response: Response, store: string, value: string, age: number): void {
  const path = prefixOf(response) || '/';
  response.append(
    'Set-Cookie',
    `${cookieOf(store)}=${value}; Path=${path}; Max-Age=${age}; HttpOnly; SameSite=Lax`,
  );
}

/** The value of a session's cookie: its id, with a seal that only this world can make. */
const sealedSession = (view: View, {key}: AuthSession): string =>
  sealedText(view, 'auth-session', key);

/**
 * The active session of a request.
 * @param cookies the header `Cookie` of the request
 * @returns undefined without a cookie of this store, or when its session has ended
 */
export function recognizedSession(
  view: View,
  cookies: string | undefined,
): AuthSession | undefined {
  for (const value of valuesOf(cookies ?? '', cookieOf(view.tenant))) {
    const key = openedText<string>(view, 'auth-session', value);
    const session = key === undefined ? undefined : view.find<AuthSession>('auth_sessions', key);
    if (session && isAlive(session, view.now)) return session;
  }
  return undefined;
}

/** All values of the cookie: a browser may send several, for different paths. */
const valuesOf = (cookies: string, name: string): string[] =>
  cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1));
