import {Rendered, type Renderer} from '../operation.ts';
import type {Row} from './change.ts';

/**
 * The cache of rendered rows of one world. Each renderer renders a row once; a changed row is a new object. Rows that
 * no table contains any more are garbage-collected from the cache.
 */
export class RenderedRows {
  readonly #freedom: (name: string) => unknown;
  /** By renderer and row. */
  readonly #rendered = new Map<unknown, WeakMap<Row, Rendered>>();

  /** @param freedom returns the value of a freedom; it never changes */
  constructor(freedom: (name: string) => unknown) {
    this.#freedom = freedom;
  }

  /** Returns a row in the form that responses show. */
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
