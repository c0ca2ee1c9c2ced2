import type {Command} from '../../spec/relation.ts';
import type {Check} from '../language/check.ts';
import {PairwiseChooser, type Classes} from './pairwise.ts';
import {CoverageAssigner} from '../values/coverage-assigner.ts';
import type {GainOf} from './scenes-again.ts';

/**
 * What the rounds of a run have generated so far, so that later rounds prefer something new. It depends
 * on the seed alone, but for the sequences from which later ones go on: responses say which reached something rare.
 */
export class GenerationHistory {
  readonly assigner = new CoverageAssigner();
  readonly #sequences = new Map<string, Set<string>>();
  /** The sequences of each model, with the scenes that sent them. */
  readonly #played = new Map<string, {scene: string; commands: Command[]}[]>();
  /** The classes that were drawn before the first round, by property. */
  readonly #drawn = new Map<string, Classes[]>();
  readonly #pairs = new Map<string, PairwiseChooser>();

  /** @param before sequences and draws that are run before the first round */
  constructor(before: readonly Check[]) {
    for (const {rule, sequence} of before)
      for (const covered of sequence?.covers ?? []) this.coveredBy(rule).add(covered);
    this.note(before);
    // Rules that share the draws of a property share the scene of each.
    const draws = new Map(before.map(({scene, draw}) => [scene.id, draw]));
    for (const draw of draws.values())
      if (draw) entry(this.#drawn, draw.property, () => []).push(draw.classes);
  }

  /** What the sequences of a model have covered; the caller adds to it. */
  coveredBy(rule: string): Set<string> {
    return entry(this.#sequences, rule, () => new Set());
  }

  /** Keeps the sequences of checks: later ones may go on from them. */
  note(checks: readonly Check[]): void {
    for (const {rule, scene, sequence} of checks)
      if (sequence)
        entry(this.#played, rule, () => []).push({scene: scene.id, commands: sequence.commands});
  }

  /** The sequences of a model that reached what few others reach, the rarest first. */
  beginningsOf(rule: string, gainOf: GainOf): Command[][] {
    const played = (this.#played.get(rule) ?? []).map(({scene, commands}) => ({
      commands,
      gain: gainOf(scene),
    }));
    return played
      .filter(({gain}) => gain > 0)
      .toSorted((one, other) => other.gain - one.gain)
      .map(({commands}) => commands);
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
