import {shuffled} from '../values/shuffled.ts';
import {CREDENTIAL_WAYS, type CredentialWay} from './ways.ts';

/** What a scene can be sent by: its own credential alone, or a way that divides it. */
type Choice = CredentialWay | 'alone';

/**
 * Assigns to scenes by which credentials they are sent, so that a run meets each operation in each way. A scene gets the way
 * that its operations have met least; the seed chooses between equal ones.
 */
export class WayAssigner {
  readonly #order: readonly Choice[];
  /** How often an operation was sent in a way. */
  readonly #met = new Map<string, number>();

  constructor(seed: number) {
    this.#order = shuffled(['alone', ...CREDENTIAL_WAYS], seed) as Choice[];
  }

  /**
   * The way for a scene; undefined for one that its own credential sends alone.
   * @param operations those that the scene is about
   * @param ways those that would divide it, each differently
   */
  assign(
    operations: ReadonlySet<string>,
    ways: readonly CredentialWay[],
  ): CredentialWay | undefined {
    const possible = this.#order.filter((one) => one === 'alone' || ways.includes(one));
    const timesOf = (way: Choice): number[] =>
      [...operations].map((op) => this.#met.get(`${op} ${way}`) ?? 0);
    const newIn = (way: Choice): number => timesOf(way).filter((times) => times === 0).length;
    const totalOf = (way: Choice): number => timesOf(way).reduce((sum, times) => sum + times, 0);
    const [best = 'alone'] = possible.toSorted(
      (one, other) => newIn(other) - newIn(one) || totalOf(one) - totalOf(other),
    );
    for (const op of operations) {
      const pair = `${op} ${best}`;
      this.#met.set(pair, (this.#met.get(pair) ?? 0) + 1);
    }
    return best === 'alone' ? undefined : best;
  }
}
