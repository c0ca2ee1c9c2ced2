/** Defects of how sessions end (Resources / Authentication session). */

import {HOUR_MS} from '../../../../spec/durations.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type Input, type View} from '../../../operation.ts';
import type {AuthSession} from '../../../store/auth-sessions/session.ts';
import {around} from '../../breaking.ts';
import {stale, status, together, unstored} from '../../families/seams.ts';
import {defects} from '../../table.ts';
import {
  DEACTIVATE,
  NOTING_RETURNS,
  PERSON,
  refusedButDone,
  type KnownUser,
} from '../users/changed-users.ts';
import {
  ended,
  endingAlso,
  everySession,
  hiding,
  listingEnded,
  ofSameUser,
  sparing,
} from './ended-sessions.ts';
import {DELETE, DELETE_ALL, LOGOUT} from './shown-sessions.ts';

/** Changes the count in the response to a deletion of all sessions, in each world by a function of its own. */
const counting = (begin: () => (count: number, user: string, view: View) => number): Seam =>
  around(DELETE_ALL, (next) => {
    const other = begin();
    return (view, input) => {
      const done = next(view, input);
      if (isRefused(done)) return done;
      const body = done.body as {data: {deleted_count: number}};
      const count = other(body.data.deleted_count, input.path['user_id'] ?? '', view);
      return {...done, body: {...body, data: {deleted_count: count}}};
    };
  });

/** Counts the sessions of the deletion before as well, unless none ends. */
const countingAgain = counting(() => {
  const counts = new Map<string, number>();
  return (count, user) => {
    const before = counts.get(user) ?? 0;
    if (count > 0) counts.set(user, count);
    return count > 0 ? count + before : 0;
  };
});

/** Answers a second deletion of a session as the first one. */
const deletingTwice = around(DELETE, (next) => {
  const first = new Map<string, ReturnType<typeof next>>();
  return (view, input) => {
    const id = input.path['id'] ?? '';
    const done = next(view, input);
    if (!isRefused(done)) first.set(id, {...done, changes: []});
    return first.get(id) ?? done;
  };
});

/** Refuses another store, but ends the session. */
const endingForeign = around(DELETE, (next) => (view, input) => {
  const done = next(view, input);
  const session = view.anywhere<AuthSession>('auth_sessions', input.path['id'] ?? '');
  return isRefused(done) && session ? refusedButDone(done, [ended(session)]) : done;
});

const isOfApp = ({data: {type}}: AuthSession): boolean => type === 'mobile';
const isOfAnHourAgo: Parameters<typeof sparing>[1] = ({started}, _index, _all, {view}) =>
  started <= view.now - HOUR_MS;
const isByExternalId = ({path}: Input): boolean => /\D/.test(path['id'] ?? '');
const isSearched = (query: Input['query']): boolean => query['external_id'] !== undefined;

/** Ends only so many sessions. */
const atMost = (operations: string[], most: number): Seam =>
  sparing(operations, (_session, index) => index >= most);

/** Of a number of sessions or more, the oldest stays. */
const sparingTheOldest = (least: number): Seam =>
  sparing(DELETE_ALL, (_session, index, all) => index === 0 && all.length >= least);

const wholeStore = (operations: string[]): Seam =>
  endingAlso(operations, (_session, view) => everySession(view));

