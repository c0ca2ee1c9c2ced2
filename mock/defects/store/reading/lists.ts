import {addDays} from '../../../../spec/days.ts';
import {DAY_MS} from '../../../../spec/durations.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, refuse, type Input} from '../../../operation.ts';
import {invalid} from '../../../store/invalid.ts';
import {REASON_TYPES} from '../../../store/reading/reading-session.ts';
import {userById} from '../../../store/users/find-user.ts';
import {around, seeing} from '../../breaking.ts';
import {together, unchecked} from '../../families/seams.ts';
import {ABSENT, GIVEN} from '../../families/when.ts';
import {defects} from '../../table.ts';
import {
  having,
  lacking,
  LIST,
  OFFLINE,
  SHOWN,
  type ShownPage,
  type ShownSession,
} from './shown-sessions.ts';

const {ignoring, leavingOut, refusing, showing, taking} = SHOWN;

type Query = Input['query'];
type Day = 'from_date' | 'to_date';

const PERIOD = ['from_date', 'to_date'];
const BY_REASON = ['reason_type', 'reason_value'];
const HERE = 'of the sessions that there are';
const MISSING = {expected: 'another filter', got: 'this', todo: 'none'};

/** Refuses a query that is valid. */
const refusingFilter = (of: (query: Query) => boolean): Seam =>
  refusing(of, refuse('filter-refused', MISSING));

/** Refuses a value of a parameter that is valid. */
const refusingValue = (name: string, which: RegExp): Seam =>
  refusing({[name]: which}, invalid({[name]: [`The ${name} is invalid.`]}));

/** Does not look at parameters, where all of some are given. */
const besides = (ignored: string[], ...given: string[]): Seam =>
  ignoring(ignored, having(...given));

/** Ignores a filter that is not valid alone, instead of refusing it. */
const ignoringAlone = (name: string, companion: string): Seam =>
  ignoring([name], lacking(name, companion));

/** The same, but only beside the filter by a user. */
const ignoringBesideUser = (name: string, companion: string): Seam =>
  ignoring([name], (query) => lacking(name, companion)(query) && having('user_id')(query));

/** Does not check the keyword of a parameter, and ignores parameters where it is invalid. */
const uncheckedIn = (
  name: string,
  keyword: string,
  ignored: string[],
  isRight: (value: string) => boolean,
): Seam =>
  together(
    unchecked('listReadingSessions', `query/${name}`, keyword),
    ignoring(ignored, {[name]: (value) => !isRight(value)}),
  );

/** Takes another day of periods. */
const otherDays = (
  other: Record<string, string> | ((query: Query) => Record<string, string>),
): Seam => taking(having(...PERIOD), other);

const isDay = (value: string): boolean =>
  /^\d{4}-(0\d|1[0-2])-[0-3]\d$/.test(value) && !value.endsWith('02-30');

/** Takes the next number for a number. */
const nextOf = (name: string): Seam =>
  taking({[name]: GIVEN}, ({[name]: id}) => ({[name]: String(Number(id) + 1)}));

/** Does not find rows by a filter. */
const missing = (filters: string[], row: object): Seam =>
  leavingOut({row, query: having(...filters)});

const pageMore = ({page_changes: changes}: ShownSession) => ({page_changes: changes + 1});

/** Finds by some values of a filter whatever a comparison of texts finds. */
const comparing = (
  filter: keyof ShownSession,
  values: RegExp,
  fits: (text: string, value: string) => boolean,
): Seam =>
  around(LIST, (next) => (view, input) => {
    const {[filter]: value = '', ...query} = input.query;
    if (!values.test(value)) return next(view, input);
    const done = next(view, {...input, query});
    if (isRefused(done)) return done;
    const page = done.body as ShownPage;
    const data = page.data.filter(({[filter]: text}) => fits(String(text), value));
    return {...done, body: {...page, data}};
  });

