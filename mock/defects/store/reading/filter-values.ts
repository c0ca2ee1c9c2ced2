import type {Defect, Seam} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import {invalid} from '../../../store/invalid.ts';
import {around, atPlace, breaking, receiving} from '../../breaking.ts';
import {has, LIST, showingOnly, without, type ShownPage} from './shown-sessions.ts';

/** The date of a datetime in the list. */
const dayOf = (datetime: string): string => datetime.slice(0, 10);

const isDay = (text: string): boolean => /^\d{4}-(0\d|1[0-2])-[0-3]\d$/.test(text);

/** The rules of the filters by numbers. */
const NUMBER_FILTERS = {
  issue_id: 'store.reading.issue-id-filters',
  user_id: 'store.reading.user-id-filters',
  reason_value: 'store.reading.reason-value-filters',
} as const;

/** Lets a filter by a number of one digit find every number that begins with it. */
const findingByBeginning = (name: string): Seam =>
  around(LIST, (next) => (view, input) => {
    const {[name]: short = '', ...query} = input.query;
    if (short.length !== 1) return next(view, input);
    const done = next(view, {...input, query});
    if (isRefused(done)) return done;
    const page = done.body as ShownPage;
    const data = page.data.filter((row) => String(row[name]).startsWith(short));
    return {...done, body: {...page, data}};
  });

const shortNumbers: Defect[] = atPlace(
  'by numbers of one digit',
  Object.entries(NUMBER_FILTERS).flatMap(([name, rule]) =>
    breaking(rule, {'a short number finds those that begin with it': findingByBeginning(name)}),
  ),
);

/** Accepts a time in a day of a period, which then is another day. */
const daysWithTime = (name: 'from_date' | 'to_date'): Defect[] =>
  breaking('store.reading.dates-are-days', {
    [`${name} may have a time`]: {
      seam: 'several',
      seams: [
        {seam: 'schema', in: 'listReadingSessions', pointer: `query/${name}`, keyword: 'format'},
        receiving(LIST, ({query}) => {
          const day = query[name];
          return day === undefined || isDay(day) ? {} : {query: {...query, [name]: '2019-06-11'}};
        }),
      ],
    },
  });

/** Lets a filter by one reason find all reasons that end with it. */
const findingByEnd = (reason: string): Seam =>
  around(LIST, (next) => (view, input) => {
    const {reason_type: wanted, ...query} = input.query;
    if (wanted !== reason) return next(view, input);
    const done = next(view, {...input, query});
    if (isRefused(done)) return done;
    const page = done.body as ShownPage;
    const data = page.data.filter((row) => String(row.reason_type).endsWith(reason));
    return {...done, body: {...page, data}};
  });

/** Refuses days of a period that end with these characters, though they are days. */
const refusingDays = (name: 'from_date' | 'to_date', end: string): Seam =>
  around(
    LIST,
    (next) => (view, input) =>
      input.query[name]?.endsWith(end)
        ? invalid({[name]: ['The date is invalid.']})
        : next(view, input),
  );

/** Defects of filters with particular values and pairs. */
export const filterValues: Defect[] = [
  ...shortNumbers,
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
    'each reason alone',
    breaking('store.reading.reason-type-filters', {
      'free access finds every reason that ends so': findingByEnd('free_access'),
    }),
  ),
  ...atPlace(
    'with any day',
    breaking('store.reading.dates-filter', {
      'a leap day cannot begin a period': refusingDays('from_date', '-02-29'),
      'a leap day cannot end a period': refusingDays('to_date', '-02-29'),
      'no period ends with a year': refusingDays('to_date', '-12-31'),
    }),
  ),
  ...atPlace(
    'of one day',
    breaking('store.reading.dates-filter', {
      'a period of one day finds nothing': showingOnly(
        (_session, {query: {from_date: from, to_date: to}}) => from === undefined || from !== to,
      ),
      'to_date leaves out its own day': showingOnly(
        ({started_at: started}, {query: {to_date: to}}) => dayOf(started) !== to,
      ),
    }),
  ),
  ...atPlace(
    'of today',
    breaking('store.reading.dates-filter', {
      'a period of one day finds nothing of these years': showingOnly(
        ({started_at: started}, {query: {from_date: from, to_date: to}}) =>
          from === undefined || from !== to || dayOf(started) < '2020',
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
  ...atPlace('whatever the first day', daysWithTime('from_date')),
  ...atPlace('whatever the last day', daysWithTime('to_date')),
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
