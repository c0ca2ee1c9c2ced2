/** No subscription ends later: a date has four digits for the year. Epoch milliseconds. */
export const LAST_INSTANT = Date.UTC(9999, 11, 31);

/**
 * The instant some months after another: the same day of the month at the same time, or the last
 * day of a month that is too short (a month after 31 January is 28 or 29 February).
 * @param from epoch milliseconds
 * @param months a whole number, 0 or more
 * @returns epoch milliseconds, at most `LAST_INSTANT`
 */
export function monthsAfter(from: number, months: number): number {
  const start = new Date(from);
  const target = new Date(from);
  target.setUTCDate(1);
  target.setUTCMonth(start.getUTCMonth() + months);
  target.setUTCDate(Math.min(start.getUTCDate(), daysInMonth(target)));
  const instant = target.getTime();
  // It is not a number for a date beyond the calendar.
  return instant < LAST_INSTANT ? instant : LAST_INSTANT;
}

/** How many days the month of a date has, in UTC. */
const daysInMonth = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
