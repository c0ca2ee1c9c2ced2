import {rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {Change, Row, WorldImage} from '../world/change.ts';
import {DamagedFile} from './damaged-file.ts';
import {LowdbCommitLog, type CommitLogPorts, type StoredWorld} from './lowdb-commit-log.ts';
import type {Start} from './end-mark.ts';
import {loadWorld, writeWorld, type WorldFolder} from './world-folder.ts';

/** A row of an index. Its key is the name of a world or an object. */
export type IndexRow = Omit<Row, 'seq' | 'tenant'>;

/** Milliseconds between a call of `keepLater` and the record, if no other comes first. */
const LATER_MS = 20;

/** A row to add or replace, or the key of one to remove. */
export type IndexChange = {table: string; put: IndexRow} | {table: string; del: string};

/**
 * The index of a data folder: rows that list its worlds and objects. A listed one that is missing was not removed by
 * presscheck. The rows are stored like those of a world.
 */
export class FolderIndex {
  /** Path of its folder. */
  readonly path: string;
  readonly #commitLog: LowdbCommitLog;
  readonly #ports: CommitLogPorts;
  readonly #tables = new Map<string, Map<string, Row>>();
  readonly #tidy: () => Promise<void>;
  /** Changes for the next record. */
  readonly #later: IndexChange[] = [];
  /** Cancels the scheduled record with them. */
  #cancelLater: (() => void) | undefined;
  #seq = 0;

  private constructor(
    path: string,
    stored: StoredWorld,
    ports: CommitLogPorts,
    tidy: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.path = path;
    this.#tidy = tidy;
    this.#ports = ports;
    this.#commitLog = new LowdbCommitLog('', stored, ports);
    for (const [table, rows] of Object.entries(stored.durable.image().tables))
      for (const row of rows) this.#put(table, row);
  }

  /** Reads the index of a folder, and changes nothing. @throws DamagedFile */
  static async load(folder: string, ports: CommitLogPorts): Promise<FolderIndex> {
    const place = placeIn(folder);
    const isThere = await stat(place.path).catch(() => undefined);
    if (!isThere) throw new DamagedFile(place.path, 'the folder is missing');
    const {stored, tidy} = await loadWorld(place, ports.disk, false);
    if (stored) return new FolderIndex(place.path, stored, ports, tidy);
    throw new DamagedFile(place.path, 'the folder is empty');
  }

  /** Makes the index of a folder, without a row. */
  static async create(folder: string, ports: CommitLogPorts): Promise<FolderIndex> {
    const place = placeIn(folder);
    // An earlier try was interrupted: the folder did not count on it yet.
    await rm(place.path, {recursive: true, force: true});
    const stored = await writeWorld(place, EMPTY, ports.disk);
    return new FolderIndex(place.path, stored, ports);
  }

  /** Why nothing in the folder may be changed any more; undefined as long as it may. */
  refusal(): Error | undefined {
    return this.#ports.refusal();
  }

  /** Removes what a crash left of the index itself. */
  tidy(): Promise<void> {
    return this.#tidy();
  }

  rows<R extends IndexRow>(table: string): R[] {
    return [...(this.#tables.get(table)?.values() ?? [])] as unknown as R[];
  }

  has(table: string, key: string): boolean {
    return this.#tables.get(table)?.has(key) ?? false;
  }

  /** The last start of the mock on the folder; undefined when it has counted none. */
  get start(): Start | undefined {
    return this.#commitLog.start;
  }

  /** Tells a new start. Nothing may be kept meanwhile. */
  begin(start: Start): Promise<void> {
    return this.#commitLog.begin(start);
  }

  /**
   * Adds, replaces and removes rows with the next call of `keep`, or soon, if there is none. For what a crash may forget;
   * so it costs no record of its own.
   */
  keepLater(...changes: IndexChange[]): void {
    this.#later.push(...changes);
    this.#cancelLater ??= this.#ports.later(LATER_MS, () => void this.#keepDelayed());
  }

  /** Adds, replaces and removes rows, all or none. @throws NotKept */
  async keep(...given: IndexChange[]): Promise<void> {
    if (!given.length) return;
    this.#cancelLater?.();
    this.#cancelLater = undefined;
    const changes = [...this.#later.splice(0), ...given].map((each) => this.#numbered(each));
    await this.#commitLog.append({changes, due: {add: [], gone: []}, meta: EMPTY.meta});
    for (const change of changes)
      if ('put' in change) this.#put(change.table, change.put);
      else this.#tables.get(change.table)?.delete(change.del);
  }

  async close(): Promise<void> {
    await this.#keepDelayed();
    await this.#commitLog.close();
  }

  async #keepDelayed(): Promise<void> {
    await this.keep(...this.#later.splice(0)).catch(() => {});
  }

  #put(table: string, row: Row): void {
    const rows = this.#tables.get(table) ?? new Map<string, Row>();
    this.#tables.set(table, rows);
    rows.set(row.key, row);
    this.#seq = Math.max(this.#seq, row.seq + 1);
  }

  #numbered(change: IndexChange): Change {
    if (!('put' in change)) return change;
    const {table, put} = change;
    const seq = this.#tables.get(table)?.get(put.key)?.seq ?? this.#seq;
    this.#seq = Math.max(this.#seq, seq + 1);
    return {table, put: {...put, tenant: '', seq}};
  }
}

const placeIn = (folder: string): WorldFolder => ({path: join(folder, 'index'), world: ''});

const EMPTY: WorldImage = {
  meta: {clock: {offset: 0}, seed: 0, seq: 0, ids: {}, settings: {}},
  tables: {},
  due: [],
  reads: {},
};
