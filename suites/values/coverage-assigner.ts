import type {Step} from '../../spec/step.ts';
import {classesInOrder, kindsIn, type ClassAssigner, type AssignedClass} from './assign-classes.ts';
import type {ValueKind} from './value-classes.ts';

/**
 * Assigns classes of values to scenes over several rounds. The sequence of a model gets the class that
 * covers the most new combinations with its commands in their states. A sequence without new
 * combinations, and any other scene, gets the class that has been assigned least.
 */
export class CoverageAssigner implements ClassAssigner {
  /** The combinations of a command in a state with a class of values so far. */
  readonly #covered = new Set<string>();
  readonly #assigned = new Map<string, number>();
  #order: ReadonlyMap<ValueKind, string[]> = classesInOrder(0);

  /** Begins a round, whose seed chooses between equally good classes. */
  begin(seed: number): void {
    this.#order = classesInOrder(seed);
  }

  assign(
    steps: Step[],
    not: readonly ValueKind[] = [],
    situations: readonly string[] = [],
  ): AssignedClass | undefined {
    const kinds = kindsIn(steps).filter((kind) => !not.includes(kind));
    const all = kinds.flatMap((kind) =>
      (this.#order.get(kind) ?? []).map((valueClass) => ({kind, valueClass})),
    );
    const [best] = all
      .map((one) => ({
        one,
        news: this.#newsOf(one, situations),
        assigned: this.#timesAssigned(one),
      }))
      .toSorted((one, other) => other.news - one.news || one.assigned - other.assigned);
    if (!best) return undefined;
    for (const situation of situations) this.#covered.add(`${situation} ${nameOf(best.one)}`);
    this.#assigned.set(nameOf(best.one), best.assigned + 1);
    return best.one;
  }

  #newsOf(one: AssignedClass, situations: readonly string[]): number {
    return new Set(
      situations.filter((situation) => !this.#covered.has(`${situation} ${nameOf(one)}`)),
    ).size;
  }

  #timesAssigned(one: AssignedClass): number {
    return this.#assigned.get(nameOf(one)) ?? 0;
  }
}

const nameOf = ({kind, valueClass}: AssignedClass): string => `${kind} ${valueClass}`;
