import type {Change, Row, WorldImage} from '../world/change.ts';
import type {Commit} from './commit-log.ts';

/** Rows of one range of `seq`, by table, as in a chunk document. */
export type Chunk = Record<string, Row[]>;

/** A chunk contains the rows of this number of consecutive values of `seq`, the order of creation. */
const CHUNK_SPAN = 256;

const chunkOf = (row: Row): number => Math.floor(row.seq / CHUNK_SPAN);

/**
 * The state of one world as a restart would find it: with the commits in the log, without those that are not on disk
 * yet. Checkpoints write it, and so never a part of a commit that could still be lost. It tracks which chunks have
 * changed since they were written.
 */
export class DurableState {
  /** The world's meta, as JSON text, because the world's own object changes. */
  meta: string;
  /** By chunk, the record of the log before which it was last written; 0 if it was not known. */
  readonly written = new Map<number, number>();
  readonly due: Map<number, WorldImage['due'][number]>;
  readonly #tables = new Map<string, Map<string, Row>>();
  readonly #chunks = new Map<number, Map<string, Map<string, Row>>>();
  #dirty = new Set<number>();

  /**
   * @param isOnDisk whether the image was read from chunks, which need not be written then. A row in two chunks shows
   * that a crash occurred between their writes: both are written again.
   */
  constructor(image: Omit<WorldImage, 'reads'>, isOnDisk = false) {
    this.meta = JSON.stringify(image.meta);
    this.due = new Map(image.due.map((each) => [each.seq, each]));
    const twice = new Set<number>();
    for (const [table, rows] of Object.entries(image.tables))
      for (const row of rows) {
        const old = this.#tables.get(table)?.get(row.key);
        if (old) twice.add(chunkOf(old)).add(chunkOf(row));
        this.#put(table, row);
      }
    if (isOnDisk) this.#dirty = twice;
  }

  /**
   * Applies a commit. Applying commits again, from any of them on, changes nothing: a checkpoint may contain some that
   * are in the log as well.
   */
  apply(commit: Omit<Commit, 'meta'>): void {
    for (const change of commit.changes) this.change(change);
    for (const each of commit.due.add) this.due.set(each.seq, each);
    for (const seq of commit.due.gone) this.due.delete(seq);
  }

  change(change: Change): void {
    if ('put' in change) this.#put(change.table, change.put);
    else this.#delete(change.table, change.del);
  }

  /** Numbers of all chunks that contain or contained rows. */
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

  /** Marks chunks as changed, because they could not be written. */
  markDirty(chunks: Iterable<number>): void {
    for (const number of chunks) this.#dirty.add(number);
  }

  /** The whole state, rows in the order of creation. */
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
    rowsOf(this.#tables, table).set(row.key, row);
    const number = chunkOf(row);
    const chunk = this.#chunks.get(number) ?? new Map<string, Map<string, Row>>();
    this.#chunks.set(number, chunk);
    rowsOf(chunk, table).set(row.key, row);
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

/** The rows of a table, by key; created if there are none. */
function rowsOf(tables: Map<string, Map<string, Row>>, table: string): Map<string, Row> {
  const rows = tables.get(table) ?? new Map<string, Row>();
  tables.set(table, rows);
  return rows;
}
