/** A second, a minute, an hour and a day, in milliseconds. */
export const SECOND = 1000;
/** A minute. */
export const MINUTE = 60 * SECOND;
/** An hour. */
export const HOUR = 60 * MINUTE;
/** A day. */
export const DAY = 24 * HOUR;

/** A moment as the server writes it: ISO 8601 with the offset +02:00. */
export function stamp(ms: number): string {
  return new Date(ms + 2 * HOUR).toISOString().replace('Z', '+02:00');
}
