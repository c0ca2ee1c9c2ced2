import {DAY_MS} from '../../../../spec/durations.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {User} from '../../../store/users/user.ts';
import type {ContinuedReading, RecordedReading} from '../../../store/reading/record-session.ts';
import {afterwards, atPlace, breaking, receiving} from '../../breaking.ts';
import {CONTINUE, LIST, RECORD, showing} from './shown-sessions.ts';

/** Changes the reading that a hook reports. */
const recording = (other: (reading: RecordedReading) => Partial<RecordedReading>): Seam =>
  receiving(RECORD, ({body}) => {
    const reading = body as RecordedReading;
    return {body: {...reading, ...other(reading)}};
  });

/** Changes the activity that a hook reports. */
const goingOn = (other: (more: ContinuedReading) => Partial<ContinuedReading>): Seam =>
  receiving(CONTINUE, ({body}) => {
    const more = body as ContinuedReading;
    return {body: {...more, ...other(more)}};
  });

/** Stores a recorded session with other members. */
const keeping = (set: Record<string, unknown>): Seam => ({
  seam: 'change',
  in: RECORD,
  table: 'reading_sessions',
  set,
});

/** A date of the list, some days later. */
const later = (text: string | null, days: number): string | null =>
  text === null
    ? null
    : new Date(Date.parse(`${text.replace(' ', 'T')}Z`) + days * DAY_MS)
        .toISOString()
        .slice(0, 19)
        .replace('T', ' ');

/** Shows the sessions of deactivated users without the user. */
const guestsOnceDeactivated = afterwards(LIST, (done, view) => {
  const page = done.body as {data: Record<string, unknown>[]};
  const data = page.data.map((row) => {
    const user = view.find<User>('users', String(row['user_id']));
    return user?.state === 'deactivated'
      ? {...row, user_id: null, user_email: null, user_name: null}
      : row;
  });
  return {...done, body: {...page, data}};
});

const uuidOfTheFirst = showing((_session, index, rows) =>
  index === 1 && rows[0] ? {uuid: rows[0].uuid} : {},
);

