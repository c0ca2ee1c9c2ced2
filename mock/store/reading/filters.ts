import {addDays} from '../../../spec/days.ts';
import type {Input, View} from '../../operation.ts';
import {dayEnds} from '../access/local-time.ts';
import {userById} from '../users/find-user.ts';
import {dayOf, monthOf, reasonAndValue, type ReadingSession} from './reading-session.ts';

/** The sessions that match filters: which index entries to read, and which of their sessions to keep. */
export interface Filtered {
  /** Values of an index; undefined: all sessions of the store. */
  under?: {index: string; values: readonly string[]};
  where?: (session: ReadingSession) => boolean;
}

/** A first and a last instant, in epoch milliseconds. */
interface Period {
  from: number;
  /** The first instant after it. */
  to: number;
}

/** Periods of at most this number of days are looked up day by day; longer ones month by month. */
const MAX_DAYS = 70;
/** Periods of at most this number of months are looked up; longer ones contain nearly all sessions. */
const MAX_MONTHS = 2400;

/** The query without filters that are only valid together with another one (NS-ST-21). */
export function pairedFilters({
  reason_value: value,
  from_date: from,
  to_date: to,
  ...rest
}: Input['query']): Input['query'] {
  return {
    ...rest,
    ...(value !== undefined && rest['reason_type'] !== undefined && {reason_value: value}),
    ...(from !== undefined && to !== undefined && {from_date: from, to_date: to}),
  };
}

type Under = NonNullable<Filtered['under']>;
type Where = NonNullable<Filtered['where']>;

/**
 * Sessions of other filters are distributed over time. The sessions of a period are read first unless they are this
 * many times more numerous.
 */
const PERIOD_FIRST = 20;

/** Reads the filters of a query: the most selective one determines the index, the others filter its sessions. */
export function filtersOf(view: View, query: Input['query']): Filtered {
  const period = periodOf(view, query);
  const under = narrowest(view, placesOf(view, query), period ? daysOf(view, period) : []);
  const wheres = [...choicesOf(view, query), ...(period ? [isWithin(view, period)] : [])];
  return {
    ...(under && {under}),
    ...(wheres.length && {where: (session) => wheres.every((fits) => fits(session))}),
  };
}

/** Of several lookups, the one with the fewest sessions. */
function narrowest(view: View, places: Under[], ofPeriod: Under[]): Under | undefined {
  const counted = (under: Under, times: number): {under: Under; cost: number} => ({
    under,
    cost: times * view.countUnder('reading_sessions', under),
  });
  const costs = [
    ...ofPeriod.map((under) => counted(under, 1)),
    ...places.map((under) => counted(under, ofPeriod.length ? PERIOD_FIRST : 1)),
  ];
  return costs.sort((a, b) => a.cost - b.cost)[0]?.under;
}

/** The lookups for the filters by an id or a reason. */
function placesOf(view: View, query: Input['query']): Under[] {
  const {user_id: user, issue_id: issue, reason_type: type, reason_value: value} = query;
  const places: Under[] = [];
  if (user !== undefined) places.push({index: 'user', values: [userKeyOf(view, user)]});
  if (issue !== undefined) places.push({index: 'issue', values: [String(Number(issue))]});
  if (type !== undefined && value !== undefined)
    places.push({index: 'reason_value', values: [reasonAndValue(type, Number(value))]});
  else if (type !== undefined) places.push({index: 'reason_type', values: [type]});
  return places;
}

/** The condition of each of these filters. */
function choicesOf(view: View, query: Input['query']): Where[] {
  const {user_id: user, issue_id: issue, reason_type: type, reason_value: value} = query;
  const wheres: Where[] = [];
  if (user !== undefined) {
    const key = userKeyOf(view, user);
    wheres.push((one) => one.user === key);
  }
  if (issue !== undefined) wheres.push((one) => one.issue === Number(issue));
  if (type !== undefined) wheres.push((one) => one.reason_type === type);
  if (value !== undefined) wheres.push((one) => one.reason_value === Number(value));
  return wheres;
}

/** The index key for the sessions of a user; for an unknown user a key without sessions. */
const userKeyOf = (view: View, id: string): string =>
  userById(view, String(Number(id)))?.key ?? 'nobody';

/** The period of `from_date` and `to_date`, in days of the store's time zone (NS-ST-25). */
function periodOf(view: View, {from_date: from, to_date: to}: Input['query']): Period | undefined {
  if (from === undefined || to === undefined) return undefined;
  const zone = String(view.freedom('store.timezone'));
  const last = view.freedom('reading.last_day') === 'included' ? to : addDays(to, -1);
  return {from: dayEnds(addDays(from, -1), zone), to: dayEnds(last, zone)};
}

/** The instant of a session that filters by date compare (NS-ST-25). */
const instantOf = (view: View): ((session: ReadingSession) => number) =>
  view.freedom('reading.dates_of') === 'started'
    ? ({started}) => started
    : ({processed, started}) => processed ?? started;

function isWithin(view: View, {from, to}: Period): (session: ReadingSession) => boolean {
  const instant = instantOf(view);
  return (session) => instant(session) >= from && instant(session) < to;
}

/** The lookups for a period: by its days, or by its months. */
function daysOf(view: View, {from, to}: Period): Under[] {
  if (view.freedom('reading.dates_of') !== 'started' || to <= from) return [];
  const [day, lastDay] = [dayOf(from), dayOf(to - 1)];
  if (lastDay - day < MAX_DAYS) return [{index: 'day', values: numbersFrom(day, lastDay)}];
  const [month, lastMonth] = [monthOf(from), monthOf(to - 1)];
  if (lastMonth - month >= MAX_MONTHS) return [];
  return [{index: 'month', values: numbersFrom(month, lastMonth)}];
}

const numbersFrom = (first: number, last: number): string[] =>
  Array.from({length: last - first + 1}, (_, n) => String(first + n));
