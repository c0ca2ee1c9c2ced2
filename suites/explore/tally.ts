import type {Verdict} from '../../spec/run-record.ts';
import type {DecidedScene} from '../engine/begin/run-options.ts';

/** The verdicts of the checks of an exploration, counted. */
export interface Outcomes {
  /** The number of sequences and draws with each verdict. */
  verdicts: Partial<Record<Verdict, number>>;
  /** The reasons why some were undecided, the most frequent one first. */
  reasons: {reason: string; times: number}[];
  /** What the target lacks for those that are never run, the most frequent reason first. */
  notRun: string[];
}

/** Counts the verdicts of sequences and draws. */
export class Tally {
  readonly #verdicts = new Map<Verdict, number>();
  readonly #reasons = new Map<string, number>();
  readonly #notRun = new Map<string, number>();

  note({decidedChecks}: Pick<DecidedScene, 'decidedChecks'>): void {
    for (const {verdict, reason} of decidedChecks.map((one) => one.verdict)) {
      if (verdict === 'not-exercised' || verdict === 'not-applicable') {
        add(this.#notRun, reason ?? verdict);
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
      notRun: mostFrequent(this.#notRun).map(({reason}) => reason),
    };
  }
}

const mostFrequent = (counts: ReadonlyMap<string, number>): Outcomes['reasons'] =>
  [...counts]
    .map(([reason, times]) => ({reason, times}))
    .sort((one, other) => other.times - one.times);

const add = <Key>(counts: Map<Key, number>, key: Key): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1);
