import type {ToldDuration} from '../../../spec/step.ts';

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
