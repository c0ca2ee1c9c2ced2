import {defined} from '../../spec/defined.ts';
import type {Row} from './change.ts';

export interface Page<R extends Row = Row> {
  limit: number;
  /** The number of rows to skip before the page; without `where` skipping costs nothing. */
  skip?: number;
  where?: (row: R) => boolean;
}

/** The number of empty positions at the front at which the array is shortened. */
const MAX_EMPTY = 64;

/**
 * Rows in order of `seq`. Adding the newest row, replacing any row and dropping the oldest row take constant time.
 */
export class OrderedRows {
  readonly #rows: Row[] = [];
  /**
   * Position of the first row; the positions before it are empty. Usually the oldest row is dropped, and moving all
   * others each time would be slow.
   */
  #first = 0;

  constructor(...rows: Row[]) {
    for (const row of rows) this.put(row);
  }

  get size(): number {
    return this.#rows.length - this.#first;
  }

  get oldestOfAll(): Row | undefined {
    return this.#rows[this.#first];
  }

  all(): readonly Row[] {
    return this.#first ? this.#rows.slice(this.#first) : this.#rows;
  }

  newest({before, skip = 0, limit, where}: Page & {before?: number}): Row[] {
    const rows = this.#rows;
    const page: Row[] = [];
    const end = before === undefined ? rows.length : this.#from(before);
    const start = where ? end : end - skip;
    let skipped = where ? 0 : skip;
    for (let i = start - 1; i >= this.#first && page.length < limit; i--) {
      const row = rowAt(rows, i);
      if (where && !where(row)) continue;
      if (skipped < skip) skipped++;
      else page.push(row);
    }
    return page;
  }

  oldest({after, skip = 0, limit, where}: Page & {after?: number}): Row[] {
    const rows = this.#rows;
    const page: Row[] = [];
    const from = after === undefined ? this.#first : this.#from(after + 1);
    const start = where ? from : from + skip;
    let skipped = where ? 0 : skip;
    for (let i = start; i < rows.length && page.length < limit; i++) {
      const row = rowAt(rows, i);
      if (where && !where(row)) continue;
      if (skipped < skip) skipped++;
      else page.push(row);
    }
    return page;
  }

  /** @returns the row that it replaces: the one with the same key and `seq` */
  put(row: Row): Row | undefined {
    const at = this.#from(row.seq);
    const here = this.#rows[at];
    if (here?.key === row.key) {
      this.#rows[at] = row;
      return here;
    }
    if (at === this.#rows.length) this.#rows.push(row);
    else this.#rows.splice(at, 0, row);
    return undefined;
  }

  drop(row: Row): void {
    const at = this.#from(row.seq);
    if (this.#rows[at]?.key !== row.key) return;
    if (at > this.#first) this.#rows.splice(at, 1);
    else this.#dropFirst();
  }

  #dropFirst(): void {
    this.#first += 1;
    if (this.#first <= MAX_EMPTY || this.#first * 2 <= this.#rows.length) return;
    this.#rows.splice(0, this.#first);
    this.#first = 0;
  }

  /** Position of the first row whose `seq` is at least this number. */
  #from(seq: number): number {
    const rows = this.#rows;
    const last = rows.at(-1);
    if (!last || last.seq < seq) return rows.length;
    let low = this.#first;
    if (rowAt(rows, low).seq >= seq) return low;
    let high = rows.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rowAt(rows, middle).seq < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const rowAt = (rows: readonly Row[], position: number): Row =>
  defined(rows[position], 'a row of the table');
