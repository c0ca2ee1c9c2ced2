import type {Step} from '../../spec/step.ts';
import {classesInOrder, kindsIn, type ClassAssigner, type AssignedClass} from './assign-classes.ts';
import type {ValueKind} from './value-classes.ts';

/**
 * Assigns classes of values to scenes over several rounds. The sequence of a model gets the class that
 * covers the most new combinations with its commands in their states; any other scene the one that covers the most
 * with its pairs of operations, of which the first one carries the value (rank 3, docs/decisions/0049). Of those
 * that cover as much it is the class that has been assigned least.
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
    const all = kinds.flatMap((kind) => {
      const about = situations.length ? situations : pairsAfter(kind, steps);
      const classes = this.#order.get(kind) ?? [];
      return classes.map((valueClass) => ({one: {kind, valueClass}, about}));
    });
    const [best] = all
      .map(({one, about}) => ({
        one,
        about,
        news: this.#newsOf(one, about),
        assigned: this.#timesAssigned(one),
      }))
      .toSorted((one, other) => other.news - one.news || one.assigned - other.assigned);
    if (!best) return undefined;
    for (const situation of best.about) this.#covered.add(`${situation} ${nameOf(best.one)}`);
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

/** The pairs of an operation that carries a value of a kind, and a later one. */
function pairsAfter(kind: ValueKind, steps: readonly Step[]): string[] {
  const pairs = steps.flatMap((first, at) =>
    first.step === 'call' && kindsIn([first]).includes(kind)
      ? steps.slice(at + 1).map((later) => `${first.op} ${'op' in later ? later.op : later.step}`)
      : [],
  );
  return [...new Set(pairs)];
}

const nameOf = ({kind, valueClass}: AssignedClass): string => `${kind} ${valueClass}`;
