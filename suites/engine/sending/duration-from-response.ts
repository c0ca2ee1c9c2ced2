import type {ToldDuration} from '../../../spec/step.ts';

/**
 * The length of a wait that depends on a duration in a response.
 * @param ms the milliseconds for the expected duration
 * @param told the seconds in the response; anything but a number is ignored
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
