import {addDays} from '../../../../spec/days.ts';
import {DAY_MS} from '../../../../spec/durations.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, refuse, type Input} from '../../../operation.ts';
import {invalid} from '../../../store/invalid.ts';
import {REASON_TYPES} from '../../../store/reading/reading-session.ts';
import {userById} from '../../../store/users/find-user.ts';
import {around, seeing} from '../../breaking.ts';
import {together, unchecked} from '../../families/seams.ts';
import {by} from '../../families/shown-pages.ts';
import {ABSENT, GIVEN} from '../../families/when.ts';
import {defects, type Phrases} from '../../table.ts';
import {LIST, OFFLINE, SHOWN, type ShownPage, type ShownSession} from './shown-sessions.ts';

const {ignoring, leavingOut, refusing, taking} = SHOWN;

type Query = Input['query'];
type Day = 'from_date' | 'to_date';

const [LIST_ID = ''] = LIST;
const PERIOD = ['from_date', 'to_date'];
const BY_REASON = ['reason_type', 'reason_value'];
const HERE = 'of the sessions that there are';
const OF_PLANS = {reason_value: (value: number | null) => value !== null};
const MISSING = {expected: 'another filter', got: 'this', todo: 'none'};

/** Refuses a query that is valid. */
const refusingFilter = (of: Parameters<typeof refusing>[0]): Seam =>
  refusing(of, refuse('filter-refused', MISSING));

/** Refuses a value of a parameter that is valid. */
const refusingValue = (name: string, which: RegExp): Seam =>
  refusing({[name]: which}, invalid({[name]: [`The ${name} is invalid.`]}));

/** Queries that have the first of two parameters, but not the second. */
const lacking = (
  name: string,
  companion: string,
): Record<string, typeof GIVEN | typeof ABSENT> => ({
  [name]: GIVEN,
  [companion]: ABSENT,
});

/**
 * Does not look at a parameter without its companion, anywhere or only beside the filter by a user.
 * @param what the parameter, in words for the names of the defects
 */
const alone = (
  rule: string,
  [name, companion]: [string, string],
  [what, whatBeside]: [string, string],
  more: Phrases,
) => ({
  [`store.reading.${rule}`]: {
    [`${what} is not looked at`]: ignoring(name, lacking(name, companion)),
    ...more,
  },
  [`store.reading.${rule} @ beside other filters`]: {
    [`${whatBeside} is not looked at beside a user`]: ignoring(name, {
      ...lacking(name, companion),
      user_id: GIVEN,
    }),
  },
});

/** Does not check a parameter, and ignores it where it is invalid. */
const uncheckedIn = (name: 'reason_type' | Day, isRight: (value: string) => boolean): Seam => {
  const [keyword, ignored] = name === 'reason_type' ? ['enum', name] : ['format', PERIOD];
  return together(
    unchecked(LIST_ID, `query/${name}`, keyword),
    ignoring(ignored, {[name]: (value) => !isRight(value)}),
  );
};

/** Takes another day of periods. */
const otherDays = (
  other: Record<string, string> | ((query: Query) => Record<string, string>),
): Seam => taking(by(...PERIOD), other);

const isDay = (value: string): boolean =>
  /^\d{4}-(0\d|1[0-2])-[0-3]\d$/.test(value) && !value.endsWith('02-30');

/** Takes the next number for a number. */
const nextOf = (name: string): Seam =>
  taking({[name]: GIVEN}, ({[name]: id}) => ({[name]: String(Number(id) + 1)}));

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

const findingByBeginning = (filter: keyof ShownSession): Seam =>
  comparing(filter, /^.$/, (text, value) => text.startsWith(value));

const findingByEnd = comparing('reason_type', /^free_access$/, (text, value) =>
  text.endsWith(value),
);

