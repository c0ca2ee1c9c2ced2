import type {Defect, Seam} from '../../../defect.ts';
import {SEEDED_CLIENTS} from '../../../store/auth-sessions/seed.ts';
import {foreignFound, off, together} from '../../families/seams.ts';
import {by} from '../../families/shown-pages.ts';
import {ABSENT} from '../../families/when.ts';
import {defects, each, type Phrases} from '../../table.ts';
import {acrossStores} from '../from-every-store.ts';
import {notingAddresses, userByAddress} from '../noted-addresses.ts';
import {APP, BROWSER, DELETE, DELETE_ALL, LIST, SHOWN, telling} from './shown-sessions.ts';

const {breakingDown, ignoring, leavingOut, showing, taking} = SHOWN;

type Data = Record<string, unknown>;

/** Changes members of the `session_data` of one kind in the list. */
const data = (row: typeof APP, other: Data | ((data: Data) => Data)): Seam =>
  showing(row, ({session_data: known}) => ({
    session_data: {...known, ...(typeof other === 'function' ? other(known) : other)},
  }));

/** Shows a member of the `session_data` of one kind otherwise where it has a value. */
const dataWhere = (row: typeof APP, name: string, is: unknown, other: Data): Seam =>
  data(row, ({[name]: value}) => (value === is ? other : {}));

const UNFILTERED = {user_id: ABSENT, external_id: ABSENT} as const;

/** The filter finds every session, or only the newest one. */
const foundBy = (filter: 'user_id' | 'external_id'): Phrases => ({
  'every session is found': ignoring(filter),
  'only the newest session is found': leavingOut((_session, {index}) => index > 0, by(filter)),
});

const pageSize = (size: number): Seam => ({
  seam: 'number',
  number: 'auth-sessions.page_size',
  set: size,
});

