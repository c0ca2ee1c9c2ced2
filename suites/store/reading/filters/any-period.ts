import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  checksAt,
  sharedScene,
  type AnyProperty,
  type Check,
  type Judgement,
  type Scene,
} from '../../../language/check.ts';
import {
  all,
  expectOutcome,
  expectNone,
  expectNoServerError,
  leftOpen,
  promisedBy,
  undecided,
  when,
  judgeEach,
  nothing,
} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {property} from '../../../language/property.ts';
import {type Handle, type Script} from '../../../language/script.ts';
import {dayAfter, text} from '../../../language/sent-values.ts';
import {classesOf} from '../../../values/values.ts';
import {createUser} from '../../people.ts';
import type {Period} from '../../../values/datetimes.ts';
import {
  issueOf,
  listReading,
  listUntilShown,
  ofUser,
  readBy,
  walkReading,
  type Reading,
} from '../reading-steps.ts';
import {
  isLast,
  isWithin,
  expectNoneLost,
  rowOf,
  sessionRows,
  uuidIn,
  uuidsOn,
} from '../session-rows.ts';

/** Periods in years in which little else was read, by what makes comparisons of days difficult. */
const PERIODS = {
  'within a month': {from: '2011-05-04', to: '2011-05-25'},
  'over the end of a year': {from: '2012-12-18', to: '2013-01-14'},
  'over a leap day': {from: '2016-02-20', to: '2016-03-09'},
  'from a leap day on': {from: '2008-02-29', to: '2008-03-21'},
  'to a leap day': {from: '2004-02-09', to: '2004-02-29'},
  'over the end of February': {from: '2015-02-19', to: '2015-03-11'},
  'from the first of a month to its last': {from: '2014-09-01', to: '2014-09-30'},
  'a later day to an earlier day of the month': {from: '2010-03-25', to: '2010-04-12'},
  'a later month to an earlier month': {from: '2009-10-08', to: '2010-02-05'},
  'figures of one digit and of two': {from: '2013-09-07', to: '2013-10-11'},
  'of nine days': {from: '2011-08-05', to: '2011-08-13'},
  'of a year': {from: '2006-01-01', to: '2006-12-31'},
  'of several years': {from: '2002-07-15', to: '2005-04-10'},
  'over a change of the clocks': {from: '2017-03-18', to: '2017-04-03'},
} satisfies Record<string, Period>;

type PeriodName = keyof typeof PERIODS;

/** The most pages of a list: earlier runs have recorded sessions in these periods, too. */
const MAX_PAGES = 20;

/** A list shows the sessions that are certainly in a period, and none that is certainly outside. */
function expectSessionsInPeriod(
  pages: Exchange[],
  period: Period,
  shown: Exchange,
  sessions: Exchange[],
): Judgement {
  const last = pages.at(-1);
  const found = new Set(uuidsOn(pages));
  const missing = sessions.filter((session) => {
    const row = rowOf(shown, session);
    return row && isWithin(period, row) === true && !found.has(uuidIn(session));
  });
  return all(
    expectNone(
      sessionRows(pages).filter((row) => isWithin(period, row) === false),
      'session of other days',
      'finds too much',
      last,
    ),
    when(missing.length === 0 || (last !== undefined && isLast(last)), 'there are more pages', () =>
      expectNone(missing, 'session of the period that is not listed', 'finds too little', last),
    ),
  );
}

/** Sessions before, in and after a period, each some days from its ends (NS-ST-25). */
const AROUND = [
  ['before', 'from', -4],
  ['first', 'from', 3],
  ['last', 'to', -3],
  ['after', 'to', 4],
] as const;

/** A day of a year in which little else was read. */
const QUIET_DAY = '2007-08-15';

/** Days beside that of a session on which it may lie by the calendar of the store (NS-ST-25). */
const BESIDE = [-1, 0, 1] as const;

/** The periods from one day to another, by how many days after that of the session each is. */
const PERIODS_BESIDE: [from: number, to: number][] = [
  [-2, -1],
  ...BESIDE.flatMap((day): [number, number][] => [
    [day, day],
    [day, day + 1],
  ]),
];

const named = (from: number, to: number): string => `from ${from} to ${to}`;

/**
 * Periods that end with the day of a session, begin with it, or consist of it, and the same for the
 * days beside it. It is open whether
 * the first and the last day belong to a period, which date of a session is meant, and in which
 * time zone a day begins (NS-ST-25): the periods up to the day and from the day on show this.
 * @param dayOf the day on which the session was read, or a time of it, by the creation of its
 * reader
 */
