/** How long a 429 asks to wait. */

import {MINUTE_MS} from '../../spec/durations.ts';

/** A refusal by a limit. */
export interface LimitRefusal {
  headers: Record<string, string>;
  /** When it was received, if that is known: epoch milliseconds on the deployment's clock. */
  gotAt?: number | undefined;
}

/**
 * The wait that `Retry-After` asks for: a number of seconds, or a date (RFC 9110, section 10.2.3).
 * @returns milliseconds; undefined without this header, NaN for a value that is neither
 */
export function retryAfterMs({headers, gotAt = NaN}: LimitRefusal): number | undefined {
  const {date, 'retry-after': after} = headers;
  if (after === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(after)) return Number(after) * 1000;
  const now = date === undefined ? gotAt : Date.parse(date);
  const wait = Date.parse(after) - now;
  return wait > MINUTE_MS && endsWithTheMinute(headers, Date.parse(after)) ? MINUTE_MS : wait;
}

/**
 * Whether an instant is about that of `X-RateLimit-Reset`, which a refusal by the minute limit has (Limits). The clock of
 * the deployment may have been moved, while its web server writes `Date` by another one.
 */
function endsWithTheMinute(
  {'x-ratelimit-reset': reset}: LimitRefusal['headers'],
  instant: number,
): boolean {
  return Math.abs(instant - Number(reset) * 1000) <= MINUTE_MS;
}