/** Defects of the list, of its filters and of what it shows of sessions. */
export const lists: Defect[] = defects({
  'store.auth-sessions.user-id-filters': {
    ...foundBy('user_id'),
    // Nobody can tell whether such a row belongs to another user or only looks like it.
    'the id of the next user is shown for apps': showing(APP, ({user_id: id}) => ({
      user_id: id + 1,
    })),
    'the sessions of the next user are found': taking(by('user_id'), ({user_id: id}) => ({
      user_id: String(Number(id) + 1),
    })),
    'sessions of apps are not found': leavingOut(APP, by('user_id')),
  },
  'store.auth-sessions.external-id-filters': {
    ...foundBy('external_id'),
    'no session is found': leavingOut({}, by('external_id')),
    'sessions of browsers are not found': leavingOut(BROWSER, by('external_id')),
  },
  'store.auth-sessions.external-id-filters @ on the pages of a walk': {
    'a page behind the first has the sessions of every user': ignoring('external_id', by('cursor')),
  },
  'store.auth-sessions.user-id-filters @ on the pages of a walk': {
    'a page behind the first looks for no user': ignoring('user_id', by('cursor')),
  },
  'store.auth-sessions.external-id-filters @ on pages among others': {
    'a page behind the first looks for no external_id': ignoring('external_id', by('cursor')),
  },
  'store.auth-sessions.filters-narrow-the-list': {
    'sessions of apps are listed with a filter only': leavingOut(APP, UNFILTERED),
    'both filters find every session': ignoring(
      ['user_id', 'external_id'],
      by('user_id', 'external_id'),
    ),
    'without a filter the list is empty': leavingOut({}, UNFILTERED),
  },
  'store.auth-sessions.shows-whose-session-it-is': {
    'the email of another user is shown': showing({}, {user_email: 'a@readers.example'}),
    'the external id is shown for browsers only': showing(APP, {user_external_id: null}),
  },
  'store.auth-sessions.shows-whose-session-it-is @ after an update of the user': {
    'sessions show the first email of their user': together(
      notingAddresses,
      showing({}, ({user_email: email}, {view}) => ({
        user_email: userByAddress(view, email)?.first_email ?? email,
      })),
    ),
  },
  'store.auth-sessions.session-is-web-or-mobile': {
    'apps are shown as browsers': showing(APP, {session_data: {...SEEDED_CLIENTS.web.data}}),
  },
  'store.auth-sessions.web-session-describes-the-browser': {
    'the browser is missing': data(BROWSER, {browser: undefined}),
    'the system is null': data(BROWSER, {os: null}),
    'the user-agent string is missing': data(BROWSER, {raw: undefined}),
    'the user-agent string is cut after 64 characters': data(BROWSER, ({raw}) => ({
      raw: String(raw).slice(0, 64),
    })),
    'the browser of a Linux machine is a list': data(BROWSER, ({os, browser}) =>
      os === 'Linux' ? {browser: [browser]} : {},
    ),
  },
  'store.auth-sessions.web-session-has-device': {
    'the device is missing': data(BROWSER, {device: undefined}),
    'the device is in small letters': data(BROWSER, ({device}) => ({
      device: String(device).toLowerCase(),
    })),
    'a tablet is called by its name': dataWhere(BROWSER, 'device', 'Tablet', {device: 'iPad'}),
    'a desktop is called a computer': dataWhere(BROWSER, 'device', 'Desktop', {
      device: 'Computer',
    }),
  },
  'store.auth-sessions.mobile-session-describes-the-app': {
    'the name of the app is missing': data(APP, {app_name: undefined}),
    'the version of the app is a number': data(APP, {app_version: 4.2}),
    'the version of the system is a number where it is whole': data(APP, ({os_version: version}) =>
      /^\d+$/.test(String(version)) ? {os_version: Number(version)} : {},
    ),
    'the system of an app is missing': data(APP, {os: undefined}),
    'the user-agent string of an app is null': data(APP, {raw: null}),
  },
  'store.auth-sessions.last-activity-is-the-last-visit': {
    'the time of the request is shown': showing({}, (_session, {view: {now}}) => ({
      last_activity: new Date(now).toISOString().slice(0, 19),
    })),
    'a session expires when it began': showing({}, ({last_activity: seen}) => ({
      session_expires_at: seen,
    })),
  },
  'store.auth-sessions.has-elapsed-time @ of a session that was not used for long': {
    'an elapsed time has only the minutes beyond the hour': showing(
      {last_activity_diff: '1 hour ago'},
      {last_activity_diff: '30 minutes ago'},
    ),
    'an elapsed time of hours is told in days': showing({}, ({last_activity_diff: text}) => ({
      last_activity_diff: String(text).replace('hour', 'day'),
    })),
    'every elapsed time is a second': showing({}, {last_activity_diff: '1 second ago'}),
  },
  'store.auth-sessions.per-page-defaults-to-100': {
    ...each([50, 200], (size) => [`a page has ${size} rows`, pageSize(size)]),
    'a page has 99 rows': off('auth-sessions.page_size', -1),
  },
  'store.auth-sessions.page-says-its-size': {
    'the page tells 100 whatever its size is': telling(() => ({per_page: 100})),
    'the page tells how many rows it has': telling(({data: {length}}) => ({per_page: length})),
    'a page of one has two rows': taking({per_page: '1'}, {per_page: '2'}),
    'the largest page tells one row less': telling(({pagination: {per_page: size}}) =>
      size === 200 ? {per_page: 199} : {},
    ),
  },
  'store.auth-sessions.unknown-cursor-does-no-harm': {
    'an empty cursor breaks down': breakingDown({cursor: ''}),
    'a cursor that was never given breaks down': breakingDown({cursor: /^(?![\da-z]+\.)/}),
  },
  'store.auth-sessions.sessions-stay-in-their-store': {
    'the list shows the sessions of every store': foreignFound(LIST),
    'another store ends a session': foreignFound(DELETE),
    'another store ends all sessions of a user': foreignFound(DELETE_ALL),
    'another store finds sessions by external id': acrossStores(
      LIST,
      (_table, {query}) => query['external_id'] !== undefined,
    ),
  },
});
