import type {WallTime} from '../../../spec/step.ts';

/**
 * Milliseconds from a local time until the next occurrence of a day of the month and a time of day.
 * Changes between standard time and daylight saving time are ignored.
 * @param now the local time, as `YYYY-MM-DD HH:MM:SS`
 * @returns 0 for any other text
 */
export function millisecondsUntil(
  now: string,
  {day, hour, minute}: Pick<WallTime, 'day' | 'hour' | 'minute'>,
): number {
  const begin = Date.parse(`${now.slice(0, 19).replace(' ', 'T')}Z`);
  if (!Number.isFinite(begin)) return 0;
  const [year, month] = now.split('-').map(Number) as [number, number];
  for (let later = 0; later <= 12; later += 1) {
    const time = Date.UTC(year, month - 1 + later, day, hour, minute);
    if (time > begin && isOnDay(time, day)) return time - begin;
  }
  return 0;
}

/** Whether a time is on a day of the month, which a shorter month does not have. */
const isOnDay = (time: number, day: number): boolean =>
  Number(new Date(time).toISOString().slice(8, 10)) === day;
