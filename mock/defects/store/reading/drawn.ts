import type {Defect} from '../../../defect.ts';
import {positionOf} from '../../../store/reading/cursor.ts';
import {around, atPlace, breaking, receiving, seeing} from '../../breaking.ts';
import {CONTINUE, has, LIST, paging, showing, showingOnly, without} from './shown-sessions.ts';

/** What only some values of filters, periods and sessions show. */

/** The day of a datetime of the list. */
const dayOf = (datetime: string): string => datetime.slice(0, 10);

const isDay = (text: string): boolean => /^\d{4}-(0\d|1[0-2])-[0-3]\d$/.test(text);

/** Filters in particular values and pairs. */
const filters: Defect[] = [
  ...atPlace(
    'whatever the period',
    breaking('store.reading.dates-filter', {
      'a period over the end of a year finds its first year only': showingOnly(
        ({started_at: started}, {query: {from_date: from}}) =>
          from === undefined || started.slice(0, 4) === from.slice(0, 4),
      ),
      'only the day of the month is compared with the last day': showingOnly(
        ({started_at: started}, {query: {to_date: to, from_date: from}}) =>
          to === undefined ||
          from === undefined ||
          from.slice(0, 7) === to.slice(0, 7) ||
          dayOf(started).slice(8) <= to.slice(8),
      ),
    }),
  ),
  ...atPlace(
    'of a reason without plans',
    breaking('store.reading.reason-value-filters', {
      'the value is not looked at beside a reason without plans': without(
        ['reason_value'],
        ({reason_type: type}) => type === 'bought_issue',
      ),
    }),
  ),
  ...(['from_date', 'to_date'] as const).flatMap((name) =>
    atPlace(
      `whatever the ${name === 'from_date' ? 'first' : 'last'} day`,
      breaking('store.reading.dates-are-days', {
        [`${name} may have a time`]: {
          seam: 'several',
          seams: [
            {
              seam: 'schema',
              in: 'listReadingSessions',
              pointer: `query/${name}`,
              keyword: 'format',
            },
            receiving(LIST, ({query}) => {
              const day = query[name];
              return day === undefined || isDay(day)
                ? {}
                : {query: {...query, [name]: '2019-06-11'}};
            }),
          ],
        },
      }),
    ),
  ),
  ...atPlace(
    'whatever the reason',
    breaking('store.reading.unknown-reason-type-is-refused', {
      'the beginning of a reason will do': {
        seam: 'several',
        seams: [
          {
            seam: 'schema',
            in: 'listReadingSessions',
            pointer: 'query/reason_type',
            keyword: 'enum',
          },
          without(['reason_type'], ({reason_type: type}) => type !== 'bought_issue'),
        ],
      },
    }),
  ),
];

/** Pages in particular orders and of particular filters. */
const walks: Defect[] = atPlace(
  'whatever the filters, and whenever was read',
  breaking('store.reading.walk-visits-each-once', {
    'later pages leave out what began when the page before ended': around(LIST, (next) => {
      let last: unknown;
      return (view, input) => {
        const done = next(view, input);
        if (!('body' in done)) return done;
        const page = done.body as {data: {started_at: string}[]};
        const isLater = positionOf(view, input.query['cursor'] ?? '')?.side === 'after';
        const before = last;
        last = page.data.at(-1)?.started_at;
        const data = isLater ? page.data.filter((row) => row.started_at !== before) : page.data;
        return {...done, body: {...page, data}};
      };
    }),
    'later pages of a content and a period are cut': paging(({data}, _view, {query}) =>
      has(query, 'cursor', 'from_date') ? {data: data.slice(0, 1)} : {},
    ),
  }),
);

