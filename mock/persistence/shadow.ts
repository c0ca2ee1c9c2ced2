import type {Change, Row, WorldImage} from '../world/change.ts';
import type {Entry} from './keeper.ts';

/** Rows of one range of `seq`, by table, as a chunk document holds them. */
export type Chunk = Record<string, Row[]>;

/** Rows of a chunk span this many places in the order of creation. */
const SPAN = 256;

const chunkOf = (row: Row): number => Math.floor(row.seq / SPAN);

/**
 * What the disk would give back of one world: the kept entries applied, and which chunks have
 * changed since they were last written. It runs behind the world itself by the entries that are not
 * on disk yet, so that a checkpoint never writes half of a change set that could still be lost.
 */
export class Shadow {
  /** World meta as JSON text: the world's own object moves on. */
  meta: string;
  readonly due: Map<number, WorldImage['due'][number]>;
  readonly #tables = new Map<string, Map<string, Row>>();
  readonly #chunks = new Map<number, Map<string, Map<string, Row>>>();
  #dirty = new Set<number>();

  /**
   * @param written whether the chunks lie on disk as the image has them. A row that stands in two
   * chunks (a crash came between their writes) leaves both to be written again.
   */
  constructor(image: Omit<WorldImage, 'reads'>, written = false) {
    this.meta = JSON.stringify(image.meta);
    this.due = new Map(image.due.map((each) => [each.seq, each]));
    const twice = new Set<number>();
    for (const [table, rows] of Object.entries(image.tables))
      for (const row of rows) {
        const old = this.#tables.get(table)?.get(row.key);
        if (old) twice.add(chunkOf(old)).add(chunkOf(row));
        this.#put(table, row);
      }
    if (written) this.#dirty = twice;
  }

  /**
   * Applies an entry; applying one again after later ones have been applied, and then those,
   * changes nothing.
   */
  apply(entry: Omit<Entry, 'meta'>): void {
    for (const change of entry.changes) this.change(change);
    for (const each of entry.due.add) this.due.set(each.seq, each);
    for (const seq of entry.due.gone) this.due.delete(seq);
  }

  change(change: Change): void {
    if ('put' in change) this.#put(change.table, change.put);
    else this.#delete(change.table, change.del);
  }

  /** Numbers of all chunks that hold or held rows. */
  chunks(): number[] {
    return [...this.#chunks.keys()];
  }

  chunk(number: number): Chunk {
    const tables = this.#chunks.get(number) ?? new Map<string, Map<string, Row>>();
    return Object.fromEntries([...tables].map(([table, rows]) => [table, [...rows.values()]]));
  }

  /** Chunks changed since the last call. */
  takeDirty(): number[] {
    const dirty = [...this.#dirty];
    this.#dirty = new Set();
    return dirty;
  }

  /** Marks chunks as changed again: they could not be written. */
  soil(chunks: Iterable<number>): void {
    for (const number of chunks) this.#dirty.add(number);
  }

  /** Everything, in the order of creation. */
  image(): Omit<WorldImage, 'reads'> {
    const bySeq = (a: {seq: number}, b: {seq: number}): number => a.seq - b.seq;
    return {
      meta: JSON.parse(this.meta) as WorldImage['meta'],
      tables: Object.fromEntries(
        [...this.#tables].map(([table, rows]) => [table, [...rows.values()].sort(bySeq)]),
      ),
      due: [...this.due.values()].sort((a, b) => a.at - b.at || a.seq - b.seq),
    };
  }

  #put(table: string, row: Row): void {
    this.#delete(table, row.key);
    within(this.#tables, table).set(row.key, row);
    const number = chunkOf(row);
    let chunk = this.#chunks.get(number);
    if (!chunk) this.#chunks.set(number, (chunk = new Map<string, Map<string, Row>>()));
    within(chunk, table).set(row.key, row);
    this.#dirty.add(number);
  }

  #delete(table: string, key: string): void {
    const old = this.#tables.get(table)?.get(key);
    if (!old) return;
    this.#tables.get(table)?.delete(key);
    const number = chunkOf(old);
    this.#chunks.get(number)?.get(table)?.delete(key);
    this.#dirty.add(number);
  }
}

function within(tables: Map<string, Map<string, Row>>, table: string): Map<string, Row> {
  let rows = tables.get(table);
  if (!rows) tables.set(table, (rows = new Map<string, Row>()));
  return rows;
}
