/** Which things are looked at after each request of a course: in turn, and each of them in every state. */

import {lastingStates, type Planned, type Turn} from './turns.ts';

/** A thing of a cast. */
export type Looked = readonly [thing: string, cast: 0 | 1];

/**
 * Plans what is looked at after each turn: first what was not yet looked at in a state that lasts, then what was not
 * looked at for the longest time. At the end everything is.
 * @param count how many things after a turn
 */
export function planLooks(
  steps: Readonly<Record<string, Planned>>,
  turns: readonly Turn[],
  every: readonly Looked[],
  count: number,
): readonly (readonly Looked[])[] {
  const seenIn = new Set<string>();
  let inTurn = [...every];
  return turns.map((_, at) => {
    if (at === turns.length - 1) return every;
    const states = lastingStates(steps, turns.slice(0, at + 1));
    const pairs = (one: Looked): string[] => states.map((state) => `${state}: ${one.join(' ')}`);
    const gain = (one: Looked): number => pairs(one).filter((pair) => !seenIn.has(pair)).length;
    const looked = inTurn.toSorted((one, other) => gain(other) - gain(one)).slice(0, count);
    for (const pair of looked.flatMap(pairs)) seenIn.add(pair);
    inTurn = [...inTurn.filter((one) => !looked.includes(one)), ...looked];
    return looked;
  });
}
