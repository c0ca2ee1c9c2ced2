/** Days on which calendars and clocks turn, in UTC, for defects that are seen only there. */

import {DAY_MS} from '../../../spec/durations.ts';
import {utcDay} from '../../../spec/days.ts';

const HOUR_MS = 3_600_000;

const yearOf = (at: number): number => new Date(at).getUTCFullYear();

/** Whether an instant lies on 29 February. */
export const isOnLeapDay = (at: number): boolean => utcDay(at).endsWith('-02-29');

/** Whether an instant lies on 31 December. */
export const isOnLastDay = (at: number): boolean => utcDay(at).endsWith('-12-31');

/** Whether an instant lies on the last day of a February of 28 days. */
export const isOnLastOfFebruary = (at: number): boolean =>
  utcDay(at).endsWith('-02-28') && !isOnLeapDay(at + DAY_MS);

/** Whether two instants are of two years. */
export const areOfTwoYears = (one: number, other: number): boolean => yearOf(one) !== yearOf(other);

/** When a year ends. */
export const endOfYear = (at: number): number => Date.UTC(yearOf(at) + 1, 0, 1);

/** Whether the clocks of Europe are changed between two instants: at 01:00 UTC on the last Sunday of a month. */
export const areAroundChange = (from: number, to: number, month: 3 | 10): boolean => {
  const last = Date.UTC(yearOf(from), month - 1, 31);
  const sunday = last - new Date(last).getUTCDay() * DAY_MS;
  const change = sunday + HOUR_MS;
  return from < change && to >= change;
};