/** Accepts a time in a day of a period, which then is another day. */
const dayWithTime = (name: Day): Seam =>
  together(
    unchecked(LIST_ID, `query/${name}`, 'format'),
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
  unchecked(LIST_ID, 'query/from_date', 'format'),
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
      (query) => by('from_date')(query) && Object.keys(query).length === 2,
    ),
    'a reason needs a content': refusingFilter({
      ...lacking('reason_type', 'issue_id'),
      user_id: ABSENT,
    }),
  },
  'store.reading.issue-id-filters': {
    'every session is found': ignoring('issue_id'),
    'sessions of the next content are found': nextOf('issue_id'),
    'sessions of guests are not found': leavingOut({user_id: null}, by('issue_id')),
    'sessions of subscribers are not found': leavingOut(OF_PLANS, by('issue_id')),
  },
  'store.reading.user-id-filters': {
    'every session is found': ignoring('user_id'),
    'sessions of guests are found, too': findingGuests,
    'gifts are not found': leavingOut({reason_type: 'gifted_issue'}, by('user_id')),
    'sessions in the app are not found': leavingOut({client_type: 'app'}, by('user_id')),
  },
  'store.reading.user-id-filters @ of an unknown user': {
    'an unknown user has the sessions of all': ignoring('user_id', {user_id: /.{7}/}),
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
    'purchases of the month of june are not found': leavingOut(
      {reason_type: 'bought_issue', started_at: /^.{5}06/},
      by('reason_type'),
    ),
    'sessions offline are not found': leavingOut(OFFLINE, by('reason_type')),
  },
  'store.reading.reason-type-filters @ each reason alone': {
    'free access finds every reason that ends so': findingByEnd,
    'one of the fourteen reasons is refused': refusingValue(
      'reason_type',
      /^saml_and_entry_point_free_access$/,
    ),
  },
  'store.reading.reason-value-filters': {
    'the value is not looked at': ignoring('reason_value'),
    'the reason is not looked at beside a value': taking(
      {reason_type: WITH_COLLECTIONS, reason_value: GIVEN},
      {reason_type: SUBSCRIPTION},
    ),
    'no session is found': leavingOut({}, by('reason_value')),
  },
  'store.reading.reason-value-filters @ of a reason without plans': {
    'the value is not looked at beside a reason without plans': ignoring('reason_value', {
      reason_type: 'bought_issue',
    }),
  },
  ...Object.fromEntries(
    (['issue_id', 'user_id', 'reason_value'] as const).map((name) => [
      `store.reading.${name.replace('_', '-')}-filters @ by numbers of one digit`,
      {'a short number finds those that begin with it': findingByBeginning(name)},
    ]),
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
    'a period of less than a week finds nothing of a reason': leavingOut(
      {},
      (query) => by('reason_type')(query) && lengthOf(query) < 7 * DAY_MS,
    ),
    'a period of three days finds nothing of a content': leavingOut(
      {},
      (query) => by('issue_id')(query) && lengthOf(query) === 2 * DAY_MS,
    ),
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
    'a content is not looked at beside a reason': ignoring('issue_id', by('reason_type')),
    'a reason is not looked at beside a user': ignoring(BY_REASON, {
      user_id: GIVEN,
      cursor: ABSENT,
    }),
    'a period is not looked at beside a content': ignoring(PERIOD, by('issue_id')),
    'a period is not looked at beside a user and a reason': ignoring(
      PERIOD,
      by('user_id', 'reason_type'),
    ),
    'the value of a reason is not looked at beside a period': ignoring(
      'reason_value',
      by('from_date'),
    ),
  },
  [`store.reading.filters-find-what-all-find @ ${HERE}`]: {
    'a reason is not looked at beside a content': ignoring('reason_type', by('issue_id')),
  },
  'store.reading.filters-find-what-all-find @ three and four at once': {
    'a period is not looked at beside a user and a content': ignoring(
      PERIOD,
      by('user_id', 'issue_id'),
    ),
    'a user is not looked at beside all other filters': ignoring(
      'user_id',
      by('issue_id', 'reason_type', 'from_date'),
    ),
  },
  'store.reading.unknown-reason-type-is-refused': {
    'an unknown reason is not looked at': uncheckedIn('reason_type', (value) =>
      (REASON_TYPES as readonly string[]).includes(value),
    ),
    'an unknown reason finds nothing': unchecked(LIST_ID, 'query/reason_type', 'enum'),
  },
  'store.reading.unknown-reason-type-is-refused @ whatever the reason': {
    'the beginning of a reason will do': uncheckedIn(
      'reason_type',
      (value) => value === 'bought_issue',
    ),
  },
  ...alone(
    'reason-value-needs-reason-type',
    ['reason_value', 'reason_type'],
    ['a value alone', 'a value without a reason'],
    {
      'a value alone finds nothing': taking(lacking('reason_value', 'reason_type'), {
        reason_value: undefined,
        user_id: '0',
      }),
    },
  ),
  ...alone(
    'from-date-needs-to-date',
    ['from_date', 'to_date'],
    ['a beginning alone', 'a beginning alone'],
    {
      'a beginning alone lasts until today': taking(lacking('from_date', 'to_date'), {
        to_date: '2099-12-31',
      }),
    },
  ),
  ...alone('to-date-needs-from-date', ['to_date', 'from_date'], ['an end alone', 'an end alone'], {
    'an end alone begins with the first session': taking(lacking('to_date', 'from_date'), {
      from_date: '1980-01-01',
    }),
  }),
  'store.reading.dates-are-days': {
    'a beginning that is no day is not looked at': uncheckedIn('from_date', isDay),
    'an end that is no day is not looked at': uncheckedIn('to_date', isDay),
    'the 30th of February is taken': takingThe30th,
  },
  'store.reading.dates-are-days @ whatever the first day': {
    'from_date may have a time': dayWithTime('from_date'),
  },
  'store.reading.dates-are-days @ whatever the last day': {
    'to_date may have a time': dayWithTime('to_date'),
  },
});
