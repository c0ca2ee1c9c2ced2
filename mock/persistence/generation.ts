import {mkdir, readdir, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {WorldImage, WorldMeta} from '../world/change.ts';
import {Document} from './document.ts';
import {DamagedFile} from './damaged-file.ts';
import type {Disk} from './disk.ts';
import {EndMark, type Start} from './end-mark.ts';
import type {Commit} from './commit-log.ts';
import {loadLog} from './load-log.ts';
import type {SegmentedLog} from './segmented-log.ts';
import {type Chunk, DurableState} from './durable-state.ts';

/** The document that a checkpoint writes last. It makes the log before record `from` needless. */
interface Base {
  meta: WorldMeta;
  due: WorldImage['due'];
  /**
   * The chunks that have to be there: the number of each, and the record of the log before which it was written. Earlier
   * versions wrote the number alone.
   */
  chunks: (number | [number: number, at: number])[];
  /** Number of the first record of the log to replay. */
  from: number;
}

/** The content of a chunk's file. Earlier versions wrote the rows alone. */
interface StoredChunk {
  /** The record of the log before which it was written. */
  at: number;
  rows: Chunk;
}

/** A record of the log: commits that were written together, and the world's meta after the last. */
export interface LogRecord {
  entries: Omit<Commit, 'meta'>[];
  meta: WorldMeta;
}

/** A world that was read from its folder. */
export interface LoadedGeneration {
  durable: DurableState;
  reads: WorldImage['reads'];
  /** The log to go on with, after `tidy`. */
  log: SegmentedLog;
  /** Removes what a crash left, and adds what an earlier version did not write. */
  tidy(): Promise<void>;
}

/** The files of a generation, by what they hold. */
interface Files {
  chunks: number[];
  /** First records of the segments of the log. */
  segments: number[];
  /** Files that a crash left half-written. */
  temporary: string[];
}

/**
 * A folder that holds one world: `base.json`, `rows-<n>.json` (rows in the order of creation),
 * `reads.json`, and the log of what was kept since the last checkpoint, with its end mark `end.json`.
 * A reset or restore writes another generation, which replaces the old one by one rename.
 */
export class Generation {
  readonly path: string;
  readonly #world: string;
  readonly #disk: Disk;
  readonly #reads: Document<WorldImage['reads']>;

  constructor(path: string, world: string, disk: Disk) {
    this.path = path;
    this.#world = world;
    this.#disk = disk;
    this.#reads = this.#document('reads.json', 'reads');
  }

  /** Writes a whole world into a draft folder, and renames it to `path` at the end. */
  static async write(
    path: string,
    world: string,
    {durable, reads}: Pick<LoadedGeneration, 'durable' | 'reads'>,
    disk: Disk,
    start?: Start,
  ): Promise<Generation> {
    const draft = new Generation(join(dirname(path), '.draft'), world, disk);
    await rm(draft.path, {recursive: true, force: true});
    await mkdir(draft.path, {recursive: true});
    await draft.checkpoint(durable, 0);
    await draft.writeReads(reads);
    await new EndMark(draft.path, world, disk, start).renew(0);
    await disk.syncFolder(draft.path);
    await disk.rename(draft.path, path);
    return new Generation(path, world, disk);
  }

  /**
   * Reads a whole world, and changes nothing: the chunks, then the log on top of them.
   * @param isOld whether an earlier presscheck may have written it, without reads and end mark
   * @throws DamagedFile
   */
  async load(isOld = false): Promise<LoadedGeneration> {
    const names = await readdir(this.path);
    const base = await this.#read<Base>('base.json', 'base');
    const {chunks, segments, temporary} = this.#sort(names);
    const wanted = new Map(base.chunks.map((each) => (Array.isArray(each) ? each : [each, 0])));
    const found = await this.#loadChunks(new Set([...wanted.keys(), ...chunks]), wanted);
    const {tables} = found;
    const durable = new DurableState({meta: base.meta, due: base.due, tables}, true);
    for (const [number, at] of wanted) durable.written.set(number, at);
    const reads = await this.#reads.read();
    if (!reads && !isOld) throw new DamagedFile(this.#reads.path, 'the file is missing');
    const {path: folder} = this;
    const files = {folder, world: this.#world, from: base.from, segments, isOld};
    const {log, records, tidy} = await loadLog({...files, disk: this.#disk});
    this.#refuseNewer(found.written, base.from + records.length);
    for (const record of records) replay(durable, JSON.parse(record) as LogRecord);
    return {
      durable,
      reads: reads ?? {},
      log,
      tidy: async () => {
        await tidy();
        if (!reads) await this.writeReads({});
        for (const file of temporary) await rm(join(folder, file), {force: true});
      },
    };
  }

  /**
   * Writes the chunks that changed, then the base that makes the log before a record needless.
   * @param from number of that record
   */
  async checkpoint(durable: DurableState, from: number): Promise<void> {
    const chunks = durable.chunks();
    const dirty = new Set(durable.takeDirty());
    try {
      for (const number of dirty) {
        const rows = durable.chunk(number);
        await this.#document<StoredChunk>(chunkFile(number), 'rows').write({at: from, rows});
        durable.written.set(number, from);
        dirty.delete(number);
      }
    } finally {
      durable.markDirty(dirty);
    }
    const due = JSON.stringify([...durable.due.values()]);
    const numbers = JSON.stringify(chunks.map((each) => [each, durable.written.get(each) ?? 0]));
    const base = `{"meta":${durable.meta},"due":${due},"chunks":${numbers},"from":${from}}`;
    await this.#document<Base>('base.json', 'base').writeJson(base);
  }

  writeReads(reads: WorldImage['reads']): Promise<void> {
    return this.#reads.write(reads);
  }

  /** @throws DamagedFile for a file that no generation has */
  #sort(names: string[]): Files {
    const chunks = numbersIn(names, /^rows-(0|[1-9][0-9]*)\.json$/);
    const segments = numbersIn(names, /^log-(0|[1-9][0-9]*)\.jsonl$/);
    const temporary = names.filter((name) => name.startsWith('.') && name.endsWith('.tmp'));
    const known = new Set([
      'base.json',
      'reads.json',
      'end.json',
      'closed.json',
      ...chunks.map(chunkFile),
      ...segments.map((first) => `log-${first}.jsonl`),
      ...temporary,
    ]);
    const foreign = names.find((name) => !known.has(name));
    if (foreign === undefined) return {chunks, segments, temporary};
    throw new DamagedFile(join(this.path, foreign), 'presscheck writes no file of this name here');
  }

  /** @param wanted by chunk, the record before which the base knows it was written; a crash may leave a newer one */
  async #loadChunks(
    numbers: Iterable<number>,
    wanted: ReadonlyMap<number, number>,
  ): Promise<{tables: WorldImage['tables']; written: Map<number, number>}> {
    const tables: WorldImage['tables'] = {};
    const written = new Map<number, number>();
    for (const number of numbers) {
      const {at, rows: chunk} = chunkIn(
        await this.#read<Chunk | StoredChunk>(chunkFile(number), 'rows'),
      );
      if (at < (wanted.get(number) ?? 0))
        throw new DamagedFile(
          join(this.path, chunkFile(number)),
          'it is older than `base.json` beside it',
        );
      written.set(number, at);
      for (const [table, rows] of Object.entries(chunk)) {
        tables[table] ??= [];
        tables[table].push(...rows);
      }
    }
    return {tables, written};
  }

  /** @throws DamagedFile for a chunk that contains records which the log does not have yet */
  #refuseNewer(written: ReadonlyMap<number, number>, next: number): void {
    for (const [number, at] of written)
      if (at > next)
        throw new DamagedFile(
          join(this.path, chunkFile(number)),
          'it is newer than the log beside it',
        );
  }

  /** @throws DamagedFile when the file is missing or damaged */
  async #read<T>(file: string, kind: string): Promise<T> {
    const document = this.#document<T>(file, kind);
    const data = await document.read();
    if (data === undefined) throw new DamagedFile(document.path, 'the file is missing');
    return data;
  }

  #document<T>(file: string, kind: string): Document<T> {
    return new Document<T>(join(this.path, file), {kind, world: this.#world}, this.#disk);
  }
}

function chunkIn(stored: Chunk | StoredChunk): StoredChunk {
  return typeof stored.at === 'number' ? (stored as StoredChunk) : {at: 0, rows: stored as Chunk};
}

/**
 * The name of a chunk's file.
 * @throws RangeError for a number whose name no start would accept: such a file would make the folder unreadable
 */
function chunkFile(number: number): string {
  if (Number.isSafeInteger(number) && number >= 0) return `rows-${number}.json`;
  throw new RangeError(`no chunk has the number ${number}: a row has no whole \`seq\` from 0 on`);
}

function replay(durable: DurableState, {entries, meta}: LogRecord): void {
  for (const commit of entries) durable.apply(commit);
  durable.meta = JSON.stringify(meta);
}

/** The numbers in those names that a pattern matches. */
const numbersIn = (names: string[], pattern: RegExp): number[] =>
  names.flatMap((name) => {
    const number = pattern.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
