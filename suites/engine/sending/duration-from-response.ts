import type {ToldDuration} from '../../../spec/step.ts';
import {zonedInstant} from '../../datetimes.ts';

/**
 * How long a wait is that depends on a duration which a response tells.
 * @param ms milliseconds where the duration is the one that is foreseen
 * @param told its seconds, as the response has them; what is no number counts for nothing
 */
export function millisecondsToWait(
  ms: number,
  {foreseen, atMost}: ToldDuration,
  told: unknown,
): number {
  if (typeof told !== 'number' || !Number.isFinite(told)) return ms;
  const wanted = ms + (told - foreseen) * 1000;
  return Math.round(Math.min(Math.max(wanted, 0), atMost));
}

/** Seconds by which the clock of a deployment may differ from that of the run. */
const MAX_CLOCK_DIFFERENCE_S = 60;

/**
 * The seconds until an instant; undefined for a time without a zone, and for one so near to the foreseen end that the
 * clocks may differ.
 * @param now milliseconds since 1970
 */
export function secondsUntil(end: unknown, now: number, foreseen: number): number | undefined {
  const seconds = Math.round((zonedInstant(end) - now) / 1000);
  return Math.abs(seconds - foreseen) > MAX_CLOCK_DIFFERENCE_S ? seconds : undefined;
}
