import type {Repeat} from '../../../spec/step.ts';

/**
 * Milliseconds before a repetition. The pauses between repetitions may become longer.
 * @param turn from 0
 */
export function pauseBefore(
  turn: number,
  {first = 0, every = 0, growth = 1}: Pick<Repeat, 'first' | 'every' | 'growth'>,
): number {
  return turn === 0 ? first : Math.round(every * growth ** (turn - 1));
}
