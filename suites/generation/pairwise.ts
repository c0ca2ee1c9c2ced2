/** The class of each value of a draw, by name; a plain value has none. */
export type Classes = Record<string, string | undefined>;

/** The classes of each value, by its name; of equally good ones the first is chosen. */
type Orders = readonly (readonly [name: string, classes: string[]])[];

/** How often a class of a value was drawn, in total and together with classes of earlier values. */
interface Drawn {
  times: number;
  withOthers: Map<string, number>;
}

/**
 * Chooses the classes of several values, draw by draw, so that all pairs are covered soon (pairwise
 * testing). `proof/pairwise.ts` makes a whole table of pairs at once.
 */
export class PairwiseChooser {
  readonly #drawn = new Map<string, Drawn>();

  /** @param before the classes of draws that were made before */
  constructor(before: readonly Classes[] = []) {
    for (const classes of before) this.#note(classes);
  }

  /** The classes of the next draw. */
  next(orders: Orders): Classes {
    const classes: Classes = {};
    const chosen: string[] = [];
    for (const [name, possible] of orders) {
      const rarest = leastOften(possible, (one) => this.#drawn.get(keyOf(name, one))?.times ?? 0);
      const [best] = leastOften(rarest, (one) => this.#timesWith(chosen, keyOf(name, one)));
      if (best === undefined) continue;
      classes[name] = best;
      chosen.push(keyOf(name, best));
    }
    this.#note(classes);
    return classes;
  }

  /** How often a class was drawn together with the chosen ones, in total. */
  #timesWith(chosen: readonly string[], key: string): number {
    const withOthers = this.#drawn.get(key)?.withOthers;
    return withOthers ? chosen.reduce((sum, other) => sum + (withOthers.get(other) ?? 0), 0) : 0;
  }

  #note(classes: Classes): void {
    const before: string[] = [];
    for (const [name, one] of Object.entries(classes)) {
      if (one === undefined) continue;
      const key = keyOf(name, one);
      const drawn = this.#drawn.get(key) ?? {times: 0, withOthers: new Map<string, number>()};
      drawn.times += 1;
      for (const other of before)
        drawn.withOthers.set(other, (drawn.withOthers.get(other) ?? 0) + 1);
      this.#drawn.set(key, drawn);
      before.push(key);
    }
  }
}

const keyOf = (name: string, oneClass: string): string => `${name}\n${oneClass}`;

function leastOften(classes: string[], count: (one: string) => number): string[] {
  const counts = classes.map(count);
  const least = Math.min(...counts);
  return classes.filter((_one, index) => counts[index] === least);
}
