import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksOf, check, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectOutcome,
  expectNoServerError,
  leftOpen,
  promisedBy,
  undecided,
  when,
  judgeEach,
  nothing,
} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {seconds, type Handle} from '../../../language/script.ts';
import {dayAfter, text} from '../../../language/sent-values.ts';
import {pageOf, pagesOf, type PagesSeen, type Steps} from '../../../tables/pages-seen.ts';
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
import {isLast, expectNoneLost, rowOf, uuidIn, type SessionRow} from '../session-rows.ts';
import {expectOnlyFitting} from './fitting-rows.ts';

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

/** The most pages of a list: earlier runs have recorded sessions in these periods, too. */
const MAX_PAGES = 20;

/** Sessions before, in and after a period, each some days from its ends (NS-ST-25). */
const AROUND = [
  ['before', 'from', -4],
  ['first', 'from', 3],
  ['last', 'to', -3],
  ['after', 'to', 4],
] as const;

const EACH = Object.entries(PERIODS).flatMap(([name, period]) =>
  AROUND.map(([where, edge, days]) => ({key: `${where}: ${name}`, day: period[edge], days})),
);

/** Any period finds the sessions of its days. */
export const anyPeriod: Check = check({
  rule: 'store.reading.dates-filter',
  place: 'whatever the period',
  onlyOnTestTargets: true,
  act: (s): Steps => {
    const {created} = createUser(s);
    const issue = issueOf(s);
    const sessions = EACH.map(({key, day, days}): [string, Handle] => [
      key,
      readBy(s, created, issue, {started_at: text(dayAfter(day, days), 'T12:00:00Z')}),
    ]);
    s.advance(seconds(5));
    const shown = walkReading(s, ofUser(created), MAX_PAGES);
    const lists = Object.entries(PERIODS).map(([name, {from, to}]): [string, Steps[string]] => [
      name,
      walkReading(s, {from_date: from, to_date: to}, MAX_PAGES),
    ]);
    return {...Object.fromEntries([...sessions, ...lists]), shown};
  },
  judge: (seen: PagesSeen) => {
    const rows: SessionRow[] = EACH.flatMap(({key}) =>
      [rowOf(pagesOf(seen, 'shown'), pageOf(seen, key)) ?? []].flat(),
    );
    return when(rows.length > 0, 'no list shows the sessions', () =>
      judgeEach(Object.keys(PERIODS), (name) => {
        const pages = pagesOf(seen, name);
        return all(...pages.map((page) => expectOutcome(page, 'reading-page', 'refused')), () =>
          expectOnlyFitting(pages, rows, () => undecided('there are more pages')),
        );
      }),
    );
  },
});

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

const isPage = hasSituation('reading-page');

/**
 * A period of one day finds a session if the period up to that day and the one from that day on
 * both find it. It is open whether a period may extend into the future.
 */
function expectFoundOnItsDay(seen: PagesSeen): Judgement {
  const session = pageOf(seen, 'session');
  const list = (from: number, to: number): Exchange => pageOf(seen, named(from, to));
  const finds = (from: number, to: number): boolean =>
    isPage(list(from, to)) && rowOf(list(from, to), session) !== undefined;
  const odd = PERIODS_BESIDE.map(([from, to]) => list(from, to)).filter((one) => !isPage(one));
  const days = BESIDE.filter((day) => finds(day - 1, day) && finds(day, day + 1)).map((day) =>
    list(day, day),
  );
  return all(
    ...odd.map((one) => expectNoServerError(one, 'server error')),
    judgeEach(days.filter(isPage), (ofTheDay) =>
      when(isLast(ofTheDay), 'the list has further pages', () =>
        expectNoneLost(ofTheDay, [uuidIn(session)], 'a period of one day finds too little'),
      ),
    ),
    odd.length || days.length ? nothing() : expectOwnDay(list(-1, 0)),
  );
}

/** Whether the ends of a period include their own days is open, unless the profile says so. */
const expectOwnDay = (list: Exchange): Judgement =>
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

/**
 * Periods that end with the day of a session, begin with it, or consist of it, and the same for the
 * days beside it. It is open whether
 * the first and the last day belong to a period, which date of a session is meant, and in which
 * time zone a day begins (NS-ST-25): the periods up to the day and from the day on show this.
 * @param dayOf the day on which the session was read, or a time of it, by the creation of its
 * reader
 */
const checksOfDay = (
  place: string,
  what: string,
  more: Reading,
  dayOf: (created: Handle) => Val,
): Check[] => {
  const scene = sharedScene({
    id: `store: periods to a day, from it on, and of it alone, ${what}`,
    onlyOnTestTargets: true,
    act: (s): Steps => {
      const {created} = createUser(s);
      const day = dayOf(created);
      const session = readBy(s, created, issueOf(s), more);
      listUntilShown(s, created, session);
      const lists = PERIODS_BESIDE.map(([from, to]): [string, Handle] => [
        named(from, to),
        listReading(s, {
          ...ofUser(created),
          from_date: dayAfter(day, from),
          to_date: dayAfter(day, to),
        }),
      ]);
      return {session, ...Object.fromEntries(lists)};
    },
  });
  return checksOf(scene, {[`store.reading.dates-filter @ ${place}`]: expectFoundOnItsDay});
};

/** Periods of one day: for a session long ago, and for one that is recorded now. */
export const periodOfOneDay: Check[] = [
  ...checksOfDay('of one day', 'long ago', {started_at: `${QUIET_DAY}T12:00:00Z`}, () => QUIET_DAY),
  ...checksOfDay('of today', 'today', {}, (created) => created.at('/data/created_at/date')),
];
