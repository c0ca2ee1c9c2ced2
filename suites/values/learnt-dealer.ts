import type {Step} from '../../spec/step.ts';
import {classesInOrder, kindsIn, type Dealer, type DealtClass} from './deal.ts';
import type {ValueKind} from './value-classes.ts';

/**
 * Deals classes of values to scenes over several rounds. The sequence of a model gets the class that
 * comes with most commands in states with which it has not come yet; another scene, and a sequence
 * with which every class has come, gets one that was dealt least.
 */
export class LearntDealer implements Dealer {
  /** Commands in a state, each with a class of values. */
  readonly #covered = new Set<string>();
  readonly #dealt = new Map<string, number>();
  #order: ReadonlyMap<ValueKind, string[]> = classesInOrder(0);

  /** Begins a round: of classes that are equally good its seed chooses. */
  begin(seed: number): void {
    this.#order = classesInOrder(seed);
  }

  deal(
    steps: Step[],
    not: readonly ValueKind[] = [],
    situations: readonly string[] = [],
  ): DealtClass | undefined {
    const kinds = kindsIn(steps).filter((kind) => !not.includes(kind));
    const all = kinds.flatMap((kind) =>
      (this.#order.get(kind) ?? []).map((valueClass) => ({kind, valueClass})),
    );
    const [best] = all
      .map((one) => ({one, news: this.#newsOf(one, situations), dealt: this.#timesDealt(one)}))
      .toSorted((one, other) => other.news - one.news || one.dealt - other.dealt);
    if (!best) return undefined;
    for (const situation of situations) this.#covered.add(`${situation} ${nameOf(best.one)}`);
    this.#dealt.set(nameOf(best.one), best.dealt + 1);
    return best.one;
  }

  #newsOf(one: DealtClass, situations: readonly string[]): number {
    return new Set(
      situations.filter((situation) => !this.#covered.has(`${situation} ${nameOf(one)}`)),
    ).size;
  }

  #timesDealt(one: DealtClass): number {
    return this.#dealt.get(nameOf(one)) ?? 0;
  }
}

const nameOf = ({kind, valueClass}: DealtClass): string => `${kind} ${valueClass}`;
