import type {Verdict} from '../../spec/run-record.ts';
import type {DecidedScene} from '../engine/run-options.ts';

/** What the checks of an exploration came to. */
export interface Outcomes {
  /** How many sequences and draws that were run came to each verdict. */
  verdicts: Partial<Record<Verdict, number>>;
  /** Why some were not decided, the most frequent reason first. */
  reasons: {reason: string; times: number}[];
  /** Why others are never run on this target: what it lacks, the most frequent reason first. */
  notPlayed: string[];
}

/** Counts what sequences and draws came to. */
export class Tally {
  readonly #verdicts = new Map<Verdict, number>();
  readonly #reasons = new Map<string, number>();
  readonly #notPlayed = new Map<string, number>();

  note({decisions}: Pick<DecidedScene, 'decisions'>): void {
    for (const {verdict, reason} of decisions.map((one) => one.verdict)) {
      if (verdict === 'not-exercised' || verdict === 'not-applicable') {
        add(this.#notPlayed, reason ?? verdict);
        continue;
      }
      add(this.#verdicts, verdict);
      if (reason !== undefined && verdict !== 'failed') add(this.#reasons, reason);
    }
  }

  get outcomes(): Outcomes {
    return {
      verdicts: Object.fromEntries(this.#verdicts),
      reasons: mostFrequent(this.#reasons),
      notPlayed: mostFrequent(this.#notPlayed).map(({reason}) => reason),
    };
  }
}

const mostFrequent = (counts: ReadonlyMap<string, number>): Outcomes['reasons'] =>
  [...counts]
    .map(([reason, times]) => ({reason, times}))
    .sort((one, other) => other.times - one.times);

const add = <Key>(counts: Map<Key, number>, key: Key): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1);
