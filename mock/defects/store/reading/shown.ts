import {DAY_MS} from '../../../../spec/durations.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {User} from '../../../store/users/user.ts';
import type {ReadingSession} from '../../../store/reading/reading-session.ts';
import type {ContinuedReading, RecordedReading} from '../../../store/reading/record-session.ts';
import {resource} from '../../families/resource.ts';
import {setting, together, unstored} from '../../families/seams.ts';
import {by} from '../../families/shown-pages.ts';
import {ABSENT, GIVEN, type When} from '../../families/when.ts';
import {defects} from '../../table.ts';
import {
  CONTINUE,
  GUEST,
  OFFLINE,
  ONLINE,
  RECORD,
  SHOWN,
  type ShownSession,
} from './shown-sessions.ts';

const {leavingOut, paging, remembering, showing} = SHOWN;

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
  showing(row, ({uuid}) => ({uuid: uuid.split('-').slice(0, parts).join('-')}));

/** Shows the UUID of the first session in other places as well. */
const uuidOfTheFirst = (isMeant: (index: number, rows: ShownSession[]) => boolean): Seam =>
  showing(
    (_row, {index, rows}) => isMeant(index, rows),
    (_row, {rows}) => ({uuid: rows[0]?.uuid ?? ''}),
  );

const pageMore = ({page_changes: changes}: ShownSession) => ({page_changes: changes + 1});

/** Shows the instant of processing some days after the beginning. */
const processed = (row: object, days: number): Seam =>
  showing(row, ({started_at: started}) => ({processed_at: later(started, days)}));

/** Shows sessions in progress otherwise: those with three highlights, and none initially. */
const inProgress = (
  other: Partial<ShownSession> | ((row: ShownSession) => Partial<ShownSession>),
): Seam => showing({highlights: 3}, other);

/** Shows of each user, or of each session, what was shown first. */
const rememberingFirst = (key: 'uuid' | 'user_id', member: 'user_name' | 'user_email'): Seam =>
  remembering(() => {
    const known = new Map<unknown, string | null>();
    return ({data}) => {
      for (const row of data) if (!known.has(row[key])) known.set(row[key], row[member]);
      return {data: data.map((row) => ({...row, [member]: known.get(row[key]) ?? null}))};
    };
  });

const isOfDigits = (id: string | null): boolean => id !== null && /^\d+$/.test(id);

