import {countedAs, declaredCounter, type Counter, type Facets} from './counter.ts';
import {windowOf, type Window, type WindowKind} from './window.ts';

/** The windows of the limits of one world. They are short, and forgotten by a restart. */
export class Windows {
  readonly #counters: Readonly<Record<string, Counter>>;
  readonly #windows = new Map<string, Window>();

  constructor(counters: Readonly<Record<string, Counter>>) {
    this.#counters = counters;
  }

  /**
   * The window in which a counter counts a request. It begins anew when limit or kind have changed.
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
