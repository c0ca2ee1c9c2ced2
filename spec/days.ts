/** Dates in the form of both documents: YYYY-MM-DD. */

import {DAY_MS} from './durations.ts';

/**
 * The UTC date of an instant.
 * @param at epoch milliseconds
 */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The date some days after another, or before it if `days` is negative. */
export const addDays = (day: string, days: number): string =>
  utcDay(Date.parse(day) + days * DAY_MS);
