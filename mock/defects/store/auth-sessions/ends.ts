/** Defects of how sessions end (Resources / Authentication session). */

import {HOUR_MS} from '../../../../spec/durations.ts';
import type {Seam, Defect} from '../../../defect.ts';
import {isRefused, type View} from '../../../operation.ts';
import type {AuthSession} from '../../../store/auth-sessions/session.ts';
import type {User} from '../../../store/users/user.ts';
import type {Row, Change} from '../../../world/change.ts';
import {afterwards, seeing, breaking, around, atPlace} from '../../breaking.ts';
import {making, REACTIVATE} from '../users/changed-users.ts';
import {
  keepingEnded,
  sparing,
  sparingOlderThan,
  endingAlso,
  ofSameUser,
  everySession,
} from './ended-sessions.ts';
import {DELETE_ALL, DELETE, LIST, LOGOUT} from './shown-sessions.ts';

/** Changes the count in the response to a deletion of all sessions. */
const counting = (other: (count: number, view: View) => number): Seam =>
  afterwards(DELETE_ALL, (done, view) => {
    const body = done.body as {data: {deleted_count: number}};
    return {
      ...done,
      body: {...body, data: {deleted_count: other(body.data.deleted_count, view)}},
    };
  });

/** Lets lists show sessions that have ended until they would have expired. */
const listingEnded = (
  operations: string[],
  isMeant: (query: Record<string, string>) => boolean = () => true,
): Seam => ({
  seam: 'several',
  seams: [
    afterwards(operations, (done, view) =>
      keepingEnded(done, view, ({expires}) => ({expires: 0, livedUntil: expires})),
    ),
    seeing(LIST, (view, {query}) => ({
      all: <R extends Row>(table: string, index: string, value: string): R[] =>
        view.all<R>(table, index, value).map((row) => (isMeant(query) ? asBefore(row) : row)),
    })),
  ],
});

const asBefore = <R extends Row>(row: R): R =>
  'livedUntil' in row ? {...row, expires: row.livedUntil} : row;

const byExternalId = (query: Record<string, string>): boolean => query['external_id'] !== undefined;

const isHidden = (row: Row): boolean => 'hidden' in row;

/** A view without the hidden rows. */
const withoutHidden = (view: View): Partial<View> => ({
  find: <R extends Row>(table: string, key: string) => {
    const row = view.find<R>(table, key);
    return row && isHidden(row) ? undefined : row;
  },
  all: <R extends Row>(table: string, index: string, value: string) =>
    view.all<R>(table, index, value).filter((row) => !isHidden(row)),
});

/** Lets operations hide sessions where they should end them. */
const hiding = (
  operations: string[],
  isMeant: (session: AuthSession) => boolean = () => true,
): Seam => ({
  seam: 'several',
  seams: [
    afterwards(operations, (done, view) =>
      keepingEnded(done, view, (session) => (isMeant(session) ? {hidden: true} : undefined)),
    ),
    seeing([...LIST, ...DELETE, ...DELETE_ALL], withoutHidden),
  ],
});

