import {accessSync, closeSync, existsSync, openSync, readFileSync} from 'node:fs';
import type {SyncAdapter} from 'lowdb';
import type {Disk} from './disk.ts';

/**
 * A lowdb adapter for an append-only file: `write` appends a text, `read` returns all texts as one. A text that cannot
 * be written completely is removed.
 */
export class AppendedFileSync implements SyncAdapter<string> {
  readonly path: string;
  readonly #disk: Disk;
  #descriptor: number | undefined;
  /** Size of all completely written texts. */
  #length = 0;
  /** The size before the last text. */
  #before = 0;
  #torn = false;

  constructor(path: string, disk: Disk) {
    this.path = path;
    this.#disk = disk;
  }

  read(): string | null {
    return existsSync(this.path) ? readFileSync(this.path, 'utf8') : null;
  }

  /**
   * Appends a text.
   * @throws the error of the file system, also when the file exists before the first text
   */
  write(text: string): void {
    // Opened for writing at positions, not for appending: Windows does not truncate files that were opened for
    // appending.
    this.#descriptor ??= openSync(this.path, 'wx+');
    const file = this.#descriptor;
    // When the folder was removed or moved, the open file still accepts texts, but they are lost.
    accessSync(this.path);
    if (this.#torn) this.#removeTornEnd(file);
    const bytes = Buffer.from(text);
    this.#before = this.#length;
    try {
      this.#writeAll(file, bytes);
    } catch (error) {
      this.takeBack();
      throw error;
    }
    this.#length += bytes.length;
  }

  /** Waits until all texts are on the device. */
  async sync(): Promise<void> {
    if (this.#descriptor !== undefined) await this.#disk.sync(this.#descriptor);
  }

  /** Removes the last text, or the written part of it; if that fails, it is tried again before the next one. */
  takeBack(): void {
    this.#length = this.#before;
    this.#torn = true;
    try {
      if (this.#descriptor !== undefined) this.#removeTornEnd(this.#descriptor);
    } catch {
      // The next write tries again.
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #writeAll(file: number, bytes: Buffer): void {
    let done = 0;
    while (done < bytes.length) done += this.#disk.write(file, bytes, done, this.#length + done);
  }

  #removeTornEnd(file: number): void {
    this.#disk.truncate(file, this.#length);
    this.#torn = false;
  }
}
