import type {Defect, Seam} from '../../../defect.ts';
import {refuse, type Done, type Refused} from '../../../operation.ts';
import {positionOf} from '../../../store/reading/cursor.ts';
import {around, atPlace, breaking, receiving, seeing} from '../../breaking.ts';
import {
  has,
  LIST,
  paging,
  showing,
  showingOnly,
  without,
  type ShownPage,
  type ShownSession,
} from './shown-sessions.ts';

/** What only some values of filters, periods and sessions show. */

/** The day of a datetime of the list. */
const dayOf = (datetime: string): string => datetime.slice(0, 10);

const isDay = (text: string): boolean => /^\d{4}-(0\d|1[0-2])-[0-3]\d$/.test(text);

/** A filter by a short number finds every number that begins with it. */
const byBeginning = (name: 'issue_id' | 'user_id' | 'reason_value'): Defect[] =>
  atPlace(
    'by numbers of one digit',
    breaking(
      {
        issue_id: 'store.reading.issue-id-filters' as const,
        user_id: 'store.reading.user-id-filters' as const,
        reason_value: 'store.reading.reason-value-filters' as const,
      }[name],
      {
        'a short number finds those that begin with it': around(LIST, (next) => (view, input) => {
          const {[name]: short = '', ...query} = input.query;
          if (short.length !== 1) return next(view, input);
          const done = next(view, {...input, query});
          if (!('body' in done)) return done;
          const page = done.body as {data: ShownSession[]};
          const data = page.data.filter((row) => String(row[name]).startsWith(short));
          return {...done, body: {...page, data}};
        }),
      },
    ),
  );

/** Filters in particular values and pairs. */
const filters: Defect[] = [
  ...(['issue_id', 'user_id', 'reason_value'] as const).flatMap(byBeginning),
  ...breaking('store.reading.reason-type-filters', {
    'sessions offline are not found': showingOnly(
      ({access_mode: mode}, {query}) => !has(query, 'reason_type') || mode !== 'offline',
    ),
  }),
  ...breaking('store.reading.user-id-filters', {
    'sessions in the app are not found': showingOnly(
      ({client_type: client}, {query}) => !has(query, 'user_id') || client !== 'app',
    ),
  }),
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
const walks: Defect[] = [
  ...atPlace(
    'of everything',
    breaking('store.reading.walk-visits-each-once', {
      'the whole list begins its last page with the row before': around(LIST, (next) => {
        let last: unknown;
        return (view, input) => {
          const done = next(view, input);
          if (!('body' in done)) return done;
          const page = done.body as {data: unknown[]; next_cursor: string | null};
          const isWhole = Object.keys(input.query).join() === 'cursor';
          const before = last;
          last = page.data.at(-1);
          return isWhole && page.next_cursor === null && before !== undefined
            ? {...done, body: {...page, data: [before, ...page.data.slice(0, 24)]}}
            : done;
        };
      }),
    }),
  ),
  ...atPlace(
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
  ),
];

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
      'the address is the one that was shown first': around(LIST, (next) => {
        const known = new Map<number | null, unknown>();
        return (view, input) => {
          const done = next(view, input);
          if (!('body' in done)) return done;
          const page = done.body as {data: ShownSession[]};
          const data = page.data.map((row) => {
            const {user_id: user, user_email: email} = row;
            if (!known.has(user)) known.set(user, email);
            return {...row, user_email: known.get(user)};
          });
          return {...done, body: {...page, data}};
        };
      }),
    }),
  ),
];

/** What the list shows of sessions that go on: those that have three highlights, and none at first. */
const goingOn = (change: (session: ShownSession) => Partial<ShownSession>): Seam =>
  showing((session) => (session['highlights'] === 3 ? change(session) : {}));

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

/**
 * Lists respond otherwise after a store was seen to lack the feature.
 * @param other gets which stores lack it, and whether any has
 */
const afterLack = (
  other: (
    done: Done | Refused,
    lacking: ReadonlySet<string>,
    everLacked: boolean,
  ) => Done | Refused,
): Seam =>
  around(LIST, (next) => {
    const lacking = new Set<string>();
    let everLacked = false;
    return (view, input) => {
      const done = next(view, input);
      const isLacking = 'refused' in done && done.refused === 'consumption-disabled';
      if (isLacking) lacking.add(view.tenant);
      if (!('refused' in done)) lacking.delete(view.tenant);
      everLacked ||= isLacking;
      return other(done, lacking, everLacked);
    };
  });

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
    'where another store lacks the feature',
    breaking('store.reading.list-answers-200', {
      'a store that lacks the feature takes it from all': afterLack((done, lacking) =>
        lacking.size > 0
          ? refuse('consumption-disabled', {expected: 'the feature', got: 'none', todo: 'wait'})
          : done,
      ),
    }),
  ),
  ...atPlace(
    'once the feature is back',
    breaking('store.reading.list-answers-200', {
      'what was read before the feature was off is lost': afterLack((done, _lacking, everLacked) =>
        'body' in done && everLacked ? {...done, body: {...(done.body as object), data: []}} : done,
      ),
    }),
  ),
  ...atPlace(
    'by a cursor',
    breaking('store.reading.sessions-stay-in-their-store', {
      'a cursor opens the sessions of its store to others': around(LIST, (next) => {
        const pages = new Map<unknown, {tenant: string; done: Done}>();
        return (view, input) => {
          const {tenant} = view;
          const known = pages.get(input.query['cursor']);
          if (known && known.tenant !== tenant) return known.done;
          const done = next(view, input);
          if (!('body' in done)) return done;
          const {next_cursor: cursor} = done.body as ShownPage;
          if (cursor) pages.set(cursor, {tenant, done});
          return done;
        };
      }),
    }),
  ),
];

/** Defects that only drawn values, orders and states show. */
export const drawn: Defect[] = [...filters, ...walks, ...shown, ...continued, ...stores];