/** Defects of what a deletion and a logout end, and of what they count. */
export const ends: Defect[] = [
  ...breaking('store.auth-sessions.deleted-session-is-gone', {
    'the session stays': {seam: 'change', in: DELETE, table: 'auth_sessions', drop: true},
    'the session of an app stays': sparing(DELETE, ({data: {type}}) => type === 'mobile'),
    'the second deletion is a success': around(DELETE, (next) => {
      const gone = new Set<string>();
      return (view, input) => {
        const id = input.path['id'] ?? '';
        const done = next(view, input);
        if (!isRefused(done)) gone.add(id);
        return isRefused(done) && gone.has(id)
          ? {situation: 'session-deleted', body: {CODE: 'success', message: 'It is ended.'}}
          : done;
      };
    }),
    'the list shows it still': listingEnded(DELETE),
    'a search by the external_id shows it still': listingEnded(DELETE, byExternalId),
  }),
  ...atPlace(
    'at the same moment',
    breaking('store.auth-sessions.deleted-session-is-gone', {
      'two deletions at the same moment both find it': {
        seam: 'stale',
        in: DELETE,
        table: 'auth_sessions',
      },
    }),
  ),
  ...breaking('store.auth-sessions.deletion-leaves-other-sessions', {
    'all sessions of the user end': endingAlso(DELETE, ofSameUser),
    'the oldest session of the user ends, too': endingAlso(DELETE, (session, view) =>
      ofSameUser(session, view).slice(0, 1),
    ),
    'the next session of the store ends, too': endingAlso(DELETE, ({seq}, view) =>
      everySession(view)
        .filter((other) => other.seq > seq)
        .slice(-1),
    ),
    'the end of an app ends every session of the store': endingAlso(
      DELETE,
      ({data: {type}}, view) => (type === 'mobile' ? everySession(view) : []),
    ),
  }),
  ...breaking('store.auth-sessions.delete-all-ends-all-of-the-user', {
    'only the newest session ends': sparing(
      DELETE_ALL,
      (_session, index, all) => index < all.length - 1,
    ),
    'sessions of apps stay': sparing(DELETE_ALL, ({data: {type}}) => type === 'mobile'),
    'no session ends': {seam: 'change', in: DELETE_ALL, table: 'auth_sessions', drop: true},
    'a search by the external_id shows them still': listingEnded(DELETE_ALL, byExternalId),
    'every session of the store ends': endingAlso(DELETE_ALL, (_session, view) =>
      everySession(view),
    ),
    'from three sessions on the oldest stays': sparing(
      DELETE_ALL,
      (_session, index, all) => index === 0 && all.length >= 3,
    ),
  }),
  ...atPlace('of many', [
    ...breaking('store.auth-sessions.delete-all-ends-all-of-the-user', {
      'three sessions end at most': sparing(DELETE_ALL, (_session, index) => index >= 3),
      'of more than ten sessions the oldest stays': sparing(
        DELETE_ALL,
        (_session, index, all) => index === 0 && all.length > 10,
      ),
    }),
    ...breaking('store.auth-sessions.count-is-that-of-the-ended', {
      'the count stops at ten': counting((count) => Math.min(count, 10)),
    }),
    ...breaking('store.auth-sessions.force-logout-ends-all-sessions', {
      'a forced logout ends five sessions at most': sparing(
        LOGOUT,
        (_session, index) => index >= 5,
      ),
    }),
  ]),
  ...breaking('store.auth-sessions.count-is-that-of-the-ended', {
    'the count is one more': counting((count) => count + 1),
    'the count is always one': counting(() => 1),
    'the count stops at two': counting((count) => Math.min(count, 2)),
    'sessions of apps are not counted': seeing(DELETE_ALL, (view) => {
      let isCounted = true;
      return {
        all: <R>(table: string, index: string, value: string) => {
          const rows = view.all<AuthSession>(table, index, value);
          const seen = isCounted ? rows.filter(({data: {type}}) => type === 'web') : rows;
          isCounted = false;
          return seen as R[];
        },
      };
    }),
  }),
  ...breaking('store.auth-sessions.deletion-logs-out-at-once', {
    'a deletion hides the session for the list only': hiding(DELETE),
    'a deletion of all hides the sessions for the list only': hiding(DELETE_ALL),
    'the end of one session signs the user out everywhere': endingAlso(DELETE, ofSameUser),
  }),
  ...atPlace(
    'of an app',
    breaking('store.auth-sessions.deletion-logs-out-at-once', {
      'a deletion hides the session of an app for the list only': hiding(
        DELETE,
        ({data: {type}}) => type === 'mobile',
      ),
    }),
  ),
  ...breaking('store.auth-sessions.force-logout-ends-all-sessions', {
    'no session ends': {seam: 'change', in: LOGOUT, table: 'auth_sessions', drop: true},
    'a search by the external_id shows them still': listingEnded(LOGOUT, byExternalId),
    'only the oldest session ends': sparing(LOGOUT, (_session, index) => index > 0),
    'sessions of apps stay': sparing(LOGOUT, ({data: {type}}) => type === 'mobile'),
    'sessions that a checkout URL began stay': sparing(
      LOGOUT,
      ({started, expires}) => expires - started <= HOUR_MS,
    ),
    'by external id the oldest of three sessions stays': around(LOGOUT, (next) => (view, input) => {
      const done = next(view, input);
      if (isRefused(done) || /^\d+$/.test(input.path['id'] ?? '')) return done;
      const [first, ...others] = done.changes ?? [];
      return first && others.length > 1 ? {...done, changes: others} : done;
    }),
    'by external id no session ends': afterwards(LOGOUT, (done, _view, {path}) =>
      /^\d+$/.test(path['id'] ?? '') ? done : {...done, changes: []},
    ),
    'every session of the store ends': endingAlso(LOGOUT, (_session, view) => everySession(view)),
  }),
  ...breaking('store.auth-sessions.deactivation-ends-sessions', {
    'sessions outlive the deactivation': {
      seam: 'change',
      in: ['deactivateUser'],
      table: 'auth_sessions',
      drop: true,
    },
    'sessions of apps outlive the anonymization': sparing(
      ['deactivateUser'],
      ({data: {type}}) => type === 'mobile',
    ),
  }),
  ...atPlace('signed in an hour ago', [
    ...breaking('store.auth-sessions.force-logout-ends-all-sessions', {
      'a session of an hour ago outlives a forced logout': sparingOlderThan(LOGOUT, HOUR_MS),
    }),
    ...breaking('store.auth-sessions.delete-all-ends-all-of-the-user', {
      'a session of an hour ago outlives the deletion of all': sparingOlderThan(
        DELETE_ALL,
        HOUR_MS,
      ),
    }),
    ...breaking('store.auth-sessions.deactivation-ends-sessions', {
      'a session of an hour ago outlives the deactivation': sparingOlderThan(
        ['deactivateUser'],
        HOUR_MS,
      ),
    }),
  ]),
  ...atPlace(
    'of a user who came back',
    breaking('store.auth-sessions.deactivation-ends-sessions', {
      'who came back keeps the sessions when anonymized': {
        seam: 'several',
        seams: [
          making(REACTIVATE, () => ({returned: true}) as Partial<User>),
          afterwards(['deactivateUser'], (done, view, {path}) => {
            const user = view.find<User & {returned?: boolean}>('users', path['id'] ?? '');
            const isSpared = ({table}: Change): boolean =>
              table === 'auth_sessions' && user?.returned === true;
            return {...done, changes: (done.changes ?? []).filter((one) => !isSpared(one))};
          }),
        ],
      },
    }),
  ),
  ...atPlace('begun by the URL of a checkout', [
    ...breaking('store.auth-sessions.delete-answers-200', {
      'the end of a session is answered 202': {
        seam: 'status',
        situation: 'session-deleted',
        in: ['deleteAuthSession'],
        as: 202,
      },
    }),
    ...breaking('store.auth-sessions.delete-all-answers-200', {
      'the end of all sessions is answered 202': {
        seam: 'status',
        situation: 'sessions-deleted',
        in: ['deleteAuthSessionsOfUser'],
        as: 202,
      },
    }),
  ]),
];