/** Accepts a time in a day of a period, which then is another day. */
const dayWithTime = (name: Day): Seam =>
  together(
    unchecked('listReadingSessions', `query/${name}`, 'format'),
    taking({[name]: (day) => !isDay(day)}, {[name]: '2019-06-11'}),
  );

/** The time from the first day of a period to the last one. */
const lengthOf = ({from_date: from = '', to_date: to = ''}: Query): number =>
  Date.parse(to) - Date.parse(from);

/** Leaves out rows of a period, by the day on which they began. */
const outside = (isOut: (day: string, from: string, to: string) => boolean): Seam =>
  leavingOut(
    ({started_at: started}, {query: {from_date: from, to_date: to}}) =>
      from !== undefined && to !== undefined && isOut(started.slice(0, 10), from, to),
  );

/** Finds the sessions of guests beside those of a user. */
const findingGuests = seeing(LIST, (view) => ({
  newestUnder: (table, under, page) =>
    under.index === 'user'
      ? view.newest(table, {
          ...page,
          where: (row) =>
            (row as unknown as {user: string | null}).user === null || (page.where?.(row) ?? true),
        })
      : view.newestUnder(table, under, page),
}));

/** Takes the 30th of February for the 2nd of March. */
const takingThe30th = together(
  unchecked('listReadingSessions', 'query/from_date', 'format'),
  refusingFilter(
    ({from_date: from}) => from !== undefined && !isDay(from) && from !== '2019-02-30',
  ),
  taking({from_date: '2019-02-30', to_date: GIVEN}, {from_date: '2019-03-02'}),
);

const SUBSCRIPTION = 'global_subscription';
const WITH_COLLECTIONS = 'subscription_with_collections';

