import {rmSync} from 'node:fs';
import {rm, truncate} from 'node:fs/promises';
import {join} from 'node:path';
import {LowSync} from 'lowdb';
import {AppendedFileSync} from './appended-file.ts';
import {Document, type Head} from './document.ts';
import {DamagedFile} from './keeper.ts';
import {headLine, recordLine, recordsOf} from './records.ts';

/**
 * What was kept since the last checkpoint, as numbered records. Each life, and each checkpoint,
 * begins a segment: `log-<number of its first record>.jsonl`. A log that was closed says so in
 * `closed.json`, so that one that was cut afterwards is told from one whose writer was killed.
 */
export class Log {
  readonly #folder: string;
  readonly #head: Head;
  readonly #mark: Document<{next: number}>;
  /** Number of the next record. */
  #next: number;
  /** First records of the segments on disk. */
  #segments: number[] = [];
  #file: AppendedFileSync | undefined;
  #low: LowSync<string> | undefined;

  /** A log without segments. */
  constructor(folder: string, world: string, next = 0) {
    this.#folder = folder;
    this.#head = {kind: 'log', world};
    this.#mark = new Document(join(folder, 'closed.json'), {kind: 'closed', world});
    this.#next = next;
  }

  /**
   * Reads a log from record `from` on, cuts off what a crash left half-written, and drops the
   * segments before.
   * @param segments the first records of those on disk
   * @returns the JSON of each record, and the log to go on with
   * @throws DamagedFile
   */
  static async load(
    folder: string,
    world: string,
    from: number,
    segments: number[],
  ): Promise<{log: Log; records: string[]}> {
    const log = new Log(folder, world, from);
    const closed = await log.#mark.read();
    const records: string[] = [];
    let last: {first: number; length: number; torn: boolean} | undefined;
    for (const first of segments.filter((each) => each >= from).sort((a, b) => a - b)) {
      if (last?.torn)
        throw new DamagedFile(
          log.#path(last.first),
          'its last record was cut off, and others follow',
        );
      if (first !== log.#next)
        throw new DamagedFile(
          log.#path(first),
          `records ${log.#next} to ${first - 1}, which come before it, are missing`,
        );
      const found = recordsOf(
        log.#path(first),
        log.#head,
        first,
        new AppendedFileSync(log.#path(first)).read()!,
      );
      last = {...found, first};
      records.push(...found.records);
      log.#next += found.records.length;
      log.#segments.push(first);
    }
    if (closed && (last?.torn || closed.next !== log.#next))
      throw new DamagedFile(
        log.#path(last?.first ?? from),
        `it does not end where the log was closed, before record ${closed.next}: it was cut off, edited or removed`,
      );
    if (last?.torn && last.first < log.#next) await truncate(log.#path(last.first), last.length);
    else if (last?.torn) await log.#drop(last.first);
    for (const each of segments) if (each < from) await log.#drop(each);
    return {log, records};
  }

  /** Appends a record, and returns when it is on disk; when it throws, nothing was appended. */
  append(json: string): void {
    if (!this.#low) {
      rmSync(this.#mark.path, {force: true});
      this.#low = new LowSync(this.#begin(), '');
    }
    const record = recordLine(this.#next, json);
    this.#low.data =
      this.#segments.at(-1) === this.#next
        ? headLine(this.#file!.path, this.#head) + record
        : record;
    this.#low.write();
    this.#next++;
  }

  /**
   * Ends the segment, if there is one. @returns the number of the record that the next one begins
   * with
   */
  turn(): number {
    const file = this.#file;
    this.#file = this.#low = undefined;
    file?.close();
    return this.#next;
  }

  /** Drops what comes before the record that a segment begins with. */
  async dropBefore(from: number): Promise<void> {
    for (const each of this.#segments.filter((each) => each < from)) await this.#drop(each);
  }

  /** @param whole whether it is known that the log ends here: nobody else writes to it */
  async close(whole = true): Promise<void> {
    const torn = this.#file?.torn;
    this.turn();
    if (!whole) return;
    if (this.#segments.at(-1) === this.#next) await this.#drop(this.#next); // no record of it could be written
    else if (torn) return;
    await this.#mark.write({next: this.#next});
  }

  #begin(): AppendedFileSync {
    this.#segments.push(this.#next);
    return (this.#file = new AppendedFileSync(this.#path(this.#next)));
  }

  async #drop(first: number): Promise<void> {
    await rm(this.#path(first), {force: true});
    this.#segments = this.#segments.filter((each) => each !== first);
  }

  #path(first: number): string {
    return join(this.#folder, `log-${first}.jsonl`);
  }
}
