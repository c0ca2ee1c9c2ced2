import {DAY_MS} from '../../../../spec/durations.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {User} from '../../../store/users/user.ts';
import type {ReadingSession} from '../../../store/reading/reading-session.ts';
import type {ContinuedReading, RecordedReading} from '../../../store/reading/record-session.ts';
import {resource} from '../../families/resource.ts';
import {setting, together, unstored} from '../../families/seams.ts';
import {ABSENT, GIVEN, type When} from '../../families/when.ts';
import {defects} from '../../table.ts';
import {
  CONTINUE,
  GUEST,
  having,
  OFFLINE,
  ONLINE,
  RECORD,
  SHOWN,
  type ShownSession,
} from './shown-sessions.ts';

const {paging, remembering, showing} = SHOWN;

type Reported = Partial<RecordedReading> & ContinuedReading;

/** A session that a hook records or continues. */
const READING = resource<ReadingSession, Reported>({
  table: 'reading_sessions',
  named: (view, {body}) => view.find('reading_sessions', (body as Reported).uuid ?? ''),
});

/** Changes the activity that a hook reports. */
const reporting = (
  operations: string[],
  when: When<ReadingSession, Reported>,
  other: (more: Reported) => Partial<Reported>,
): Seam => READING.asking(operations, when, ({body}) => ({body: {...body, ...other(body)}}));

/** Stores a recorded session with other members. */
const recording = (set: Record<string, unknown>): Seam => setting(RECORD, 'reading_sessions', set);

/** A date of the list, some days later. */
const later = (text: string | null, days: number): string | null =>
  text &&
  new Date(Date.parse(`${text.replace(' ', 'T')}Z`) + days * DAY_MS)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');

/** Shows only the first parts of a UUID. */
const uuidOf = (parts: number, row: object = {}): Seam =>
  showing({row}, ({uuid}) => ({uuid: uuid.split('-').slice(0, parts).join('-')}));

/** Shows the instant of processing some days after the beginning. */
const processed = (row: object, days: number): Seam =>
  showing({row}, ({started_at: started}) => ({processed_at: later(started, days)}));

/** Shows other members in the lists of queries with these parameters. */
const filtered = (row: object, parameters: string[], other: Partial<ShownSession>): Seam =>
  showing({row, query: having(...parameters)}, other);

/** Shows sessions in progress otherwise: those with three highlights, and none initially. */
const inProgress = (
  other: Partial<ShownSession> | ((row: ShownSession) => Partial<ShownSession>),
): Seam => showing({row: {highlights: 3}}, other);

/** Shows of each user, or of each session, what was shown first. */
const rememberingFirst = (key: 'uuid' | 'user_id', member: 'user_name' | 'user_email'): Seam =>
  remembering(() => {
    const known = new Map<unknown, string | null>();
    return ({data}) => {
      for (const row of data) if (!known.has(row[key])) known.set(row[key], row[member]);
      return {data: data.map((row) => ({...row, [member]: known.get(row[key]) ?? null}))};
    };
  });

const isGiven = (value: unknown): boolean => value !== null;
const USER = {user_id: isGiven};
const ANONYMIZED = {user_email: (email: string | null) => email?.endsWith('.invalid') === true};
const HERE = 'of the sessions that there are';

/** Lets a session begin at another instant when it goes on. */
const beginningAt = (other: (started: number, now: number) => number): Seam =>
  READING.storing(CONTINUE, {}, ({started}, {view: {now}}) => ({started: other(started, now)}));

