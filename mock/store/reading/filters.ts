import type {Input, View} from '../../operation.ts';
import {dayEnds} from '../access/local-time.ts';
import {userById} from '../users/find-user.ts';
import {dayOf, reasonAndValue, type ReadingSession} from './reading-session.ts';

/** The sessions that filters find: where to look, and which of those that are there. */
export interface Filtered {
  /** Values of an index; undefined: all sessions of the store. */
  under?: {index: string; values: readonly string[]};
  where?: (session: ReadingSession) => boolean;
}

/** A first and a last instant, in epoch milliseconds. */
interface Period {
  from: number;
  /** The first instant behind it. */
  to: number;
}

const DAY = 86_400_000;
/** Days of a period at most whose sessions are looked up day by day. */
const MOST_DAYS = 400;

/** The query without the filters that another one would have to stand beside (NS-ST-21). */
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

/** Reads the filters of a query: the narrowest says where to look, the others choose there. */
export function filtersOf(view: View, query: Input['query']): Filtered {
  const {user_id: user, issue_id: issue, reason_type: type, reason_value: value} = query;
  const period = periodOf(view, query);
  const under: Filtered['under'][] = [
    user === undefined ? undefined : {index: 'user', values: [userKeyOf(view, user)]},
    issue === undefined ? undefined : {index: 'issue', values: [String(Number(issue))]},
    type === undefined || value === undefined
      ? undefined
      : {index: 'reason_value', values: [reasonAndValue(type, Number(value))]},
    period && daysOf(view, period),
    type === undefined ? undefined : {index: 'reason_type', values: [type]},
  ];
  const narrowest = under.find((one) => one !== undefined);
  const wheres = [
    issue === undefined ? undefined : (one: ReadingSession) => one.issue === Number(issue),
    type === undefined ? undefined : (one: ReadingSession) => one.reason_type === type,
    value === undefined ? undefined : (one: ReadingSession) => one.reason_value === Number(value),
    period && isWithin(view, period),
  ].filter((one) => one !== undefined);
  return {
    ...(narrowest && {under: narrowest}),
    ...(wheres.length && {where: (session) => wheres.every((fits) => fits(session))}),
  };
}

/** The key under which the sessions of a user stand; one that no session has for an unknown user. */
const userKeyOf = (view: View, id: string): string =>
  userById(view, String(Number(id)))?.key ?? 'nobody';

/** The period of `from_date` and `to_date`, in days of the store's zone (NS-ST-25). */
function periodOf(view: View, {from_date: from, to_date: to}: Input['query']): Period | undefined {
  if (from === undefined || to === undefined) return undefined;
  const zone = String(view.freedom('store.timezone'));
  const last = view.freedom('reading.last_day') === 'included' ? to : dayBefore(to);
  return {from: dayEnds(dayBefore(from), zone), to: dayEnds(last, zone)};
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);

/** The instant of a session that filters by date are about (NS-ST-25). */
const instantOf = (view: View): ((session: ReadingSession) => number) =>
  view.freedom('reading.dates_of') === 'started'
    ? ({started}) => started
    : ({processed, started}) => processed ?? started;

function isWithin(view: View, {from, to}: Period): (session: ReadingSession) => boolean {
  const instant = instantOf(view);
  return (session) => instant(session) >= from && instant(session) < to;
}

/** Where the sessions of a period stand, for one of not too many days. */
function daysOf(view: View, {from, to}: Period): Filtered['under'] {
  const [first, last] = [dayOf(from), dayOf(to - 1)];
  if (last - first >= MOST_DAYS || view.freedom('reading.dates_of') !== 'started') return undefined;
  const days = Array.from({length: Math.max(0, last - first + 1)}, (_, n) => String(first + n));
  return {index: 'day', values: days};
}
