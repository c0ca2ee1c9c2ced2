import type {Defect, Seam} from '../../../defect.ts';
import {SEEDED_CLIENTS} from '../../../store/auth-sessions/seed.ts';
import {around, atPlace, breaking, receiving} from '../../breaking.ts';
import {notingAddresses, userByAddress} from '../noted-addresses.ts';
import {isApp, LIST, showing, showingData, showingOnly, telling} from './shown-sessions.ts';

/** The query without a parameter. */
const without = (name: string): Seam =>
  receiving(LIST, ({query}) => {
    const {[name]: _dropped, ...rest} = query;
    return {query: rest};
  });

/** Ignores a filter on every page but the first. */
const behindTheFirst = (name: string): Seam =>
  receiving(LIST, ({query}) => {
    const {[name]: _dropped, ...rest} = query;
    return query['cursor'] === undefined ? {} : {query: rest};
  });

/** Responds to some requests with a server error. */
const breakingDown = (when: (query: Record<string, string>) => boolean): Seam =>
  around(LIST, (next) => (view, input) => {
    if (when(input.query)) throw new Error('a defect breaks this request');
    return next(view, input);
  });

/** Defects of the list and of its filters. */
export const lists: Defect[] = [
  ...breaking('store.auth-sessions.user-id-filters', {
    'every session is found': without('user_id'),
    // Nobody can tell whether such a row belongs to another user or only looks like it.
    'the id of the next user is shown for apps': showing((session) =>
      isApp(session) ? {user_id: session.user_id + 1} : {},
    ),
    'the sessions of the next user are found': receiving(LIST, ({query}) =>
      query['user_id'] === undefined
        ? {}
        : {query: {...query, user_id: String(Number(query['user_id']) + 1)}},
    ),
    'only the newest session is found': showingOnly(
      (_session, {query}, index) => query['user_id'] === undefined || index === 0,
    ),
    'sessions of apps are not found': showingOnly(
      (session, {query}) => query['user_id'] === undefined || !isApp(session),
    ),
  }),
  ...breaking('store.auth-sessions.external-id-filters', {
    'every session is found': without('external_id'),
    'no session is found': showingOnly((_session, {query}) => query['external_id'] === undefined),
    'only the newest session is found': showingOnly(
      (_session, {query}, index) => query['external_id'] === undefined || index === 0,
    ),
    'sessions of browsers are not found': showingOnly(
      (session, {query}) => query['external_id'] === undefined || isApp(session),
    ),
  }),
  ...atPlace(
    'on the pages of a walk',
    breaking('store.auth-sessions.external-id-filters', {
      'a page behind the first has the sessions of every user': receiving(LIST, ({query}) => {
        const {external_id: _dropped, ...rest} = query;
        return query['cursor'] === undefined ? {} : {query: rest};
      }),
    }),
  ),
  ...atPlace(
    'on the pages of a walk',
    breaking('store.auth-sessions.user-id-filters', {
      'a page behind the first looks for no user': behindTheFirst('user_id'),
    }),
  ),
  ...atPlace(
    'on pages among others',
    breaking('store.auth-sessions.external-id-filters', {
      'a page behind the first looks for no external_id': behindTheFirst('external_id'),
    }),
  ),
  ...breaking('store.auth-sessions.filters-narrow-the-list', {
    'sessions of apps are listed with a filter only': showingOnly(
      (session, {query: {user_id: id, external_id: externalId}}) =>
        (id ?? externalId) !== undefined || !isApp(session),
    ),
    'both filters find every session': receiving(LIST, ({query}) =>
      query['user_id'] !== undefined && query['external_id'] !== undefined ? {query: {}} : {},
    ),
    'without a filter the list is empty': showingOnly(
      (_session, {query: {user_id: id, external_id: externalId}}) =>
        (id ?? externalId) !== undefined,
    ),
  }),
  ...breaking('store.auth-sessions.shows-whose-session-it-is', {
    'the email of another user is shown': showing(() => ({user_email: 'a@readers.example'})),
    'the external id is shown for browsers only': showing((session) =>
      isApp(session) ? {user_external_id: null} : {},
    ),
  }),
  ...atPlace(
    'after an update of the user',
    breaking('store.auth-sessions.shows-whose-session-it-is', {
      'sessions show the first email of their user': {
        seam: 'several',
        seams: [
          notingAddresses,
          showing(({user_email: email}, view) => ({
            user_email: userByAddress(view, email)?.first_email ?? email,
          })),
        ],
      },
    }),
  ),
  ...breaking('store.auth-sessions.session-is-web-or-mobile', {
    'apps are shown as browsers': showing((session) =>
      isApp(session) ? {session_data: {...SEEDED_CLIENTS.web.data}} : {},
    ),
  }),
  ...breaking('store.auth-sessions.web-session-describes-the-browser', {
    'the browser is missing': showingData('web', () => ({browser: undefined})),
    'the system is null': showingData('web', () => ({os: null})),
    'the user-agent string is missing': showingData('web', () => ({raw: undefined})),
    'the user-agent string is cut after 64 characters': showingData('web', ({raw}) => ({
      raw: String(raw).slice(0, 64),
    })),
    'the browser of a Linux machine is a list': showingData('web', ({os, browser}) =>
      os === 'Linux' ? {browser: [browser]} : {},
    ),
  }),
  ...breaking('store.auth-sessions.web-session-has-device', {
    'the device is missing': showingData('web', () => ({device: undefined})),
    'the device is in small letters': showingData('web', ({device}) => ({
      device: String(device).toLowerCase(),
    })),
    'a tablet is called by its name': showingData('web', ({device}) =>
      device === 'Tablet' ? {device: 'iPad'} : {},
    ),
    'a desktop is called a computer': showingData('web', ({device}) =>
      device === 'Desktop' ? {device: 'Computer'} : {},
    ),
  }),
  ...breaking('store.auth-sessions.mobile-session-describes-the-app', {
    'the name of the app is missing': showingData('mobile', () => ({app_name: undefined})),
    'the version of the app is a number': showingData('mobile', () => ({app_version: 4.2})),
    'the version of the system is a number where it is whole': showingData(
      'mobile',
      ({os_version: version}) =>
        /^\d+$/.test(String(version)) ? {os_version: Number(version)} : {},
    ),
    'the system of an app is missing': showingData('mobile', () => ({os: undefined})),
    'the user-agent string of an app is null': showingData('mobile', () => ({raw: null})),
  }),
  ...breaking('store.auth-sessions.per-page-defaults-to-100', {
    'a page has 50 rows': {seam: 'number', number: 'auth-sessions.page_size', set: 50},
    'a page has 200 rows': {seam: 'number', number: 'auth-sessions.page_size', set: 200},
    'a page has 99 rows': {seam: 'number', number: 'auth-sessions.page_size', add: -1},
  }),
  ...breaking('store.auth-sessions.page-says-its-size', {
    'the page tells 100 whatever its size is': telling(() => ({per_page: 100})),
    'the page tells how many rows it has': telling(({data}) => ({per_page: data.length})),
    'a page of one has two rows': receiving(LIST, ({query}) =>
      query['per_page'] === '1' ? {query: {...query, per_page: '2'}} : {},
    ),
    'the largest page tells one row less': telling(({pagination: {per_page: size}}) =>
      size === 200 ? {per_page: 199} : {},
    ),
  }),
  ...breaking('store.auth-sessions.unknown-cursor-does-no-harm', {
    'an empty cursor breaks down': breakingDown(({cursor}) => cursor === ''),
    'a cursor that was never given breaks down': breakingDown(
      ({cursor}) => cursor !== undefined && !/^[\da-z]+\./.test(cursor),
    ),
  }),
];
