import {defined} from '../spec/defined.ts';

/** A factor and one of its values, by their indexes. */
interface Choice {
  factor: number;
  value: number;
}

/**
 * A small table in which every pair of values of any two factors occurs in some row (pairwise testing;
 * `suites/generation/pairwise.ts` does the same for choices that are made one at a time). The algorithm is
 * greedy: each row takes, factor by factor, the value that covers most new pairs.
 */
export function pairwise<V>(
  factors: readonly {name: string; values: readonly V[]}[],
): Record<string, V>[] {
  const choices = factors.map(({values}, factor) => values.map((_, value) => ({factor, value})));
  const missing = allPairs(choices);
  const rows: Record<string, V>[] = [];
  for (let next = first(missing); next; next = first(missing)) {
    const row = completed(next, choices, missing, rows.length);
    row.forEach((one, index) => {
      for (const other of row.slice(index + 1)) missing.delete(keyOf(one, other));
    });
    rows.push(Object.fromEntries(row.map((choice) => named(factors, choice))));
  }
  return rows;
}

/** The pairs that no row covers yet, by their key. */
type Pairs = Map<string, [Choice, Choice]>;

const keyOf = (a: Choice, b: Choice): string =>
  a.factor < b.factor
    ? `${a.factor}=${a.value}&${b.factor}=${b.value}`
    : `${b.factor}=${b.value}&${a.factor}=${a.value}`;

function allPairs(choices: Choice[][]): Pairs {
  const pairs: Pairs = new Map();
  choices.forEach((ofOne, index) => {
    for (const ofOther of choices.slice(index + 1))
      for (const a of ofOne) for (const b of ofOther) pairs.set(keyOf(a, b), [a, b]);
  });
  return pairs;
}

const first = (pairs: Pairs): [Choice, Choice] | undefined => pairs.values().next().value;

/**
 * Makes a row that begins with a new pair, so that every row covers at least one.
 * @param turn varies the value of a factor when several cover equally many pairs
 */
function completed(
  begin: readonly Choice[],
  choices: Choice[][],
  missing: Pairs,
  turn: number,
): Choice[] {
  const taken = new Map(begin.map((choice) => [choice.factor, choice]));
  const gain = (choice: Choice): number =>
    [...taken.values()].filter((other) => missing.has(keyOf(choice, other))).length;
  choices.forEach((values, factor) => {
    if (taken.has(factor)) return;
    const usual = defined(values[turn % values.length], 'a value of the factor');
    const best = values.reduce((one, other) => (gain(other) > gain(one) ? other : one), usual);
    taken.set(factor, best);
  });
  return [...taken.values()].sort((a, b) => a.factor - b.factor);
}

function named<V>(
  factors: readonly {name: string; values: readonly V[]}[],
  {factor, value}: Choice,
): [string, V] {
  const {name, values} = defined(factors[factor], 'the factor');
  return [name, values[value] as V];
}
