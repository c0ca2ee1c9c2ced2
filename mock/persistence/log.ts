import {rmSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {LowSync} from 'lowdb';
import {AppendedFileSync} from './appended-file.ts';
import {Document, type DocumentHead} from './document.ts';
import {headLine, recordLine} from './records.ts';

/** Where the records of a log stand. */
export interface LogState {
  /** Number of the next record. */
  next: number;
  /** The segments on disk, by the number of their first record, in ascending order. */
  segments: readonly number[];
}

/** Path of the segment that begins with a record. */
export const segmentPath = (folder: string, first: number): string =>
  join(folder, `log-${first}.jsonl`);

/** The document that says where a log ended, if it was closed. */
export const closingMarkOf = (folder: string, world: string): Document<{next: number}> =>
  new Document(join(folder, 'closed.json'), {kind: 'closed', world});

/** What the first line of a world's segments says. */
export const logHeadOf = (world: string): DocumentHead => ({kind: 'log', world});

/**
 * The log of a world: what was kept since its last checkpoint, as numbered records. Each start of
 * the program and each checkpoint begins a segment, `log-<number of its first record>.jsonl`.
 *
 * A log that was closed says so in `closed.json`: without it, the end of the log may be missing
 * because the program was killed; with it, somebody has cut the file. `load-log.ts` reads a log.
 */
export class Log {
  readonly #folder: string;
  readonly #head: DocumentHead;
  readonly #closingMark: Document<{next: number}>;
  #next: number;
  #segments: readonly number[];
  /** The segment that is written to; undefined before the first record of a segment. */
  #open: OpenSegment | undefined;

  /** @param state absent: a log without records */
  constructor(folder: string, world: string, state: LogState = {next: 0, segments: []}) {
    this.#folder = folder;
    this.#head = logHeadOf(world);
    this.#closingMark = closingMarkOf(folder, world);
    this.#next = state.next;
    this.#segments = state.segments;
  }

  /**
   * Appends a record, and returns when it is on disk.
   * @throws the error of the file system; then nothing was appended
   */
  append(json: string): void {
    this.#open ??= this.#beginSegment();
    const {file, low} = this.#open;
    const record = recordLine(this.#next, json);
    const isFirst = this.#segments.at(-1) === this.#next;
    low.data = isFirst ? headLine(file.path, this.#head) + record : record;
    low.write();
    this.#next += 1;
  }

  /** Ends the segment, if one is open. Returns the number with which the next one will begin. */
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
   * @param isComplete false when another process may have written to it: then its end is not noted
   */
  async close(isComplete = true): Promise<void> {
    const isTorn = this.#open?.file.torn;
    this.endSegment();
    if (!isComplete) return;
    const isEmpty = this.#segments.at(-1) === this.#next;
    if (isEmpty) await this.#drop(this.#next);
    else if (isTorn) return;
    await this.#closingMark.write({next: this.#next});
  }

  #beginSegment(): OpenSegment {
    rmSync(this.#closingMark.path, {force: true});
    const file = new AppendedFileSync(segmentPath(this.#folder, this.#next));
    this.#segments = [...this.#segments, this.#next];
    return {file, low: new LowSync<string>(file, '')};
  }

  async #drop(first: number): Promise<void> {
    await rm(segmentPath(this.#folder, first), {force: true});
    this.#segments = this.#segments.filter((segment) => segment !== first);
  }
}

interface OpenSegment {
  file: AppendedFileSync;
  /** Writes to the file. */
  low: LowSync<string>;
}
