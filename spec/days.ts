import {DAY_MS} from './durations.ts';

/** Days as both documents write them: YYYY-MM-DD. */

/**
 * The day on which an instant falls in UTC.
 * @param at epoch milliseconds
 */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day that is so many days after another one, or before it where `days` is negative. */
export const addDays = (day: string, days: number): string =>
  utcDay(Date.parse(day) + days * DAY_MS);
