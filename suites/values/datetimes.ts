/** Days of requests, and datetimes of responses, whose form is not always shown (NS-ST-23). */

import {DAY_MS} from '../../spec/durations.ts';
import {isObject, toText} from '../../spec/json.ts';

/** Above this a number counts milliseconds, below it seconds. */
const SECONDS_AT_MOST = 100_000_000_000;

/** A date with a time of day that names no zone. */
const LOCAL = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?$/;

/** The date and the time of day in the basic form of ISO 8601: `20260302T093000`. */
const BASIC = /^(\d{4})(\d\d)(\d\d)[Tt](\d\d)(\d\d)(\d\d)/;

const inExtendedForm = (text: string): string => text.replace(BASIC, '$1-$2-$3T$4:$5:$6');

/**
 * The instant of a datetime: of ISO 8601, of a date with a time that names no zone (read as UTC), of
 * a number of seconds or milliseconds since 1970, or of an object with such a member.
 * @returns epoch milliseconds, exact except for the zone; NaN for any other form
 */
export function instantOf(value: unknown): number {
  if (typeof value === 'number') return value < SECONDS_AT_MOST ? value * 1000 : value;
  if (isObject(value)) return instantOf(value.timestamp ?? value.date ?? value.datetime);
  if (typeof value !== 'string') return Number.NaN;
  const [, day, time] = LOCAL.exec(inExtendedForm(value)) ?? [];
  return day === undefined ? isoInstant(value) : Date.parse(`${day}T${time}Z`);
}

/** The instant of a text in ISO 8601, which allows a comma before the fraction of a second; NaN of others. */
export const isoInstant = (text: string): number =>
  Date.parse(inExtendedForm(text).replace(/(?<=:\d\d),(?=\d)/, '.'));

/** The instant of a time with its zone; NaN of others: clocks of places go back in autumn. */
export const zonedInstant = (time: unknown): number =>
  typeof time === 'string' && /(Z|[+-]\d\d:?\d\d)$/i.test(time) ? isoInstant(time) : Number.NaN;

/** A time without a zone, as if it were UTC; NaN of others. */
export const localInstant = (time: unknown): number =>
  typeof time === 'string' && LOCAL.test(inExtendedForm(time)) ? instantOf(time) : Number.NaN;

/** Whether two times with zones are surely of two instants: one may be cut to seconds, or to minutes. */
export function areTwoInstants(one: unknown, other: unknown): boolean {
  const isToTheMinute = [one, other].some((time) => !/[T ]\d\d:?\d\d:?\d\d/i.test(toText(time)));
  const distance = Math.abs(zonedInstant(one) - zonedInstant(other));
  return distance > (isToTheMinute ? 60_000 : 2000);
}

/** The day number since 1970 of YYYY-MM-DD, in milliseconds. */
export const dayStart = (day: string): number => Date.parse(day);

/** Whether a text is a day that there is, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** Days by which an edge of a period, and the zone of a date, may lie elsewhere (NS-ST-25). */
const MARGIN = 2 * DAY_MS;

/** Milliseconds by which two datetimes of one instant may differ: each may be of another zone (NS-ST-104). */
export const ZONE_TOLERANCE_MS = 24 * 3_600_000;

/** A period as a request names it: the first and the last day, as YYYY-MM-DD. */
export interface Period {
  from: string;
  to: string;
}

/** Whether an instant surely lies in a period, or surely does not; undefined near its edges. */
export function liesIn({from, to}: Period, at: number): boolean | undefined {
  const [begin, end] = [dayStart(from), dayStart(to) + DAY_MS];
  if (at >= begin + MARGIN && at < end - MARGIN) return true;
  return at < begin - MARGIN || at >= end + MARGIN ? false : undefined;
}
