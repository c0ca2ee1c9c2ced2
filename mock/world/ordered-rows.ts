import type {Row} from './change.ts';

export interface Page<R extends Row = Row> {
  limit: number;
  where?: (row: R) => boolean;
}

/** How many places may stand empty at the front. */
const EMPTY = 64;

/**
 * Rows in order of `seq`. To add the newest, replace any or drop the oldest costs the same however
 * many there are.
 */
export class OrderedRows {
  readonly #rows: Row[] = [];
  /**
   * Places before this one are empty: what leaves is mostly the oldest, and to move all others up
   * each time would be slow.
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

  newest({before, limit, where}: Page & {before?: number}): Row[] {
    const rows = this.#rows;
    const page: Row[] = [];
    for (
      let i = (before === undefined ? rows.length : this.#from(before)) - 1;
      i >= this.#first && page.length < limit;
      i--
    )
      if (!where || where(rows[i]!)) page.push(rows[i]!);
    return page;
  }

  oldest({after, limit, where}: Page & {after?: number}): Row[] {
    const rows = this.#rows;
    const page: Row[] = [];
    for (
      let i = after === undefined ? this.#first : this.#from(after + 1);
      i < rows.length && page.length < limit;
      i++
    )
      if (!where || where(rows[i]!)) page.push(rows[i]!);
    return page;
  }

  /** @returns the row that it replaces: the one with its key and `seq` */
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
    else if (++this.#first > EMPTY && this.#first * 2 > this.#rows.length) {
      this.#rows.splice(0, this.#first);
      this.#first = 0;
    }
  }

  /** Position of the first row whose `seq` is at least this. */
  #from(seq: number): number {
    const rows = this.#rows;
    const last = rows.at(-1);
    if (!last || last.seq < seq) return rows.length;
    let low = this.#first;
    if (rows[low]!.seq >= seq) return low;
    let high = rows.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle]!.seq < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