/** What sessions show of particular readers and moments. */
const shown: Defect[] = [
  ...breaking('store.reading.guest-has-no-user', {
    'a guest offline is called a guest': showing(({user_id: user, access_mode: mode}) =>
      user === null && mode === 'offline' ? {user_name: 'Guest'} : {},
    ),
  }),
  ...breaking('store.reading.shows-how-it-was-read', {
    'guests have no system': showing(({user_id: user}) =>
      user === null ? {device_os: 'Unknown'} : {},
    ),
  }),
  ...breaking('store.reading.shows-why-it-may-be-read', {
    'guests read for free': showing(({user_id: user}) =>
      user === null ? {reason_type: 'free_access'} : {},
    ),
  }),
  ...breaking('store.reading.counters-are-those-of-the-session', {
    'notes of guests are not counted': showing(({user_id: user}) =>
      user === null ? {notes: 0} : {},
    ),
  }),
  ...atPlace(
    'after an update of the user',
    breaking('store.reading.shows-who-read', {
      'the address is that of the first session': showing(({user_id: user}, index, rows) => {
        const first = rows.filter((row) => row.user_id === user).at(-1);
        return first && index < rows.length - 1 ? {user_email: first['user_email']} : {};
      }),
    }),
  ),
];

/** What the list shows of sessions that go on. */
const goingOn = (
  change: (session: Record<string, unknown>) => Record<string, unknown>,
): ReturnType<typeof around> =>
  around([...LIST, ...CONTINUE], (next) => {
    const continued = new Set<unknown>();
    return (view, input) => {
      const done = next(view, input);
      if (!('body' in done)) return done;
      const {uuid} = (input.body ?? {}) as {uuid?: unknown};
      if (uuid !== undefined) continued.add(uuid);
      const page = done.body as {data?: Record<string, unknown>[]} | null;
      if (!page?.data) return done;
      const data = page.data.map((row) =>
        continued.has(row['uuid']) ? {...row, ...change(row)} : row,
      );
      return {...done, body: {...page, data}};
    };
  });

/** Sessions while they go on. */
const continued: Defect[] = atPlace('while it goes on', [
  ...breaking('store.reading.shows-what-was-read', {
    'a session that goes on loses its external id': goingOn(() => ({issue_external_id: null})),
  }),
  ...breaking('store.reading.shows-who-read', {
    'a session that goes on loses its user': goingOn(() => ({user_external_id: null})),
  }),
  ...breaking('store.reading.shows-how-it-was-read', {
    'a session that goes on is offline': goingOn(({access_mode: mode}) => ({
      access_mode: mode === 'offline' ? 'online' : 'offline',
    })),
  }),
  ...breaking('store.reading.shows-why-it-may-be-read', {
    'a session that goes on is one of an administrator': goingOn(() => ({
      reason_type: 'administrator_user',
    })),
  }),
  ...breaking('store.reading.started-at-is-when-it-was-read', {
    'a session that goes on begins anew': goingOn(() => ({started_at: '2099-01-01 00:00:00'})),
  }),
  ...breaking('store.reading.uuid-is-unique', {
    'a session that goes on is listed twice': paging(({data}) => ({
      data: data.flatMap((row) => (row['highlights'] ? [row, row] : [row])).slice(0, 25),
    })),
  }),
]);

/** The feature, and other stores. */
const stores: Defect[] = [
  ...atPlace(
    'whatever the filter',
    breaking('store.reading.disabled-is-forbidden', {
      'a list by reason is served without the feature': seeing(LIST, (view, {query}) => ({
        find: (table, key) => {
          const row = view.find(table, key);
          return (
            row && table === 'stores' && has(query, 'reason_type')
              ? {...row, consumption_off: false}
              : row
          ) as never;
        },
      })),
    }),
  ),
  ...atPlace(
    'by a cursor',
    breaking('store.reading.sessions-stay-in-their-store', {
      'a cursor opens the sessions of its store to others': around(LIST, (next) => {
        const pages = new Map<unknown, unknown[]>();
        return (view, input) => {
          const done = next(view, input);
          if (!('body' in done)) return done;
          const page = done.body as {data: unknown[]; next_cursor: string | null};
          if (page.next_cursor) pages.set(page.next_cursor, page.data);
          const known = pages.get(input.query['cursor']);
          const isOfOthers = known !== undefined && page.data.length === 0;
          return isOfOthers ? {...done, body: {...page, data: known}} : done;
        };
      }),
    }),
  ),
];

/** Defects that only drawn values, orders and states show. */
export const drawn: Defect[] = [...filters, ...walks, ...shown, ...continued, ...stores];
