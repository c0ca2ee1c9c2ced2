/** The class of each value of a draw, by name; a plain value has none. */
export type Classes = Record<string, string | undefined>;

/** The classes of each value, by its name; of equals the first is taken. */
type Orders = readonly (readonly [name: string, classes: string[]])[];

/** Chooses the classes of several values, draw by draw (pairwise testing). */
export class Pairs {
  readonly #drawn = new Map<string, number>();

  /** @param before the classes of draws that were made before */
  constructor(before: readonly Classes[] = []) {
    for (const classes of before) this.#noteAll(classes);
  }

  /** The classes of the next draw. */
  next(orders: Orders): Classes {
    const chosen: [name: string, oneClass: string][] = [];
    for (const [name, classes] of orders) {
      const best = this.#leastOften(
        this.#leastOften(classes, (one) => this.#count([name, one])),
        (one) => chosen.reduce((sum, other) => sum + this.#count(other, [name, one]), 0),
      )[0];
      if (best !== undefined) chosen.push([name, best]);
    }
    const classes = Object.fromEntries(chosen);
    this.#noteAll(classes);
    return classes;
  }

  #noteAll(classes: Classes): void {
    const drawn = Object.entries(classes).filter(
      (one): one is [string, string] => one[1] !== undefined,
    );
    for (const [index, one] of drawn.entries()) {
      this.#note(one);
      for (const other of drawn.slice(0, index)) this.#note(other, one);
    }
  }

  #leastOften(classes: string[], count: (one: string) => number): string[] {
    const least = Math.min(...classes.map(count));
    return classes.filter((one) => count(one) === least);
  }

  #count(...drawn: [string, string][]): number {
    return this.#drawn.get(JSON.stringify(drawn)) ?? 0;
  }

  #note(...drawn: [string, string][]): void {
    this.#drawn.set(JSON.stringify(drawn), this.#count(...drawn) + 1);
  }
}
