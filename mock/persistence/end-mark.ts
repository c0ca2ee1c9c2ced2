import {closeSync, existsSync, openSync, readFileSync} from 'node:fs';
import {crc32} from 'node:zlib';
import {DamagedFile} from './damaged-file.ts';
import type {Disk} from './disk.ts';

/** A start of a mock: its number, and a random part that tells two copies of a folder apart: `7-90ab12cd`. */
export type Start = string;

/** Size of the file: small enough to be written atomically. */
const LENGTH = 112;

/** Its size without a start. */
const LENGTH_BEFORE = 64;

/**
 * The number of acknowledged records of a log, in a separate file that is overwritten after each record. Without it a
 * truncated record could not be distinguished from one that was never written. It also tells the last start of the mock
 * on the folder, so that parts of different copies are detected.
 */
export class EndMark {
  readonly path: string;
  /** The start in which the mark is written; undefined for a folder that has counted none yet. */
  start: Start | undefined;
  readonly #world: string;
  readonly #disk: Disk;
  #file: number | undefined;

  constructor(folder: string, world: string, disk: Disk, start?: Start) {
    this.path = `${folder}/end.json`;
    this.start = start;
    this.#world = world;
    this.#disk = disk;
  }

  /**
   * Reads the number of the first record that was not acknowledged, and the start; undefined when there is no file.
   * @throws DamagedFile
   */
  read(): number | undefined {
    if (!existsSync(this.path)) return undefined;
    const text = readFileSync(this.path, 'utf8');
    const [, next, , start] =
      /^\{"next":([0-9]+),("start":"([0-9]+-[0-9a-f]+)",)?/.exec(text) ?? [];
    this.start = start;
    if (text === this.#textOf(Number(next))) return Number(next);
    throw new DamagedFile(this.path, 'its content does not match its checksum: it was edited');
  }

  /** Records that the records before `next` are acknowledged. @throws the error of the file system */
  write(next: number): void {
    this.#file ??= openSync(this.path, existsSync(this.path) ? 'r+' : 'w+');
    const bytes = Buffer.from(this.#textOf(next));
    const written = this.#disk.write(this.#file, bytes, 0, 0);
    if (written !== bytes.length)
      throw new Error(`${this.path}: ${written} of ${bytes.length} bytes written`);
  }

  /** The same, and waits for the device if the disk does: the file may be new. */
  async renew(next: number): Promise<void> {
    this.write(next);
    if (this.#disk.syncs && this.#file !== undefined) await this.#disk.sync(this.#file);
    this.close();
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** The checksum includes the world, so that the file of another world is detected. */
  #textOf(next: number): string {
    if (this.start === undefined) {
      const sum = crc32(`${this.#world}:${next}`);
      return `${`{"next":${next},"sum":${sum}}`.padEnd(LENGTH_BEFORE - 1)}\n`;
    }
    const sum = crc32(`${this.#world}:${next}:${this.start}`);
    const text = `{"next":${next},"start":"${this.start}","sum":${sum}}`;
    return `${text.padEnd(LENGTH - 1)}\n`;
  }
}