/** Defects of what sessions show. */
export const shown: Defect[] = defects({
  'store.reading.uuid-is-unique': {
    'the second session has the uuid of the first': showing(
      (_row, {index}) => index === 1,
      (_row, {rows}) => ({uuid: rows[0]?.uuid ?? ''}),
    ),
    'the uuid does not tell users apart': uuidOf(2),
    'the uuid is cut after the user': uuidOf(3, USER),
  },
  'store.reading.uuid-is-unique @ of guests at one moment': {
    'the sessions of guests have no timestamp': uuidOf(3, GUEST),
  },
  [`store.reading.uuid-is-unique @ ${HERE}`]: {
    'the last session of a page has the uuid of the first': showing(
      (_row, {index, rows}) => index > 20 && index === rows.length - 1,
      (_row, {rows}) => ({uuid: rows[0]?.uuid ?? ''}),
    ),
  },
  'store.reading.uuid-is-unique @ while it goes on': {
    'a session that goes on is listed twice': paging({}, ({data}) => ({
      data: data.flatMap((row) => (row.highlights ? [row, row] : [row])).slice(0, 25),
    })),
  },
  'store.reading.shows-what-was-read': {
    'every session is of the first content': showing({}, (_row, {rows}) => ({
      issue_id: rows.at(-1)?.issue_id ?? 0,
    })),
    'the external id is that of another content': showing({}, {issue_external_id: 'another'}),
    'sessions of one content have many ids': showing({}, ({issue_id: id}, {index}) => ({
      issue_id: id + index,
    })),
    'the external id is missing beside a repetition': showing(
      ({issue_id: id}, {index, rows}) => rows.findIndex((row) => row.issue_id === id) < index,
      {issue_external_id: null},
    ),
  },
  'store.reading.shows-what-was-read @ while it goes on': {
    'a session that goes on loses its external id': inProgress({issue_external_id: null}),
  },
  'store.reading.shows-who-read': {
    'the email of another user is shown': showing({row: USER}, {user_email: 'a@readers.example'}),
    'the external id is not shown': showing({}, {user_external_id: null}),
    'the name of a user is the email': showing({}, ({user_email: email}) => ({user_name: email})),
    'the id is that of the next user for repeated sessions': showing(
      ({user_id: user, issue_id: issue}, {index, rows}) =>
        user !== null && rows.some((row, at) => at > index && row.issue_id === issue),
      ({user_id: user}) => ({user_id: Number(user) + 1}),
    ),
  },
  'store.reading.shows-who-read @ while it goes on': {
    'a session that goes on loses its user': inProgress({user_external_id: null}),
  },
  'store.reading.shows-who-read @ after an update of the user': {
    'the address is the one that was shown first': rememberingFirst('user_id', 'user_email'),
  },
  'store.reading.guest-has-no-user': {
    'a guest has the id 0': showing({row: GUEST}, {user_id: 0}),
    'a guest has an empty email': showing({row: GUEST}, {user_email: ''}),
    'a guest who reads a free content is called a guest': showing(
      {row: {...GUEST, reason_type: 'free_issue'}},
      {user_name: 'Guest'},
    ),
    'a guest offline is called a guest': showing(
      {row: {...GUEST, ...OFFLINE}},
      {user_name: 'Guest'},
    ),
  },
  [`store.reading.guest-has-no-user @ ${HERE}`]: {
    'a guest is called a guest': showing({row: GUEST}, {user_name: 'Guest'}),
  },
  'store.reading.guest-has-no-user @ in lists by each filter': {
    'with the issue in the query a guest has an empty email': filtered(GUEST, ['issue_id'], {
      user_email: '',
    }),
    'with days in the query a guest is called a guest': filtered(GUEST, ['from_date'], {
      user_name: 'Guest',
    }),
  },
  'store.reading.guest-has-no-user @ in lists by many filters': {
    'with a reason and days in the query a guest has an empty email': filtered(
      GUEST,
      ['reason_type', 'from_date'],
      {user_email: ''},
    ),
  },
  'store.reading.shows-how-it-was-read': {
    'every client is a browser': recording({client_type: 'browser'}),
    'every system is Linux': recording({device_os: 'Linux'}),
    'a Mac is shown as Windows': showing({row: {device_os: 'Mac'}}, {device_os: 'Windows'}),
    'offline on Linux is shown as online': showing({row: {...OFFLINE, device_os: 'Linux'}}, ONLINE),
    'an unknown system is shown as Android': showing(
      {row: {device_os: 'Unknown'}},
      {device_os: 'Android'},
    ),
    'guests have no system': showing({row: GUEST}, {device_os: 'Unknown'}),
  },
  'store.reading.shows-how-it-was-read @ while it goes on': {
    'a session that goes on is offline': inProgress(({access_mode: mode}) =>
      mode === 'offline' ? ONLINE : OFFLINE,
    ),
  },
  'store.reading.shows-how-it-was-read @ whatever the filters': {
    'the list of a period shows sessions offline as online': filtered(
      OFFLINE,
      ['from_date'],
      ONLINE,
    ),
    'the list of a reason shows sessions offline as online': filtered(
      OFFLINE,
      ['reason_type'],
      ONLINE,
    ),
  },
  'store.reading.shows-why-it-may-be-read': {
    'a gift is shown as bought': showing(
      {row: {reason_type: 'gifted_issue'}},
      {reason_type: 'bought_issue'},
    ),
    'every free access is one by a free content': showing(
      {row: {reason_type: /free_access$/}},
      {reason_type: 'free_issue'},
    ),
    'every reason is that of a purchase': showing(
      {row: {reason_value: null}},
      {reason_type: 'bought_issue'},
    ),
    'guests read for free': showing({row: GUEST}, {reason_type: 'free_access'}),
  },
  'store.reading.shows-why-it-may-be-read @ while it goes on': {
    'a session that goes on is one of an administrator': inProgress({
      reason_type: 'administrator_user',
    }),
  },
  'store.reading.reason-value-is-the-plan': {
    'the value of subscriptions with collections is null': showing(
      {row: {reason_type: 'subscription_with_collections'}},
      {reason_value: null},
    ),
    'the value is the number of another plan': showing(
      {row: {reason_value: isGiven}},
      ({reason_value: value}) => ({reason_value: Number(value) + 1}),
    ),
  },
  [`store.reading.reason-value-is-the-plan @ ${HERE}`]: {
    'subscriptions have no value': showing({}, {reason_value: null}),
  },
  'store.reading.online-is-processed-as-it-occurs': {
    'sessions of an earlier day are processed ten days later': processed(ONLINE, 10),
    'every session is processed in 1970': showing(
      {row: ONLINE},
      {processed_at: '1970-01-01 00:00:00'},
    ),
  },
  'store.reading.offline-is-processed-later': {
    'an offline session is processed when it began': processed(OFFLINE, 0),
    'an offline session is processed before it began': processed(OFFLINE, -3),
  },
  [`store.reading.offline-is-processed-later @ ${HERE}`]: {
    'an offline session is processed days before it began': processed(OFFLINE, -3),
  },
  'store.reading.started-at-is-when-it-was-read': {
    'a session begins when it is synced': showing({row: OFFLINE}, ({processed_at: at}) => ({
      started_at: later(at, -0.02) ?? '',
    })),
    'sessions begin at most a month ago': showing(
      ({access_mode: mode, started_at: started, processed_at: at}) =>
        mode === 'offline' && started < (later(at, -31) ?? ''),
      ({processed_at: at}) => ({started_at: later(at, -31) ?? ''}),
    ),
  },
  'store.reading.started-at-is-when-it-was-read @ while it goes on': {
    'a session that goes on begins anew': inProgress({started_at: '2099-01-01 00:00:00'}),
  },
  'store.reading.started-at-is-when-it-was-read @ when it goes on some time later': {
    'a session begins when it goes on': beginningAt((_started, now) => now),
    'a session begins with its heartbeat before': beginningAt(
      (started, now) => (started + now) / 2,
    ),
  },
  'store.reading.counters-are-those-of-the-session': {
    'pages that were viewed are those that were turned': showing({}, ({page_changes: pages}) => ({
      page_views: pages,
    })),
    'seconds are counted in minutes': showing({}, ({seconds_reading: seconds}) => ({
      seconds_reading: Math.floor(seconds / 60),
    })),
    'a counter stops at 65535': showing({}, ({seconds_reading: seconds}) => ({
      seconds_reading: Math.min(seconds, 65_535),
    })),
    'notes of a session offline are not counted': reporting(RECORD, {body: OFFLINE}, () => ({
      notes: 0,
    })),
    'bookmarks and highlights are mixed up': showing({}, ({bookmarks, highlights}) => ({
      bookmarks: highlights,
      highlights: bookmarks,
    })),
    'notes of guests are not counted': showing({row: GUEST}, {notes: 0}),
  },
  'store.reading.counters-are-those-of-the-session @ whatever the filters': {
    'the list of a content shows no pages printed offline': filtered(OFFLINE, ['issue_id'], {
      printed_pages: 0,
    }),
  },
  'store.reading.counters-rise-with-the-activity': {
    'what goes on is lost': unstored(CONTINUE, 'reading_sessions'),
    'counters are set and not added': READING.storing(
      CONTINUE,
      {},
      (_session, {body: {uuid: _uuid, ...more}}) => more as Partial<ReadingSession>,
    ),
    'printed pages do not rise': reporting(CONTINUE, {}, () => ({printed_pages: 0})),
  },
  'store.reading.counters-rise-with-the-activity @ of one counter alone': {
    'pages that are viewed count as changes too': reporting(
      CONTINUE,
      {body: {page_views: GIVEN, page_changes: ABSENT}},
      ({page_views: views}) => ({...(views !== undefined && {page_changes: views})}),
    ),
  },
  'store.reading.has-user-id @ of a deactivated user': {
    'sessions of a deactivated user look like those of a guest': showing(
      ({user_id: user}, {view}) => view.find<User>('users', String(user))?.state === 'deactivated',
      {user_id: null, user_email: null, user_name: null},
    ),
  },
  'store.reading.reading-of-those-who-left': {
    'sessions of the anonymized show the old email': together(
      showing({row: ANONYMIZED}, {user_email: null}),
      rememberingFirst('uuid', 'user_name'),
    ),
    'their counters are lost': showing({row: ANONYMIZED}, {page_views: 0, seconds_reading: 0}),
  },
});
