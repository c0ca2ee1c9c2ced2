import * as fc from 'fast-check';

/** Names in an order that the seed chooses. */
export function shuffled<Name extends string>(names: Name[], seed: number): Name[] {
  const orders = fc.shuffledSubarray(names, {minLength: names.length});
  return fc.sample(orders, {seed, numRuns: 1})[0] ?? names;
}
