/** Which things are looked at after each request of a course: in turn, and each of them in every state. */

import {lastingStates, type Planned, type Turn} from './turns.ts';

/** A thing of a cast. */
export type ThingOfCast = readonly [thing: string, cast: 0 | 1];

/**
 * Plans what is looked at after each turn: first what was not yet looked at in a state that lasts, above all in one
 * that is about it; then what was not looked at for the longest time. At the end everything is.
 * @param count how many things after a turn
 */
export function planLooks(
  steps: Readonly<Record<string, Planned>>,
  turns: readonly Turn[],
  every: readonly ThingOfCast[],
  count: number,
): readonly (readonly ThingOfCast[])[] {
  const seenIn = new Set<string>();
  let inTurn = [...every];
  return turns.map((_, at) => {
    if (at === turns.length - 1) return every;
    const states = lastingStates(steps, turns.slice(0, at + 1));
    const pairs = ([thing]: ThingOfCast): string[] => states.map((state) => `${state}: ${thing}`);
    const isAbout = ([thing]: ThingOfCast): boolean =>
      states.some(
        (state) => !seenIn.has(`${state}: ${thing}`) && steps[state]?.about.includes(thing),
      );
    const gain = (one: ThingOfCast): number =>
      pairs(one).filter((pair) => !seenIn.has(pair)).length + (isAbout(one) ? states.length : 0);
    return Array.from({length: count}, () => {
      const [looked] = inTurn.toSorted((one, other) => gain(other) - gain(one)) as [ThingOfCast];
      for (const pair of pairs(looked)) seenIn.add(pair);
      inTurn = [...inTurn.filter((one) => one !== looked), looked];
      return looked;
    });
  });
}
