import {Rendered} from '../operation.ts';
import type {Row} from './change.ts';

/**
 * The cache of rendered rows of one world: a row is rendered once by each renderer, and a row that
 * was changed is another row. What no table holds any more leaves the cache by itself.
 */
export class RenderedRows {
  /** By renderer and row. */
  readonly #rendered = new Map<unknown, WeakMap<Row, Rendered>>();

  /** A row as responses show it. */
  of<R extends Row>(row: R, render: (row: R) => unknown): Rendered {
    const made = this.#by(render);
    const existing = made.get(row);
    if (existing) return existing;
    const rendered = new Rendered(render(row));
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
