import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {LowSync} from 'lowdb';
import {AppendedFileSync} from './appended-file.ts';
import type {Disk} from './disk.ts';
import type {DocumentHead} from './document.ts';
import {EndMark, type Start} from './end-mark.ts';
import {headLine, recordLine} from './records.ts';

/** The positions of the records of a log. */
export interface LogState {
  /** Number of the next record. */
  next: number;
  /** The segments on disk, by the number of their first record, in ascending order. */
  segments: readonly number[];
  /** The last start of the mock on the folder; undefined when it has counted none. */
  start?: Start | undefined;
}

/** Path of the segment that begins with a record. */
export const segmentPath = (folder: string, first: number): string =>
  join(folder, `log-${first}.jsonl`);

/** The content of the first line of a world's segments. */
export const logHeadOf = (world: string): DocumentHead => ({kind: 'log', world});

/**
 * The log of a world: the commits since its last checkpoint, as numbered records. Each start of the program and each
 * checkpoint begins a segment, `log-<number of its first record>.jsonl`. The end mark contains the number of
 * acknowledged records. `load-log.ts` reads a log.
 */
export class SegmentedLog {
  readonly #folder: string;
  readonly #head: DocumentHead;
  readonly #disk: Disk;
  readonly #endMark: EndMark;
  #next: number;
  #segments: readonly number[];
  /** The current segment; undefined before the first record of a segment. */
  #open: OpenSegment | undefined;

  /** @param state default: a log without records */
  constructor(
    folder: string,
    world: string,
    disk: Disk,
    state: LogState = {next: 0, segments: []},
  ) {
    this.#folder = folder;
    this.#head = logHeadOf(world);
    this.#disk = disk;
    this.#endMark = new EndMark(folder, world, disk, state.start);
    this.#next = state.next;
    this.#segments = state.segments;
  }

  /** The last start of the mock on the folder; undefined when it has counted none. */
  get start(): Start | undefined {
    return this.#endMark.start;
  }

  /** Tells a new start in the end mark. Must not overlap with `append`. */
  begin(start: Start): Promise<void> {
    this.#endMark.start = start;
    return this.#endMark.renew(this.#next);
  }

  /** Waits until the end mark is on the device, if the disk waits. Must not overlap with `append`. */
  syncEnd(): Promise<void> {
    return this.#endMark.renew(this.#next);
  }

  /**
   * Appends a record. Calls must not overlap.
   * @returns a promise to await until it is on disk; undefined when it already is
   * @throws the error of the file system, or rejects with it; then nothing was appended
   */
  append(json: string): Promise<void> | undefined {
    this.#open ??= this.#beginSegment();
    const open = this.#open;
    const record = recordLine(this.#next, json);
    const isFirst = this.#segments.at(-1) === this.#next;
    open.low.data = isFirst ? headLine(open.file.path, this.#head) + record : record;
    open.low.write();
    if (this.#disk.syncs) return this.#sync(open, isFirst);
    this.#noteEnd(open);
    return undefined;
  }

  /** Ends the current segment, if one is open. Returns the number with which the next one will begin. */
  endSegment(): number {
    const open = this.#open;
    this.#open = undefined;
    open?.file.close();
    return this.#next;
  }

  /** Removes the segments before the one that begins with a record. */
  async dropBefore(first: number): Promise<void> {
    const old = this.#segments.filter((segment) => segment < first);
    for (const segment of old) await this.#drop(segment);
  }

  /**
   * Closes the log.
   * @param isOurs false when another process may have written to it
   */
  async close(isOurs = true): Promise<void> {
    this.endSegment();
    this.#endMark.close();
    if (!isOurs) return;
    const isEmpty = this.#segments.at(-1) === this.#next;
    if (isEmpty) await this.#drop(this.#next);
  }

  async #sync(open: OpenSegment, isFirst: boolean): Promise<void> {
    try {
      await open.file.sync();
      if (isFirst) await this.#disk.syncFolder(this.#folder);
    } catch (error) {
      open.file.takeBack();
      throw error;
    }
    this.#noteEnd(open);
  }

  /** Marks the record as acknowledged. */
  #noteEnd({file}: OpenSegment): void {
    try {
      this.#endMark.write(this.#next + 1);
    } catch (error) {
      file.takeBack();
      throw error;
    }
    this.#next += 1;
  }

  #beginSegment(): OpenSegment {
    const file = new AppendedFileSync(segmentPath(this.#folder, this.#next), this.#disk);
    if (this.#segments.at(-1) !== this.#next) this.#segments = [...this.#segments, this.#next];
    return {file, low: new LowSync<string>(file, '')};
  }

  async #drop(first: number): Promise<void> {
    await rm(segmentPath(this.#folder, first), {force: true});
    this.#segments = this.#segments.filter((segment) => segment !== first);
  }
}

/** The log of a new generation, without records. */
export const newLog = (folder: string, world: string, disk: Disk, start?: Start): SegmentedLog =>
  new SegmentedLog(folder, world, disk, {next: 0, segments: [], start});

interface OpenSegment {
  file: AppendedFileSync;
  /** Writes to the file. */
  low: LowSync<string>;
}
