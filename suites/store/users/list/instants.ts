import * as fc from 'fast-check';
import {DAY_MS} from '../../../../spec/durations.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksOf,
  sharedScene,
  type AnyProperty,
  type Check,
  type Judgement,
} from '../../../language/check.ts';
import {expectThat, when} from '../../../language/judge.ts';
import {property} from '../../../language/property.ts';
import {hours, type Handle, type Script} from '../../../language/script.ts';
import type {ValueClasses} from '../../../values/values.ts';
import {createUser, deactivate, findDeactivated, search} from '../../people.ts';
import {expectListedDeactivated, rowOf} from '../../user-rows.ts';
import {expectInstants} from './date-objects.ts';
import {utcDay} from '../../../../spec/days.ts';
import {toText} from '../../../../spec/json.ts';

/** The next month with 31 days is at most this far away. */
const TWO_MONTHS = hours(62 * 24 + 14);
/** A day of a month on the store's own clock. */
const daysOfMonth: ValueClasses<number> = {
  plain: 15,
  classes: {
    'the last of a long month': fc.constant(31),
    'the last of a short month': fc.constant(30),
    'the first': fc.constant(1),
    'a figure below ten': fc.integer({min: 2, max: 9}),
    'the 28th or 29th': fc.constantFrom(28, 29),
  },
};

/** An hour on the store's own clock. */
const hoursOfDay: ValueClasses<number> = {
  plain: 9,
  classes: {
    noon: fc.constant(12),
    midnight: fc.constant(0),
    afternoon: fc.integer({min: 13, max: 22}),
    'the last': fc.constant(23),
    morning: fc.integer({min: 1, max: 11}),
  },
};

/** Lets time pass until the store's clock shows this time, and then records a creation. */
function createOn(
  s: Script,
  before: Handle,
  wall: {day: number; hour: number},
  most: number,
): ReturnType<typeof createUser> {
  const now = before.at('/data/created_at/date');
  s.advance(most, {now, ...wall, minute: 30});
  return createUser(s);
}

/** Records a creation some hours later. */
function createLater(s: Script, later: number): Handle {
  s.advance(hours(later));
  return createUser(s).created;
}

/** The instant of a creation, and the number of the day that the list shows for it. */
interface DayShown {
  /** Milliseconds since 1970. */
  instant: number;
  /** Days since 1970. */
  day: number;
}

/** The day that the list shows of a creation, if both can be read. */
export function dayShown(created: Exchange, list: Exchange): DayShown | undefined {
  const timestamp = Number(created.body?.data?.created_at?.timestamp);
  const text = rowOf(list, created)?.created_at_date_string;
  const day = Date.parse(toText(text)) / DAY_MS;
  return Number.isInteger(day) && Number.isFinite(timestamp)
    ? {instant: timestamp * 1000, day}
    : undefined;
}

/** How far the time zone of a day may be behind UTC, and ahead of it. */
const MAX_BEHIND_HOURS = 12;
const MAX_AHEAD_HOURS = 14;

/**
 * The days in the list are those of the creations in one time zone. The time zone is not
 * documented, and an hour is tolerated for daylight saving time.
 */
export function expectDaysOfOneZone(shown: DayShown[], at: Exchange): Judgement {
  const isDayIn = ({instant, day}: DayShown, offset: number): boolean =>
    [-1, 0, 1].some((hour) => Math.floor((instant + (offset + hour) * 3_600_000) / DAY_MS) === day);
  const offsets = Array.from(
    {length: 2 * (MAX_BEHIND_HOURS + MAX_AHEAD_HOURS) + 1},
    (_, halves) => halves / 2 - MAX_BEHIND_HOURS,
  );
  const fits = offsets.some((offset) => shown.every((one) => isDayIn(one, offset)));
  return expectThat(fits, {
    branch: 'days of no time zone',
    expected:
      '`created_at_date_string` of several users to be the days of their creation in one zone',
    got: shown.map(({day}) => utcDay(day * DAY_MS)).join(', '),
    at,
  });
}

/** Users who are created, and one who is deactivated, at the end of a month. */
const turnOfAMonth = sharedScene({
  id: 'store: users at the turn of a month',
  act: (s) => {
    const {created} = createUser(s);
    const last = createOn(s, created, {day: 31, hour: 13}, TWO_MONTHS);
    const gone = createUser(s);
    deactivate(s, gone.created);
    const lastFound = search(s, last.body.email);
    const goneSeen = findDeactivated(s, gone.created, gone.body.email);
    const first = createOn(s, last.created, {day: 1, hour: 0}, hours(24));
    return {
      created,
      last: last.created,
      first: first.created,
      gone: gone.created,
      lastFound,
      firstFound: search(s, first.body.email),
      found: goneSeen.found,
      list: goneSeen.list,
    };
  },
});

/** Users who are created at difficult times: in the afternoon, at the end of a month. */
export const instants: Check[] = checksOf(turnOfAMonth, {
  'store.users.creation-date-is-one-instant @ at the turn of a month': ({created, last, first}) =>
    expectInstants(created, last, first),
  'store.users.list-item-has-day-of-creation @ at the turn of a month': ({
    last,
    first,
    lastFound,
    firstFound,
  }) => {
    const shown = [dayShown(last, lastFound), dayShown(first, firstFound)].flatMap(
      (one) => one ?? [],
    );
    return when(shown.length === 2, 'the list shows no days of creation', () =>
      expectDaysOfOneZone(shown, lastFound),
    );
  },
  'store.users.deleted-at-is-set-while-deactivated @ on the 31st': ({gone, found, list}) =>
    expectListedDeactivated({found, list}, gone, 'not-listed', ({deleted_at: deletedAt}) =>
      expectThat(deletedAt !== null, {
        branch: 'not-set',
        expected: '`deleted_at` to be a timestamp',
        got: 'null',
        at: found,
      }),
    ),
});

/** Users who are created on any day of a month, at any time of day. */
export const anyInstants: AnyProperty[] = [
  property({
    rule: 'store.users.creation-date-is-one-instant',
    place: 'at any time',
    forAll: {day: daysOfMonth, hour: hoursOfDay},
    act: (s, {day, hour}) => {
      const {created} = createUser(s);
      const first = createOn(s, created, {day, hour}, TWO_MONTHS).created;
      return {
        first,
        second: createLater(s, 6),
        third: createLater(s, 6),
        fourth: createLater(s, 5),
      };
    },
    judge: ({first, second, third, fourth}) => expectInstants(first, second, third, fourth),
  }),
];
