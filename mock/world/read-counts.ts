import type {WorldImage} from './change.ts';
import {countedAs, declaredCounter, type Counter, type Facets} from './counter.ts';
import {RollingCount} from './rolling-count.ts';

/** The daily read counts of one world. They are persisted. */
export class ReadCounts {
  readonly #counters: Readonly<Record<string, Counter>>;
  readonly #counts = new Map<string, RollingCount>();

  /**
   * @param counters the counters that the chapters declare
   * @param kept the initial counts, by name
   * @throws RangeError for a count of a counter that no chapter declares
   */
  constructor(counters: Readonly<Record<string, Counter>>, kept: WorldImage['reads']) {
    this.#counters = counters;
    for (const [name, seconds] of Object.entries(kept)) {
      const counter = declaredCounter(counters, name.slice(0, name.indexOf(':')));
      this.#counts.set(name, new RollingCount(counter, seconds));
    }
  }

  /**
   * Returns the count to which a request belongs, and its name, such as `store.limits.token_reads:<id>:v1`.
   * @throws RangeError for a counter that no chapter declares
   */
  of(counter: string, facets: Facets): {name: string; count: RollingCount} {
    const spec = declaredCounter(this.#counters, counter);
    const name = `${counter}:${countedAs(spec, facets)}`;
    const existing = this.#counts.get(name);
    if (existing) return {name, count: existing};
    const count = new RollingCount(spec);
    this.#counts.set(name, count);
    return {name, count};
  }

  /** Returns the count to which a request belongs, if one was counted; undefined for none. */
  find(counter: string, facets: Facets): RollingCount | undefined {
    const spec = declaredCounter(this.#counters, counter);
    return this.#counts.get(`${counter}:${countedAs(spec, facets)}`);
  }

  /** Forgets the reads after an instant: the clock is set back to it. */
  forgetAfter(now: number): void {
    for (const count of this.#counts.values()) count.forgetAfter(now);
  }

  /** Every count by name, in its persisted form. */
  image(): WorldImage['reads'] {
    return Object.fromEntries([...this.#counts].map(([name, count]) => [name, count.image()]));
  }
}
