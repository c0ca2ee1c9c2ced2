/** How operations end other sessions than they should. */

import type {Seam} from '../../../defect.ts';
import type {Input, View} from '../../../operation.ts';
import type {AuthSession} from '../../../store/auth-sessions/session.ts';
import type {Change, Row} from '../../../world/change.ts';
import {afterwards, findingAll, seeing} from '../../breaking.ts';
import {together} from '../../families/seams.ts';
import {withChanges} from '../../stored-rows.ts';
import {DELETE, DELETE_ALL, LIST} from './shown-sessions.ts';

/** The change that ends a session. */
export const ended = ({key}: AuthSession): Change => ({table: 'auth_sessions', del: key});

const sessionOf = (change: Change, view: View): AuthSession | undefined =>
  'del' in change && change.table === 'auth_sessions'
    ? view.anywhere<AuthSession>('auth_sessions', change.del)
    : undefined;

/** Stores some of the sessions that operations should end, with other members. */
const keepingEnded = (
  operations: string[],
  kept: (session: AuthSession) => object | undefined,
): Seam =>
  afterwards(operations, (done, view) => ({
    ...done,
    changes: (done.changes ?? []).map((change) => {
      const session = sessionOf(change, view);
      const members = session && kept(session);
      return members ? {table: 'auth_sessions', put: {...session, ...members} as Row} : change;
    }),
  }));

/** Whether a session is spared, by its place among those that end, and by the request. */
type IsSpared = (
  session: AuthSession,
  index: number,
  all: AuthSession[],
  request: {view: View; input: Input},
) => boolean;

/** Lets operations end only some of the sessions that they should end. */
export const sparing = (operations: string[], isSpared: IsSpared): Seam =>
  afterwards(operations, (done, view, input) => {
    const changes = done.changes ?? [];
    const sessions = changes.flatMap((change) => sessionOf(change, view) ?? []);
    const spared = sessions.filter((session, index) =>
      isSpared(session, index, sessions, {view, input}),
    );
    const keys = new Set(spared.map(({key}) => key));
    return {
      ...done,
      changes: changes.filter((change) => !('del' in change && keys.has(change.del))),
    };
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

/** Lets operations hide sessions where they should end them. */
export const hiding = (
  operations: string[],
  isMeant: (session: AuthSession) => boolean = () => true,
): Seam =>
  together(
    keepingEnded(operations, (session) => (isMeant(session) ? {hidden: true} : undefined)),
    seeing([...LIST, ...DELETE, ...DELETE_ALL], (view) => ({
      find: <R extends Row>(table: string, key: string) =>
        [view.find<R>(table, key)].find((row) => row && !('hidden' in row)),
      all: <R extends Row>(table: string, index: string, value: string) =>
        view.all<R>(table, index, value).filter((row) => !('hidden' in row)),
    })),
  );

/**
 * Lets the list show sessions that have ended until they would have expired.
 * @param isMeant whether it does so, by the rows that it looks through and its query
 */
export const listingEnded = (
  operations: string[],
  isMeant: (query: Input['query'], session: Row, rows: Row[]) => boolean = () => true,
): Seam =>
  together(
    keepingEnded(operations, ({expires}) => ({expires: 0, livedUntil: expires})),
    findingAll<Row>(LIST, (rows, {input: {query}}) =>
      rows.map((row) =>
        'livedUntil' in row && isMeant(query, row, rows) ? {...row, expires: row.livedUntil} : row,
      ),
    ),
  );
