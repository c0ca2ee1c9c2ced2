/** Formats instants in the time zone of a store (NS-ST-04). */

import {DAY_MS} from '../../../spec/durations.ts';

/**
 * ISO 8601 with the offset of a time zone, for example `2026-03-01T09:30:00+01:00`.
 * @param at epoch milliseconds
 * @param zone an IANA name, such as `Europe/Berlin`
 */
export function zoned(at: number, zone: string): string {
  if (zone === 'UTC') return new Date(at).toISOString();
  const local = localDateTime(at, zone).replace(' ', 'T');
  const offset = Math.round((Date.parse(`${local}Z`) - at) / 60_000);
  if (offset === 0) return `${local}Z`;
  const sign = offset < 0 ? '-' : '+';
  return `${local}${sign}${twoDigits(offset / 60)}:${twoDigits(offset % 60)}`;
}

/**
 * Formats an instant as local time `YYYY-MM-DD HH:MM:SS`.
 * @param at epoch milliseconds
 */
export const localDateTime = (at: number, zone: string): string =>
  // Years before 1000 are formatted without leading zeros.
  formatIn(zone).format(at).padStart(LENGTH, '0');

const LENGTH = 'YYYY-MM-DD HH:MM:SS'.length;

/** Formatters by time zone: creating one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  formats.set(timeZone, made);
  return made;
}

/**
 * The date of an instant in a time zone, as `YYYY-MM-DD`.
 * @param at epoch milliseconds
 */
export const localDay = (at: number, zone: string): string => localDateTime(at, zone).slice(0, 10);

/**
 * The first instant after a day in a time zone, in epoch milliseconds.
 * @param day YYYY-MM-DD
 */
export const dayEnds = (day: string, zone: string): number =>
  midnight(Date.parse(`${day}T00:00:00Z`) + DAY_MS, zone);

/**
 * The first instant of a day in a time zone, in epoch milliseconds.
 * @param day YYYY-MM-DD
 */
export const dayBegins = (day: string, zone: string): number =>
  midnight(Date.parse(`${day}T00:00:00Z`), zone);

const YEAR_100 = Date.UTC(100, 0, 2);

/** Midnight in a time zone on the day whose midnight in UTC is `utc`, in epoch milliseconds. */
function midnight(utc: number, zone: string): number {
  // `Date.parse` takes the years before 100 for years of the 20th and 21st century.
  if (utc < YEAR_100) return utc;
  const offsetAt = (at: number): number => Date.parse(`${localDateTime(at, zone)}Z`) - at;
  // The offset at midnight is that of an instant near it, unless the clocks change in between.
  const near = utc - offsetAt(utc);
  return utc - offsetAt(near);
}

/** The absolute value of a number in two digits: `05` for -5.5. */
const twoDigits = (amount: number): string => String(Math.trunc(Math.abs(amount))).padStart(2, '0');