const periodsOf = (
  what: string,
  more: Reading,
  dayOf: (created: Handle) => Val,
): Scene<undefined, Record<string, Handle>> =>
  sharedScene({
    id: `store: periods to a day, from it on, and of it alone, ${what}`,
    api: 'store',
    onlyOnTestTargets: true,
    act: (s) => {
      const {created} = createUser(s);
      const day = dayOf(created);
      const session = readBy(s, created, issueOf(s), more);
      const shown = listUntilShown(s, created, session);
      const lists = PERIODS_BESIDE.map(([from, to]): [string, Handle] => [
        named(from, to),
        listReading(s, {
          ...ofUser(created),
          from_date: dayAfter(day, from),
          to_date: dayAfter(day, to),
        }),
      ]);
      return {session, shown, ...Object.fromEntries(lists)};
    },
  });

const isPage = hasSituation('reading-page');

/**
 * A period of one day finds a session if the period up to that day and the one from that day on
 * both find it. It is open whether a period may extend into the future.
 */
function expectFoundOnItsDay({
  session,
  shown: _shown,
  ...lists
}: Record<string, Exchange>): Judgement {
  if (!session) return undecided('no session was recorded');
  const finds = (list: Exchange | undefined): boolean =>
    list !== undefined && isPage(list) && rowOf(list, session) !== undefined;
  const odd = Object.values(lists).filter((list) => !isPage(list));
  const days = BESIDE.filter(
    (day) => finds(lists[named(day - 1, day)]) && finds(lists[named(day, day + 1)]),
  ).flatMap((day) => lists[named(day, day)] ?? []);
  return all(
    ...odd.map((list) => expectNoServerError(list, 'server error')),
    judgeEach(days.filter(isPage), (ofTheDay) => expectInTheDay(ofTheDay, session)),
    odd.length || days.length ? nothing() : expectOwnDay(lists[named(-1, 0)]),
  );
}

/** Whether the ends of a period include their own days is open, unless the profile says so. */
const expectOwnDay = (list: Exchange | undefined): Judgement =>
  leftOpen(
    'NS-ST-25',
    'own day left out',
    'no day is found by the period to it and by the one from it on: `from_date` or `to_date` leaves out its own day',
    promisedBy('own day included', {
      branch: 'its own day is missing',
      expected: 'a day that the period to it and the one from it on both find',
      got: 'none',
      at: list,
    }),
  );

const expectInTheDay = (ofTheDay: Exchange, session: Exchange): Judgement =>
  when(isLast(ofTheDay), 'the list has further pages', () =>
    expectNoneLost(ofTheDay, [uuidIn(session)], 'a period of one day finds too little'),
  );

/** Periods of one day: for a session long ago, and for one that is recorded now. */
export const periodOfOneDay: Check[] = [
  ...checksAt(
    periodsOf('long ago', {started_at: `${QUIET_DAY}T12:00:00Z`}, () => QUIET_DAY),
    'store.reading.dates-filter',
    {'of one day': expectFoundOnItsDay},
  ),
  ...checksAt(
    periodsOf('today', {}, (created) => created.at('/data/created_at/date')),
    'store.reading.dates-filter',
    {'of today': expectFoundOnItsDay},
  ),
];

/** Any period finds the sessions of its days. */
export const anyPeriod: AnyProperty = property<
  {period: PeriodName},
  Record<(typeof AROUND)[number][0] | 'shown', Handle> & {pages: Handle<Exchange[]>}
>({
  rule: 'store.reading.dates-filter',
  place: 'whatever the period',
  forAll: {period: classesOf(...(Object.keys(PERIODS) as [PeriodName, ...PeriodName[]]))},
  maxDrawsOnShared: 0,
  drawFactor: 3,
  act: (s: Script, {period}) => {
    const {created} = createUser(s);
    const issue = issueOf(s);
    const {from, to} = PERIODS[period];
    const sessions = Object.fromEntries(
      AROUND.map(([name, edge, days]) => {
        const started = text(dayAfter(PERIODS[period][edge], days), 'T12:00:00Z');
        return [name, readBy(s, created, issue, {started_at: started})];
      }),
    ) as Record<(typeof AROUND)[number][0], Handle>;
    return {
      ...sessions,
      shown: listUntilShown(s, created, sessions.after),
      pages: walkReading(s, {from_date: from, to_date: to}, MAX_PAGES),
    };
  },
  judge: ({pages, shown, ...sessions}, {period}) =>
    all(...pages.map((page) => expectOutcome(page, 'reading-page', 'refused')), () =>
      expectSessionsInPeriod(pages, PERIODS[period], shown, Object.values(sessions)),
    ),
});
