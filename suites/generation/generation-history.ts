import type {Check} from '../language/check.ts';
import {PairwiseChooser, type Classes} from './pairwise.ts';
import {CoverageAssigner} from '../values/coverage-assigner.ts';

/**
 * What the rounds of a run have generated so far, so that later rounds prefer something new. It depends
 * on the seed alone: it records what is planned, not what responses show.
 */
export class GenerationHistory {
  readonly assigner = new CoverageAssigner();
  readonly #sequences = new Map<string, Set<string>>();
  /** The classes that were drawn before the first round, by property. */
  readonly #drawn = new Map<string, Classes[]>();
  readonly #pairs = new Map<string, PairwiseChooser>();

  /** @param before sequences and draws that are run before the first round */
  constructor(before: readonly Check[]) {
    for (const {rule, sequence} of before)
      for (const covered of sequence?.covers ?? []) this.coveredBy(rule).add(covered);
    // Rules that share the draws of a property share the scene of each.
    const draws = new Map(before.map(({scene, draw}) => [scene.id, draw]));
    for (const draw of draws.values())
      if (draw) entry(this.#drawn, draw.property, () => []).push(draw.classes);
  }

  /** What the sequences of a model have covered; the caller adds to it. */
  coveredBy(rule: string): Set<string> {
    return entry(this.#sequences, rule, () => new Set());
  }

  /** The chooser of a property's classes for a rule; rules that share draws draw the same. */
  pairsOf(rule: string, property: string): PairwiseChooser {
    return entry(
      this.#pairs,
      `${rule} ${property}`,
      () => new PairwiseChooser(this.#drawn.get(property) ?? []),
    );
  }
}

function entry<Value>(entries: Map<string, Value>, key: string, first: () => Value): Value {
  const value = entries.get(key) ?? first();
  entries.set(key, value);
  return value;
}
