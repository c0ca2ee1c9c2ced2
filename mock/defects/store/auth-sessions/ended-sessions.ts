/** How operations end other sessions than they should. */

import type {Seam} from '../../../defect.ts';
import type {View, Done} from '../../../operation.ts';
import type {AuthSession} from '../../../store/auth-sessions/session.ts';
import type {Change, Row} from '../../../world/change.ts';
import {afterwards} from '../../breaking.ts';
import {withChanges} from '../../stored-rows.ts';

/** The change that ends a session. */
export const ended = ({key}: AuthSession): Change => ({table: 'auth_sessions', del: key});

const sessionOf = (change: Change, view: View): AuthSession | undefined =>
  'del' in change && change.table === 'auth_sessions'
    ? view.anywhere<AuthSession>('auth_sessions', change.del)
    : undefined;

/** A success that stores some of the sessions which it should end, with other members. */
export const keepingEnded = (
  done: Done,
  view: View,
  kept: (session: AuthSession) => object | undefined,
): Done => ({
  ...done,
  changes: (done.changes ?? []).map((change) => {
    const session = sessionOf(change, view);
    const members = session && kept(session);
    return session && members
      ? {table: 'auth_sessions', put: {...session, ...members} as Row}
      : change;
  }),
});

/** Lets operations end only some of the sessions that they should end. */
export const sparing = (
  operations: string[],
  isSpared: (session: AuthSession, index: number, all: AuthSession[]) => boolean,
): Seam =>
  afterwards(operations, (done, view) => {
    const changes = done.changes ?? [];
    const sessions = changes.flatMap((change) => sessionOf(change, view) ?? []);
    const spared = new Set(sessions.filter(isSpared).map(({key}) => key));
    return {
      ...done,
      changes: changes.filter((change) => !('del' in change && spared.has(change.del))),
    };
  });

/** Lets operations end only sessions that began less than this many milliseconds ago. */
export const sparingOlderThan = (operations: string[], age: number): Seam =>
  afterwards(operations, (done, view) => {
    const isSpared = (change: Change): boolean =>
      (sessionOf(change, view)?.started ?? view.now) <= view.now - age;
    return {...done, changes: (done.changes ?? []).filter((change) => !isSpared(change))};
  });

/** Lets operations end other sessions as well. */
export const endingAlso = (
  operations: string[],
  others: (session: AuthSession, view: View) => AuthSession[],
): Seam =>
  afterwards(operations, (done, view) => {
    const sessions = (done.changes ?? []).flatMap((change) => sessionOf(change, view) ?? []);
    const also = sessions.flatMap((session) => others(session, view)).map(ended);
    return withChanges(done, ...also);
  });

/** The sessions of the user of a session, oldest first. */
export const ofSameUser = ({user}: AuthSession, view: View): AuthSession[] =>
  view.all<AuthSession>('auth_sessions', 'user', user);

/** Every session of the store, newest first. */
export const everySession = (view: View): AuthSession[] =>
  view.newest<AuthSession>('auth_sessions', {limit: 10_000});