/** Defects of the list's filters. */
export const lists: Defect[] = defects({
  'store.reading.needs-no-parameter': {
    'a period alone is refused': refusingFilter(
      (query) => having('from_date')(query) && Object.keys(query).length === 2,
    ),
    'a reason needs a content': refusingFilter(
      (query) => lacking('reason_type', 'issue_id')(query) && !having('user_id')(query),
    ),
  },
  'store.reading.issue-id-filters': {
    'every session is found': ignoring(['issue_id']),
    'sessions of the next content are found': nextOf('issue_id'),
    'sessions of guests are not found': missing(['issue_id'], {user_id: null}),
    'sessions of subscribers are not found': missing(['issue_id'], {
      reason_value: (value: unknown) => value !== null,
    }),
  },
  'store.reading.user-id-filters': {
    'every session is found': ignoring(['user_id']),
    'sessions of guests are found, too': findingGuests,
    'gifts are not found': missing(['user_id'], {reason_type: 'gifted_issue'}),
    'sessions in the app are not found': missing(['user_id'], {client_type: 'app'}),
  },
  'store.reading.user-id-filters @ of an unknown user': {
    'an unknown user has the sessions of all': ignoring(['user_id'], {user_id: /.{7}/}),
  },
  'store.reading.user-id-filters @ once the user is deactivated': {
    'user_id finds no session of a deactivated user': leavingOut(
      (_row, {view, query: {user_id: id}}) =>
        id !== undefined && userById(view, id)?.state !== 'active',
    ),
  },
  'store.reading.reason-type-filters': {
    'every session is found': ignoring(BY_REASON),
    'both kinds of subscriptions are found': taking(
      {reason_type: SUBSCRIPTION, reason_value: ABSENT},
      {reason_type: WITH_COLLECTIONS},
    ),
    'purchases of the month of june are not found': missing(['reason_type'], {
      reason_type: 'bought_issue',
      started_at: /^.{5}06/,
    }),
    'sessions offline are not found': missing(['reason_type'], OFFLINE),
  },
  'store.reading.reason-type-filters @ each reason alone': {
    'free access finds every reason that ends so': comparing(
      'reason_type',
      /^free_access$/,
      (text, value) => text.endsWith(value),
    ),
    'one of the fourteen reasons is refused': refusingValue(
      'reason_type',
      /^saml_and_entry_point_free_access$/,
    ),
  },
  'store.reading.reason-value-filters': {
    'the value is not looked at': ignoring(['reason_value']),
    'the reason is not looked at beside a value': taking(
      {reason_type: WITH_COLLECTIONS, reason_value: GIVEN},
      {reason_type: SUBSCRIPTION},
    ),
    'no session is found': missing(['reason_value'], {}),
  },
  'store.reading.reason-value-filters @ of a reason without plans': {
    'the value is not looked at beside a reason without plans': ignoring(['reason_value'], {
      reason_type: 'bought_issue',
    }),
  },
  ...Object.assign(
    {},
    ...['issue_id', 'user_id', 'reason_value'].map((name) => ({
      [`store.reading.${name.replace('_', '-')}-filters @ by numbers of one digit`]: {
        'a short number finds those that begin with it': comparing(
          name as 'issue_id',
          /^.$/,
          (text, value) => text.startsWith(value),
        ),
      },
    })),
  ),
  'store.reading.dates-filter': {
    'every session is found': ignoring(PERIOD),
    'the end of the period is not looked at': otherDays({to_date: '2099-12-31'}),
    'the beginning of the period is not looked at': otherDays({from_date: '1980-01-01'}),
    'a period of more than a month finds its first month only': otherDays(
      ({from_date: from = '', to_date: to = ''}) => {
        const last = addDays(from, 31);
        return {to_date: to > last ? last : to};
      },
    ),
    'the month is taken for the day': otherDays(({from_date: from = ''}) => ({
      from_date: `${from.slice(0, 4)}-12-31`,
    })),
  },
  'store.reading.dates-filter @ of a few days': {
    'a period of less than a week finds nothing of a reason': leavingOut({
      query: (query) => having('reason_type')(query) && lengthOf(query) < 7 * DAY_MS,
    }),
    'a period of three days finds nothing of a content': leavingOut({
      query: (query) => having('issue_id')(query) && lengthOf(query) === 2 * DAY_MS,
    }),
  },
  'store.reading.dates-filter @ whatever the period': {
    'a period over the end of a year finds its first year only': outside(
      (day, from) => day.slice(0, 4) !== from.slice(0, 4),
    ),
    'only the day of the month is compared with the last day': outside(
      (day, from, to) => from.slice(0, 7) !== to.slice(0, 7) && day.slice(8) > to.slice(8),
    ),
  },
  'store.reading.dates-filter @ with any day': {
    'a leap day cannot begin a period': refusingValue('from_date', /-02-29$/),
    'a leap day cannot end a period': refusingValue('to_date', /-02-29$/),
    'no period ends with a year': refusingValue('to_date', /-12-31$/),
  },
  'store.reading.dates-filter @ of one day': {
    'a period of one day finds nothing': outside((_day, from, to) => from === to),
    'to_date leaves out its own day': outside((day, _from, to) => day === to),
  },
  'store.reading.dates-filter @ of today': {
    'a period of one day finds nothing of these years': outside(
      (day, from, to) => from === to && day >= '2020',
    ),
  },
  'store.reading.filters-find-what-all-find': {
    'a content is not looked at beside a reason': besides(['issue_id'], 'issue_id', 'reason_type'),
    'a reason is not looked at beside a user': ignoring(BY_REASON, {
      ...{user_id: GIVEN, reason_type: GIVEN},
      cursor: ABSENT,
    }),
    'a period is not looked at beside a content': besides(PERIOD, 'from_date', 'issue_id'),
    'a period is not looked at beside a user and a reason': besides(
      PERIOD,
      ...['from_date', 'user_id', 'reason_type'],
    ),
    'the value of a reason is not looked at beside a period': besides(
      ['reason_value'],
      'from_date',
    ),
  },
  [`store.reading.filters-find-what-all-find @ ${HERE}`]: {
    'a reason is not looked at beside a content': besides(['reason_type'], 'issue_id'),
  },
  'store.reading.filters-find-what-all-find @ three and four at once': {
    'a period is not looked at beside a user and a content': besides(PERIOD, 'user_id', 'issue_id'),
    'a user is not looked at beside all other filters': besides(
      ['user_id'],
      ...['issue_id', 'reason_type', 'from_date'],
    ),
  },
  'store.reading.unknown-reason-type-is-refused': {
    'an unknown reason is not looked at': uncheckedIn(
      'reason_type',
      'enum',
      ['reason_type'],
      (value) => (REASON_TYPES as readonly string[]).includes(value),
    ),
    'an unknown reason finds nothing': unchecked(
      'listReadingSessions',
      'query/reason_type',
      'enum',
    ),
  },
  'store.reading.unknown-reason-type-is-refused @ whatever the reason': {
    'the beginning of a reason will do': uncheckedIn(
      'reason_type',
      'enum',
      ['reason_type'],
      (value) => value === 'bought_issue',
    ),
  },
  'store.reading.reason-value-needs-reason-type': {
    'a value alone is not looked at': ignoringAlone('reason_value', 'reason_type'),
    'a value alone finds nothing': taking(lacking('reason_value', 'reason_type'), {
      reason_value: undefined,
      user_id: '0',
    }),
  },
  'store.reading.reason-value-needs-reason-type @ beside other filters': {
    'a value without a reason is not looked at beside a user': ignoringBesideUser(
      'reason_value',
      'reason_type',
    ),
  },
  'store.reading.from-date-needs-to-date': {
    'a beginning alone is not looked at': ignoringAlone('from_date', 'to_date'),
    'a beginning alone lasts until today': taking(lacking('from_date', 'to_date'), {
      to_date: '2099-12-31',
    }),
  },
  'store.reading.from-date-needs-to-date @ beside other filters': {
    'a beginning alone is not looked at beside a user': ignoringBesideUser('from_date', 'to_date'),
  },
  'store.reading.to-date-needs-from-date': {
    'an end alone is not looked at': ignoringAlone('to_date', 'from_date'),
    'an end alone begins with the first session': taking(lacking('to_date', 'from_date'), {
      from_date: '1980-01-01',
    }),
  },
  'store.reading.to-date-needs-from-date @ beside other filters': {
    'an end alone is not looked at beside a user': ignoringBesideUser('to_date', 'from_date'),
  },
  'store.reading.dates-are-days': {
    'a beginning that is no day is not looked at': uncheckedIn(
      'from_date',
      'format',
      PERIOD,
      isDay,
    ),
    'an end that is no day is not looked at': uncheckedIn('to_date', 'format', PERIOD, isDay),
    'the 30th of February is taken': takingThe30th,
  },
  'store.reading.dates-are-days @ whatever the first day': {
    'from_date may have a time': dayWithTime('from_date'),
  },
  'store.reading.dates-are-days @ whatever the last day': {
    'to_date may have a time': dayWithTime('to_date'),
  },
  'store.reading.totals-add-up': {
    'gifts are counted twice by reason': showing(
      {query: {reason_type: 'gifted_issue'}},
      ({seconds_reading: seconds}) => ({seconds_reading: 2 * seconds}),
    ),
    'notes are not counted by reason': showing(
      {query: having('reason_type', 'user_id')},
      {notes: 0},
    ),
  },
  [`store.reading.totals-add-up @ ${HERE}`]: {
    'free contents are left out beside a content': missing(['reason_type', 'issue_id'], {
      reason_type: 'free_issue',
    }),
    'a page more is counted by reason': showing(
      {query: having('issue_id', 'reason_type')},
      pageMore,
    ),
  },
  'store.reading.totals-add-up @ of a month, by reason': {
    'access by addresses is left out in a period': missing(['reason_type', 'from_date'], {
      reason_type: 'ip_and_entry_point_free_access',
    }),
  },
  'store.reading.totals-add-up @ of a user, by content': {
    'a page more is counted by content': showing({query: having('issue_id', 'user_id')}, pageMore),
  },
});
