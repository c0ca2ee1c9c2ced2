import * as fc from 'fast-check';
import type {Exchange} from '../spec/exchange.ts';
import type {Judgement} from './check.ts';
import {isSameJson} from '../spec/json.ts';
import {all, brief, holds, undecided, unusable} from './judge.ts';
import type {Handle} from './script.ts';
import type {Values} from './values/values.ts';

/**
 * Orders of the steps of two things that have nothing to do with each other, as a text of `A` and
 * `B`: each of both keeps the order of its own steps.
 * @param steps of each
 */
export function interleavings(steps: number): Values<string> {
  const [first, second] = ['A'.repeat(steps), 'B'.repeat(steps)];
  const rest = 'A'.repeat(steps - 1);
  return {
    plain: first + second,
    classes: {
      'the second first': fc.constant(second + first),
      'in turn': fc.constant('AB'.repeat(steps)),
      'one within the other': fc.constant(`A${second}${rest}`),
      'crossed at the end': fc.constant(`${rest}${second}A`),
      'in turn, the second first': fc.constant('BA'.repeat(steps)),
      any: fc
        .shuffledSubarray([...first, ...second], {minLength: 2 * steps})
        .map((order) => order.join('')),
    },
  };
}

/** What records the steps of one thing, one after the other. */
type Steps = readonly (() => Handle)[];

/** Records the steps of two things in an order. @returns their handles, `A1` to `Bn` with a prefix */
export function inOrder(
  prefix: string,
  order: string,
  things: Record<'A' | 'B', Steps>,
): Record<string, Handle> {
  const next = {A: 0, B: 0};
  const handles: Record<string, Handle> = {};
  for (const thing of order as Iterable<'A' | 'B'>) {
    const record = things[thing][next[thing]];
    next[thing] += 1;
    if (record) handles[`${prefix} ${thing}${next[thing]}`] = record();
  }
  return handles;
}

/** What was seen of a thing, by name, in a form that does not depend on generated values. */
export type Outcome = Record<string, unknown>;

/**
 * Two things that were treated alike, each beside another in another order, come to the same.
 * @param seen every exchange: a limit or a gateway between them decides nothing
 */
export function sameOutcome(
  seen: readonly Exchange[],
  pairs: Record<string, [one: Outcome, other: Outcome]>,
  at: Exchange | undefined,
): Judgement {
  const reason = seen.map(unusable).find(Boolean);
  if (reason) return undecided(reason);
  return all(
    ...Object.entries(pairs).map(([name, [one, other]]) =>
      holds(isSameJson(one, other), {
        branch: `another outcome in another order: ${name}`,
        expected: `the same as in the other order: ${brief(one)}`,
        got: brief(other),
        at,
      }),
    ),
  );
}
