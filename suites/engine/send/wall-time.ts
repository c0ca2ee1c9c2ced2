import {DAY_MS} from '../../../spec/durations.ts';
import type {DayTime, WallTime} from '../../../spec/step.ts';

/** The months in which a day is looked for: 29 February may be eight years away. */
const MONTHS = 97;

/**
 * Milliseconds from a local time until the next occurrence of a time.
 * Changes between standard time and daylight saving time are ignored.
 * @param now the local time, as `YYYY-MM-DD HH:MM:SS`
 * @returns 0 for any other text
 */
export function millisecondsUntil(
  now: string,
  {or = [], ...wanted}: Omit<WallTime, 'now'>,
): number {
  const begin = Date.parse(`${now.slice(0, 19).replace(' ', 'T')}Z`);
  if (!Number.isFinite(begin)) return 0;
  const [year, month] = now.split('-').map(Number) as [number, number];
  for (let later = 0; later <= MONTHS; later += 1) {
    const times = [wanted, ...or].flatMap((one) => timeIn(year, month - 1 + later, one) ?? []);
    const [first] = times.filter((time) => time > begin).toSorted((one, other) => one - other);
    if (first !== undefined) return first - begin;
  }
  return 0;
}

/** The time in a month; undefined if it is another month, or does not have the day. */
function timeIn(
  year: number,
  index: number,
  {month, day, weekday, hour, minute}: DayTime,
): number | undefined {
  const time = Date.UTC(year, index, day, hour, minute);
  const date = new Date(time);
  const isOfMonth = month === undefined || date.getUTCMonth() === month - 1;
  if (!isOfMonth || date.getUTCDate() !== day) return undefined;
  const days = weekday === undefined ? 0 : (weekday - date.getUTCDay() + 7) % 7;
  return time + days * DAY_MS;
}
