import {countedAs, declaredCounter, type Counter, type Facets} from './counter.ts';
import {windowOf, type Window, type WindowKind} from './window.ts';

/** The counts of the short limits of one world. A restart forgets them. */
export class Windows {
  readonly #counters: Readonly<Record<string, Counter>>;
  readonly #windows = new Map<string, Window>();

  constructor(counters: Readonly<Record<string, Counter>>) {
    this.#counters = counters;
  }

  /**
   * Returns the window in which a counter counts a request. It starts again when the limit or the kind has changed.
   * @throws RangeError for a counter that no chapter declares
   */
  of(counter: string, facets: Facets, limit: number, kind: WindowKind): Window {
    const spec = declaredCounter(this.#counters, counter);
    const name = countedAs(spec, facets);
    const existing = this.#windows.get(name);
    if (existing?.limit === limit && existing.kind === kind) return existing;
    const window = windowOf(kind, limit, spec.span);
    this.#windows.set(name, window);
    return window;
  }

  /** Forgets every request. */
  clear(): void {
    this.#windows.clear();
  }
}