const CALLED_GUEST = {user_name: 'Guest'};
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
    'the second session has the uuid of the first': uuidOfTheFirst((index) => index === 1),
    'the uuid does not tell users apart': uuidOf(2),
    'the uuid is cut after the user': uuidOf(3, USER),
  },
  'store.reading.uuid-is-unique @ of guests at one moment': {
    'the sessions of guests have no timestamp': uuidOf(3, GUEST),
  },
  [`store.reading.uuid-is-unique @ ${HERE}`]: {
    'the last session of a page has the uuid of the first': uuidOfTheFirst(
      (index, {length}) => index > 20 && index === length - 1,
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
  'store.reading.shows-what-was-read @ external ids that look like something else': {
    'an external id like a UUID is not shown as it is': showing(
      {issue_external_id: /^.{8}-.{4}-.{4}-.{4}-.{12}$/},
      {issue_external_id: 'a UUID'},
    ),
  },
  'store.reading.shows-who-read @ external ids that look like something else': {
    'the zeros before the external id of a user are lost': showing(
      ({user_external_id: id}) => isOfDigits(id),
      ({user_external_id: id}) => ({user_external_id: id && id.replace(/^0+/, '')}),
    ),
  },
  'store.reading.shows-what-was-read @ while it goes on': {
    'a session that goes on loses its external id': inProgress({issue_external_id: null}),
  },
  'store.reading.shows-who-read': {
    'the email of another user is shown': showing(USER, {user_email: 'a@readers.example'}),
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
    'a guest has the id 0': showing(GUEST, {user_id: 0}),
    'a guest has an empty email': showing(GUEST, {user_email: ''}),
    'a guest who reads a free content is called a guest': showing(
      {...GUEST, reason_type: 'free_issue'},
      CALLED_GUEST,
    ),
    'a guest offline is called a guest': showing({...GUEST, ...OFFLINE}, CALLED_GUEST),
  },
  [`store.reading.guest-has-no-user @ ${HERE}`]: {
    'a guest is called a guest': showing(GUEST, CALLED_GUEST),
  },
  'store.reading.guest-has-no-user @ in lists by each filter': {
    'with the issue in the query a guest has an empty email': showing(
      GUEST,
      {
        user_email: '',
      },
      by('issue_id'),
    ),
    'with days in the query a guest is called a guest': showing(
      GUEST,
      {
        user_name: 'Guest',
      },
      by('from_date'),
    ),
  },
  'store.reading.guest-has-no-user @ in lists by many filters': {
    'with a reason and days in the query a guest has an empty email': showing(
      GUEST,
      {user_email: ''},
      by('reason_type', 'from_date'),
    ),
  },
  'store.reading.shows-how-it-was-read': {
    'every client is a browser': recording({client_type: 'browser'}),
    'every system is Linux': recording({device_os: 'Linux'}),
    'a Mac is shown as Windows': showing({device_os: 'Mac'}, {device_os: 'Windows'}),
    'offline on Linux is shown as online': showing({...OFFLINE, device_os: 'Linux'}, ONLINE),
    'an unknown system is shown as Android': showing(
      {device_os: 'Unknown'},
      {device_os: 'Android'},
    ),
    'guests have no system': showing(GUEST, {device_os: 'Unknown'}),
  },
  'store.reading.shows-how-it-was-read @ while it goes on': {
    'a session that goes on is offline': inProgress(({access_mode: mode}) =>
      mode === 'offline' ? ONLINE : OFFLINE,
    ),
  },
  'store.reading.shows-how-it-was-read @ whatever the filters': {
    'the list of a period shows sessions offline as online': showing(
      OFFLINE,
      ONLINE,
      by('from_date'),
    ),
    'the list of a reason shows sessions offline as online': showing(
      OFFLINE,
      ONLINE,
      by('reason_type'),
    ),
  },
  'store.reading.shows-why-it-may-be-read': {
    'a gift is shown as bought': showing(
      {reason_type: 'gifted_issue'},
      {reason_type: 'bought_issue'},
    ),
    'every free access is one by a free content': showing(
      {reason_type: /free_access$/},
      {reason_type: 'free_issue'},
    ),
    'every reason is that of a purchase': showing(
      {reason_value: null},
      {reason_type: 'bought_issue'},
    ),
    'guests read for free': showing(GUEST, {reason_type: 'free_access'}),
  },
  'store.reading.shows-why-it-may-be-read @ while it goes on': {
    'a session that goes on is one of an administrator': inProgress({
      reason_type: 'administrator_user',
    }),
  },
  'store.reading.reason-value-is-the-plan': {
    'the value of subscriptions with collections is null': showing(
      {reason_type: 'subscription_with_collections'},
      {reason_value: null},
    ),
    'the value is the number of another plan': showing(
      {reason_value: isGiven},
      ({reason_value: value}) => ({reason_value: Number(value) + 1}),
    ),
  },
  [`store.reading.reason-value-is-the-plan @ ${HERE}`]: {
    'subscriptions have no value': showing({}, {reason_value: null}),
  },
  'store.reading.online-is-processed-as-it-occurs': {
    'sessions of an earlier day are processed ten days later': processed(ONLINE, 10),
    'every session is processed in 1970': showing(ONLINE, {processed_at: '1970-01-01 00:00:00'}),
  },
  'store.reading.offline-is-processed-later': {
    'an offline session is processed when it began': processed(OFFLINE, 0),
    'an offline session is processed before it began': processed(OFFLINE, -3),
  },
  [`store.reading.offline-is-processed-later @ ${HERE}`]: {
    'an offline session is processed days before it began': processed(OFFLINE, -3),
  },
  'store.reading.started-at-is-when-it-was-read': {
    'a session begins when it is synced': showing(OFFLINE, ({processed_at: at}) => ({
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
    'a counter stops at 65535': showing(
      {seconds_reading: (seconds: number) => seconds > 65_535},
      {seconds_reading: 65_535},
    ),
    'notes of a session offline are not counted': reporting(RECORD, {body: OFFLINE}, () => ({
      notes: 0,
    })),
    'bookmarks and highlights are mixed up': showing({}, ({bookmarks, highlights}) => ({
      bookmarks: highlights,
      highlights: bookmarks,
    })),
    'notes of guests are not counted': showing(GUEST, {notes: 0}),
  },
  'store.reading.counters-are-those-of-the-session @ whatever the filters': {
    'the list of a content shows no pages printed offline': showing(
      OFFLINE,
      {
        printed_pages: 0,
      },
      by('issue_id'),
    ),
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
      showing(ANONYMIZED, {user_email: null}),
      rememberingFirst('uuid', 'user_name'),
    ),
    'their counters are lost': showing(ANONYMIZED, {page_views: 0, seconds_reading: 0}),
  },
  'store.reading.totals-add-up': {
    'gifts are counted twice by reason': showing(
      {reason_type: 'gifted_issue'},
      ({seconds_reading: seconds}) => ({seconds_reading: 2 * seconds}),
      by('reason_type'),
    ),
    'notes are not counted by reason': showing({}, {notes: 0}, by('reason_type', 'user_id')),
  },
  [`store.reading.totals-add-up @ ${HERE}`]: {
    'free contents are left out beside a content': leavingOut(
      {reason_type: 'free_issue'},
      by('reason_type', 'issue_id'),
    ),
    'a page more is counted by reason': showing({}, pageMore, by('issue_id', 'reason_type')),
  },
  'store.reading.totals-add-up @ of a month, by reason': {
    'access by addresses is left out in a period': leavingOut(
      {
        reason_type: 'ip_and_entry_point_free_access',
      },
      by('reason_type', 'from_date'),
    ),
  },
  'store.reading.totals-add-up @ of a user, by content': {
    'a page more is counted by content': showing({}, pageMore, by('issue_id', 'user_id')),
  },
});
