import {Rendered, type Renderer} from '../operation.ts';
import type {Row} from './change.ts';

/**
 * The cache of rendered rows of one world: a row is rendered once by each renderer, and a row that
 * was changed is another row. What no table holds any more leaves the cache by itself.
 */
export class RenderedRows {
  readonly #freedom: (name: string) => unknown;
  /** By renderer and row. */
  readonly #rendered = new Map<unknown, WeakMap<Row, Rendered>>();

  /** @param freedom what the world does where the documents leave it open; it never changes */
  constructor(freedom: (name: string) => unknown) {
    this.#freedom = freedom;
  }

  /** A row as responses show it. */
  of<R extends Row>(row: R, render: Renderer<R>): Rendered {
    const made = this.#by(render);
    const existing = made.get(row);
    if (existing) return existing;
    const rendered = new Rendered(render(row, this.#freedom));
    made.set(row, rendered);
    return rendered;
  }

  #by(render: unknown): WeakMap<Row, Rendered> {
    const existing = this.#rendered.get(render);
    if (existing) return existing;
    const made = new WeakMap<Row, Rendered>();
    this.#rendered.set(render, made);
    return made;
  }
}
