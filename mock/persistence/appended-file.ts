import {
  accessSync,
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import type {SyncAdapter} from 'lowdb';

/**
 * A lowdb adapter for a file that only grows: `write` appends a text, `read` returns all texts as
 * one. Of a text that cannot be written completely nothing stays in the file.
 */
export class AppendedFileSync implements SyncAdapter<string> {
  readonly path: string;
  #descriptor: number | undefined;
  /** Bytes of all texts that were written completely. */
  #length = 0;
  #torn = false;

  constructor(path: string) {
    this.path = path;
  }

  /** Whether a part of a text stands at the end, because removing it failed as well. */
  get torn(): boolean {
    return this.#torn;
  }

  read(): string | null {
    return existsSync(this.path) ? readFileSync(this.path, 'utf8') : null;
  }

  /**
   * Appends a text.
   * @throws the error of the file system, also when the file exists before the first text
   */
  write(text: string): void {
    // Opened for writing at positions, not for appending: Windows does not truncate the latter.
    this.#descriptor ??= openSync(this.path, 'wx');
    const file = this.#descriptor;
    // When the folder was removed or moved, the open file still accepts texts, but they are lost.
    accessSync(this.path);
    if (this.#torn) this.#removeTornEnd(file);
    const bytes = Buffer.from(text);
    try {
      this.#writeAll(file, bytes);
    } catch (error) {
      this.#torn = true;
      try {
        this.#removeTornEnd(file);
      } catch {
        // The next write tries again.
      }
      throw error;
    }
    this.#length += bytes.length;
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #writeAll(file: number, bytes: Buffer): void {
    let done = 0;
    while (done < bytes.length)
      done += writeSync(file, bytes, done, bytes.length - done, this.#length + done);
  }

  #removeTornEnd(file: number): void {
    ftruncateSync(file, this.#length);
    this.#torn = false;
  }
}