/** Defects of what sessions show. */
export const shown: Defect[] = [
  ...breaking('store.reading.uuid-is-unique', {
    'the second session has the uuid of the first': uuidOfTheFirst,
    'the uuid does not tell users apart': showing(({uuid}) => ({
      uuid: uuid.split('-').slice(0, 2).join('-'),
    })),
    'the uuid is cut after the user': showing(({uuid, user_id: user}) =>
      user === null ? {} : {uuid: uuid.split('-').slice(0, 3).join('-')},
    ),
  }),
  ...atPlace(
    'of guests at one moment',
    breaking('store.reading.uuid-is-unique', {
      'the sessions of guests have no timestamp': showing(({uuid, user_id: user}) =>
        user === null ? {uuid: uuid.split('-').slice(0, 3).join('-')} : {},
      ),
    }),
  ),
  ...atPlace(
    'of the sessions that there are',
    breaking('store.reading.uuid-is-unique', {
      'the last session of a page has the uuid of the first': showing((_session, index, rows) =>
        index === rows.length - 1 && index > 20 && rows[0] ? {uuid: rows[0].uuid} : {},
      ),
    }),
  ),
  ...breaking('store.reading.shows-what-was-read', {
    'every session is of the first content': showing((_session, _index, rows) => ({
      issue_id: rows.at(-1)?.issue_id ?? 0,
    })),
    'the external id is that of another content': showing(() => ({issue_external_id: 'another'})),
    'sessions of one content have many ids': showing(({issue_id: id}, index) => ({
      issue_id: id + index,
    })),
    'the external id is missing beside a repetition': showing(({issue_id: id}, index, rows) =>
      rows.findIndex((row) => row.issue_id === id) < index ? {issue_external_id: null} : {},
    ),
  }),
  ...breaking('store.reading.shows-who-read', {
    'the email of another user is shown': showing(({user_id: user}) =>
      user === null ? {} : {user_email: 'a@readers.example'},
    ),
    'the external id is not shown': showing(() => ({user_external_id: null})),
    'the name of a user is the email': showing(({user_email: email}) => ({user_name: email})),
    'the id is that of the next user for repeated sessions': showing(
      ({user_id: user, uuid}, index, rows) =>
        user !== null &&
        rows.some((row, at) => at > index && row.issue_id === rows[index]?.issue_id)
          ? {user_id: user + 1, uuid}
          : {},
    ),
  }),
  ...breaking('store.reading.guest-has-no-user', {
    'a guest has the id 0': showing(({user_id: user}) => (user === null ? {user_id: 0} : {})),
    'a guest has an empty email': showing(({user_id: user}) =>
      user === null ? {user_email: ''} : {},
    ),
    'a guest who reads a free content is called a guest': showing(
      ({user_id: user, reason_type: type}) =>
        user === null && type === 'free_issue' ? {user_name: 'Guest'} : {},
    ),
  }),
  ...atPlace(
    'of the sessions that there are',
    breaking('store.reading.guest-has-no-user', {
      'a guest is called a guest': showing(({user_id: user}) =>
        user === null ? {user_name: 'Guest'} : {},
      ),
    }),
  ),
  ...breaking('store.reading.shows-how-it-was-read', {
    'every client is a browser': keeping({client_type: 'browser'}),
    'every system is Linux': keeping({device_os: 'Linux'}),
    'a Mac is shown as Windows': showing(({device_os: system}) =>
      system === 'Mac' ? {device_os: 'Windows'} : {},
    ),
    'offline on Linux is shown as online': showing(({access_mode: mode, device_os: system}) =>
      mode === 'offline' && system === 'Linux' ? {access_mode: 'online'} : {},
    ),
    'an unknown system is shown as Android': showing(({device_os: system}) =>
      system === 'Unknown' ? {device_os: 'Android'} : {},
    ),
  }),
  ...breaking('store.reading.shows-why-it-may-be-read', {
    'a gift is shown as bought': showing(({reason_type: type}) =>
      type === 'gifted_issue' ? {reason_type: 'bought_issue'} : {},
    ),
    'every free access is one by a free content': showing(({reason_type: type}) =>
      type.endsWith('free_access') ? {reason_type: 'free_issue'} : {},
    ),
    'every reason is that of a purchase': showing(({reason_value: value}) =>
      value === null ? {reason_type: 'bought_issue'} : {},
    ),
  }),
  ...breaking('store.reading.reason-value-is-the-plan', {
    'the value of subscriptions with collections is null': showing(({reason_type: type}) =>
      type === 'subscription_with_collections' ? {reason_value: null} : {},
    ),
    'the value is the number of another plan': showing(({reason_value: value}) =>
      value === null ? {} : {reason_value: value + 1},
    ),
  }),
  ...atPlace(
    'of the sessions that there are',
    breaking('store.reading.reason-value-is-the-plan', {
      'subscriptions have no value': showing(() => ({reason_value: null})),
    }),
  ),
  ...breaking('store.reading.online-is-processed-as-it-occurs', {
    'sessions of an earlier day are processed ten days later': showing(
      ({access_mode: mode, started_at: started}) =>
        mode === 'online' ? {processed_at: later(started, 10)} : {},
    ),
    'every session is processed in 1970': showing(({access_mode: mode}) =>
      mode === 'online' ? {processed_at: '1970-01-01 00:00:00'} : {},
    ),
  }),
  ...breaking('store.reading.offline-is-processed-later', {
    'an offline session is processed when it began': showing(
      ({access_mode: mode, started_at: started}) =>
        mode === 'offline' ? {processed_at: started} : {},
    ),
    'an offline session is processed before it began': showing(
      ({access_mode: mode, started_at: started}) =>
        mode === 'offline' ? {processed_at: later(started, -3)} : {},
    ),
  }),
  ...atPlace(
    'of the sessions that there are',
    breaking('store.reading.offline-is-processed-later', {
      'an offline session is processed days before it began': showing(
        ({access_mode: mode, started_at: started}) =>
          mode === 'offline' ? {processed_at: later(started, -3)} : {},
      ),
    }),
  ),
  ...breaking('store.reading.started-at-is-when-it-was-read', {
    'a session begins when it is synced': showing(({access_mode: mode, processed_at: processed}) =>
      mode === 'offline' && processed !== null ? {started_at: later(processed, -0.02) ?? ''} : {},
    ),
    'sessions begin at most a month ago': showing(
      ({access_mode: mode, started_at: started, processed_at: processed}) => {
        const monthAgo = later(processed, -31);
        return mode === 'offline' && monthAgo !== null && started < monthAgo
          ? {started_at: monthAgo}
          : {};
      },
    ),
  }),
  ...breaking('store.reading.counters-are-those-of-the-session', {
    'pages that were viewed are those that were turned': showing(({page_changes: pages}) => ({
      page_views: pages as number,
    })),
    'seconds are counted in minutes': showing(({seconds_reading: seconds}) => ({
      seconds_reading: Math.floor(seconds / 60),
    })),
    'a counter stops at 65535': showing(({seconds_reading: seconds}) => ({
      seconds_reading: Math.min(seconds, 65_535),
    })),
    'notes of a session offline are not counted': recording(({access_mode: mode}) =>
      mode === 'offline' ? {notes: 0} : {},
    ),
    'bookmarks and highlights are mixed up': showing(({bookmarks, highlights}) => ({
      bookmarks: highlights,
      highlights: bookmarks,
    })),
  }),
  ...breaking('store.reading.counters-rise-with-the-activity', {
    'what goes on is lost': {
      seam: 'change',
      in: CONTINUE,
      table: 'reading_sessions',
      drop: true,
    },
    'counters are set and not added': afterwards(CONTINUE, (done, view, {body}) => {
      const {uuid, ...more} = body as ContinuedReading;
      const session = view.find('reading_sessions', uuid);
      if (!session) return done;
      return {...done, changes: [{table: 'reading_sessions', put: {...session, ...more}}]};
    }),
    'printed pages do not rise': goingOn(() => ({printed_pages: 0})),
  }),
  ...atPlace(
    'of one counter alone',
    breaking('store.reading.counters-rise-with-the-activity', {
      'pages that are viewed count as changes too': goingOn(
        ({page_views: views, page_changes: changes}) =>
          views !== undefined && changes === undefined ? {page_changes: views} : {},
      ),
    }),
  ),
  ...atPlace(
    'of a deactivated user',
    breaking('store.reading.has-user-id', {
      'sessions of a deactivated user look like those of a guest': guestsOnceDeactivated,
    }),
  ),
  ...breaking('store.reading.reading-of-those-who-left', {
    'sessions of the anonymized show the old email': {
      seam: 'several',
      seams: [
        showing(({user_email: email, user_id: user}) =>
          String(email).endsWith('.invalid') ? {user_email: null, user_id: user} : {},
        ),
        {
          seam: 'around',
          in: LIST,
          around: (next) => {
            const known = new Map<string, unknown>();
            return (view, input) => {
              const done = next(view, input);
              if (!('body' in done)) return done;
              const page = done.body as {data: Record<string, unknown>[]};
              const data = page.data.map((row) => {
                const uuid = String(row['uuid']);
                if (!known.has(uuid)) known.set(uuid, row['user_name']);
                return {...row, user_name: known.get(uuid)};
              });
              return {...done, body: {...page, data}};
            };
          },
        },
      ],
    },
    'their counters are lost': showing(({user_email: email}) =>
      String(email).endsWith('.invalid') ? {page_views: 0, seconds_reading: 0} : {},
    ),
  }),
];
