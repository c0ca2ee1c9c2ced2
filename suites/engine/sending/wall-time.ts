import type {WallTime} from '../../../spec/step.ts';

/**
 * Milliseconds from one time of a wall clock to the next that is on a day of the month, at a time of
 * day. That the clock may be put forward or back in between makes no difference here.
 * @param now `YYYY-MM-DD HH:MM:SS`, as the clock shows it
 * @returns 0 for a text that names no time
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

/** A month that is too short for the day ends before it. */
const isOnDay = (time: number, day: number): boolean =>
  Number(new Date(time).toISOString().slice(8, 10)) === day;
