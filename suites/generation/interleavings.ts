import * as fc from 'fast-check';
import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from '../language/check.ts';
import {isSameJson} from '../../spec/json.ts';
import {all, brief, expectThat, undecided} from '../language/judge.ts';
import {unusable} from '../target/unusable.ts';
import type {Handle} from '../language/script.ts';
import type {ValueClasses} from '../values/values.ts';

/**
 * Interleavings of two independent sequences of steps, written as a text of `A` and `B`. Within each
 * sequence the steps keep their order.
 * @param steps of each sequence
 */
export function interleavings(steps: number): ValueClasses<string> {
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

/** Functions that record the steps of one sequence, in their order. */
type Steps = readonly (() => Handle)[];

/** Records two sequences of steps, interleaved as `order` says. @returns their handles: `A1` to `Bn`, with a prefix */
export function inOrder(
  prefix: string,
  order: string,
  sequences: Record<'A' | 'B', Steps>,
): Record<string, Handle> {
  const next = {A: 0, B: 0};
  const handles: Record<string, Handle> = {};
  for (const name of order as Iterable<'A' | 'B'>) {
    const record = sequences[name][next[name]];
    next[name] += 1;
    if (record) handles[`${prefix} ${name}${next[name]}`] = record();
  }
  return handles;
}

/** The observed results of one sequence, by name, without generated values. */
export type Results = Record<string, unknown>;

/**
 * The same steps have the same results, however they are interleaved with steps that do not concern
 * them.
 * @param seen all exchanges: when a limit or a gateway refused one of them, nothing is decided
 */
export function expectSameResults(
  seen: readonly Exchange[],
  pairs: Record<string, [one: Results, other: Results]>,
  at: Exchange | undefined,
): Judgement {
  const reason = seen.map(unusable).find(Boolean);
  if (reason) return undecided(reason);
  return all(
    ...Object.entries(pairs).map(([name, [one, other]]) =>
      expectThat(isSameJson(one, other), {
        branch: `another outcome in another order: ${name}`,
        expected: `the same as in the other order: ${brief(one)}`,
        got: brief(other),
        at,
      }),
    ),
  );
}
