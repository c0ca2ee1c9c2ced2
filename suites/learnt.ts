import type {Check} from './check.ts';
import {Pairs, type Classes} from './pairs.ts';
import {LearntDealer} from './values/learnt-dealer.ts';

/**
 * What the rounds of a run have made up so far: later rounds prefer what is not among it. It is a
 * function of the seed, for it learns what is planned, and not what responses show.
 */
export class Learnt {
  readonly dealer = new LearntDealer();
  readonly #sequences = new Map<string, Set<string>>();
  /** What was drawn before the first round, by property. */
  readonly #drawn = new Map<string, Classes[]>();
  readonly #pairs = new Map<string, Pairs>();

  /** @param before sequences and draws that are run before the first round */
  constructor(before: readonly Check[]) {
    for (const {rule, sequence} of before)
      for (const covered of sequence?.covers ?? []) this.coveredBy(rule).add(covered);
    // Rules that share the draws of a property share the scene of each.
    const draws = new Map(before.map(({scene, draw}) => [scene.id, draw]));
    for (const draw of draws.values())
      if (draw) entry(this.#drawn, draw.property, () => []).push(draw.classes);
  }

  /** What the sequences of a model cover; what is added counts for all later ones. */
  coveredBy(rule: string): Set<string> {
    return entry(this.#sequences, rule, () => new Set());
  }

  /** What was drawn of a property for a rule: rules that share the draws draw the same. */
  pairsOf(rule: string, property: string): Pairs {
    return entry(
      this.#pairs,
      `${rule} ${property}`,
      () => new Pairs(this.#drawn.get(property) ?? []),
    );
  }
}

function entry<Value>(entries: Map<string, Value>, key: string, first: () => Value): Value {
  const value = entries.get(key) ?? first();
  entries.set(key, value);
  return value;
}
