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
 * A lowdb adapter for a file that only grows: `write` appends a text, `read` gives all of them as
 * one. A text that cannot be written whole is taken back.
 */
export class AppendedFileSync implements SyncAdapter<string> {
  readonly path: string;
  #open: number | undefined;
  /** Bytes of all texts that were written whole. */
  #length = 0;
  #torn = false;

  constructor(path: string) {
    this.path = path;
  }

  /** Whether part of a text stands at the end, because it could not be taken back either. */
  get torn(): boolean {
    return this.#torn;
  }

  read(): string | null {
    return existsSync(this.path) ? readFileSync(this.path, 'utf8') : null;
  }

  /** Makes the file with the first text; throws when there is one already. */
  write(text: string): void {
    // Opened to write at a place, not to append: Windows cuts no file that was opened to append.
    const file = (this.#open ??= openSync(this.path, 'wx'));
    accessSync(this.path); // a file whose folder was removed or moved takes texts that nobody would find
    if (this.#torn) this.#takeBack(file);
    const bytes = Buffer.from(text);
    try {
      for (let done = 0; done < bytes.length;)
        done += writeSync(file, bytes, done, bytes.length - done, this.#length + done);
    } catch (error) {
      this.#torn = true;
      try {
        this.#takeBack(file);
      } catch {} // done before the next text
      throw error;
    }
    this.#length += bytes.length;
  }

  close(): void {
    if (this.#open !== undefined) closeSync(this.#open);
    this.#open = undefined;
  }

  #takeBack(file: number): void {
    ftruncateSync(file, this.#length);
    this.#torn = false;
  }
}