/** Defects of what a deletion and a logout end, and of what they count. */
export const ends: Defect[] = defects({
  'store.auth-sessions.deleted-session-is-gone': {
    'the session stays': unstored(DELETE, 'auth_sessions'),
    'the session of an app stays': sparing(DELETE, isOfApp),
    'the second deletion is a success': deletingTwice,
    'the list shows it still': listingEnded(DELETE),
    'a search by the external_id shows it still': listingEnded(DELETE, isSearched),
  },
  'store.auth-sessions.deleted-session-is-gone @ at the same moment': {
    'two deletions at the same moment both find it': stale(DELETE, 'auth_sessions'),
  },
  'store.auth-sessions.deletion-leaves-other-sessions': {
    'all sessions of the user end': endingAlso(DELETE, ofSameUser),
    'the oldest session of the user ends, too': endingAlso(DELETE, (session, view) =>
      ofSameUser(session, view).slice(0, 1),
    ),
    'the next session of the store ends, too': endingAlso(DELETE, ({seq}, view) =>
      view.oldest<AuthSession>('auth_sessions', {after: seq, limit: 1}),
    ),
    'the end of an app ends every session of the store': endingAlso(DELETE, (session, view) =>
      isOfApp(session) ? everySession(view) : [],
    ),
  },
  'store.auth-sessions.delete-all-ends-all-of-the-user': {
    'only the newest session ends': sparing(
      DELETE_ALL,
      (_session, index, all) => index < all.length - 1,
    ),
    'sessions of apps stay': sparing(DELETE_ALL, isOfApp),
    'no session ends': unstored(DELETE_ALL, 'auth_sessions'),
    'a search by the external_id shows them still': listingEnded(DELETE_ALL, isSearched),
    'every session of the store ends': wholeStore(DELETE_ALL),
    'from three sessions on the oldest stays': sparingTheOldest(3),
  },
  'store.auth-sessions.delete-all-ends-all-of-the-user @ of many': {
    'three sessions end at most': atMost(DELETE_ALL, 3),
    'of more than ten sessions the oldest stays': sparingTheOldest(11),
  },
  'store.auth-sessions.count-is-that-of-the-ended @ of many': {
    'the count stops at ten': counting(() => (count) => Math.min(count, 10)),
  },
  'store.auth-sessions.force-logout-ends-all-sessions @ of many': {
    'a forced logout ends five sessions at most': atMost(LOGOUT, 5),
  },
  'store.auth-sessions.count-is-that-of-the-ended': {
    'the count is one more': counting(() => (count) => count + 1),
    'the count is always one': counting(() => () => 1),
    'the count stops at two': counting(() => (count) => Math.min(count, 2)),
    'sessions of apps are not counted': counting(() => (count, user, view) => {
      const apps = view.all<AuthSession>('auth_sessions', 'user', user).filter(isOfApp);
      return Math.max(0, count - apps.length);
    }),
  },
  'store.auth-sessions.deletion-logs-out-at-once': {
    'a deletion hides the session for the list only': hiding(DELETE),
    'a deletion of all hides the sessions for the list only': hiding(DELETE_ALL),
    'the end of one session signs the user out everywhere': endingAlso(DELETE, ofSameUser),
  },
  'store.auth-sessions.deletion-logs-out-at-once @ of an app': {
    'a deletion hides the session of an app for the list only': hiding(DELETE, isOfApp),
  },
  'store.auth-sessions.force-logout-ends-all-sessions': {
    'no session ends': unstored(LOGOUT, 'auth_sessions'),
    'a search by the external_id shows them still': listingEnded(LOGOUT, isSearched),
    'only the oldest session ends': atMost(LOGOUT, 1),
    'sessions of apps stay': sparing(LOGOUT, isOfApp),
    'sessions that a checkout URL began stay': sparing(
      LOGOUT,
      ({started, expires}) => expires - started <= HOUR_MS,
    ),
    'by external id the oldest of three sessions stays': sparing(
      LOGOUT,
      (_session, index, all, {input}) => isByExternalId(input) && index === 0 && all.length > 2,
    ),
    'by external id no session ends': sparing(LOGOUT, (_session, _index, _all, {input}) =>
      isByExternalId(input),
    ),
    'every session of the store ends': wholeStore(LOGOUT),
  },
  'store.auth-sessions.deactivation-ends-sessions': {
    'sessions outlive the deactivation': unstored(DEACTIVATE, 'auth_sessions'),
    'sessions of apps outlive the anonymization': sparing(DEACTIVATE, isOfApp),
  },
  'store.auth-sessions.force-logout-ends-all-sessions @ signed in an hour ago': {
    'a session of an hour ago outlives a forced logout': sparing(LOGOUT, isOfAnHourAgo),
  },
  'store.auth-sessions.delete-all-ends-all-of-the-user @ signed in an hour ago': {
    'a session of an hour ago outlives the deletion of all': sparing(DELETE_ALL, isOfAnHourAgo),
  },
  'store.auth-sessions.deactivation-ends-sessions @ signed in an hour ago': {
    'a session of an hour ago outlives the deactivation': sparing(DEACTIVATE, isOfAnHourAgo),
  },
  'store.auth-sessions.deactivation-ends-sessions @ of a user who came back': {
    'who came back keeps the sessions when anonymized': together(
      NOTING_RETURNS,
      sparing(
        DEACTIVATE,
        ({user}, _index, _all, {view}) => view.find<KnownUser>('users', user)?.returned === true,
      ),
    ),
  },
  'store.auth-sessions.delete-answers-200 @ begun by the URL of a checkout': {
    'the end of a session is answered 202': status('session-deleted', 202, {in: DELETE}),
  },
  'store.auth-sessions.delete-all-answers-200 @ begun by the URL of a checkout': {
    'the end of all sessions is answered 202': status('sessions-deleted', 202, {in: DELETE_ALL}),
  },
  'store.auth-sessions.sessions-stay-in-their-store': {
    'another store is answered 404 and ends the session all the same': endingForeign,
  },
  'store.auth-sessions.sessions-live-from-sign-in-to-end': {
    'an ended session comes back with the next sign-in of its user': listingEnded(
      DELETE,
      (_query, {seq}, rows) => rows.some((row) => row.seq > seq && !('livedUntil' in row)),
    ),
    'a second forced logout of a user ends nothing': PERSON.after(LOGOUT, {from: 2}, (done) => ({
      ...done,
      changes: [],
    })),
    'the second deletion of all sessions counts those of the first again': countingAgain,
  },
});
