/** Defects of sessions that another store finds or ends (Rule 1). */

import type {Defect} from '../../../defect.ts';
import {isRefused, type View} from '../../../operation.ts';
import type {AuthSession} from '../../../store/auth-sessions/session.ts';
import type {Row} from '../../../world/change.ts';
import {breaking, around, seeing} from '../../breaking.ts';
import {ended} from './ended-sessions.ts';
import {LIST, DELETE, DELETE_ALL} from './shown-sessions.ts';

/** The members of a view of all stores that find rows, combined with those of its own store. */
function ownOnly(view: View): Partial<View> {
  const isOwn = (row: Row | undefined): boolean => row?.tenant === view.tenant;
  return {
    find: <R extends Row>(table: string, key: string) => {
      const row = view.find<R>(table, key);
      return isOwn(row) ? row : undefined;
    },
    by: <R extends Row>(table: string, index: string, value: string) =>
      view.all<R>(table, index, value).find(isOwn),
    all: <R extends Row>(table: string, index: string, value: string) =>
      view.all<R>(table, index, value).filter(isOwn),
    newest: <R extends Row>(
      table: string,
      page: {before?: number; limit: number; where?: (row: R) => boolean},
    ) => view.newest<R>(table, page).filter(isOwn),
  };
}

/** Defects of sessions of several stores. */
export const inTheirStore: Defect[] = [
  ...breaking('store.auth-sessions.sessions-stay-in-their-store', {
    'the list shows the sessions of every store': {seam: 'tenancy', in: LIST},
    'another store ends a session': {seam: 'tenancy', in: DELETE},
    'another store ends all sessions of a user': {seam: 'tenancy', in: DELETE_ALL},
    'another store is answered 404 and ends the session all the same': around(
      DELETE,
      (next) => (view, input) => {
        const done = next(view, input);
        const session = view.anywhere<AuthSession>('auth_sessions', input.path['id'] ?? '');
        if (!isRefused(done) || !session) return done;
        return {
          situation: done.refused,
          body: {CODE: 'error', message: 'Session not found.', errors: {}},
          changes: [ended(session)],
        };
      },
    ),
    'another store finds sessions by external id': {
      seam: 'several',
      seams: [
        {seam: 'tenancy', in: LIST},
        seeing(LIST, (view, {query}) => (query['external_id'] === undefined ? ownOnly(view) : {})),
      ],
    },
  }),
];
