import {closeSync, existsSync, openSync, readFileSync} from 'node:fs';
import {crc32} from 'node:zlib';
import {DamagedFile} from './damaged-file.ts';
import type {Disk} from './disk.ts';

/** Size of the file: small enough to be written atomically. */
const LENGTH = 64;

/**
 * The number of acknowledged records of a log, in a separate file that is overwritten after each record. Without it a
 * truncated record could not be distinguished from one that was never written.
 */
export class EndMark {
  readonly path: string;
  readonly #world: string;
  readonly #disk: Disk;
  #file: number | undefined;

  constructor(folder: string, world: string, disk: Disk) {
    this.path = `${folder}/end.json`;
    this.#world = world;
    this.#disk = disk;
  }

  /**
   * Reads the number of the first record that was not acknowledged; undefined when there is no file.
   * @throws DamagedFile
   */
  read(): number | undefined {
    if (!existsSync(this.path)) return undefined;
    const text = readFileSync(this.path, 'utf8');
    const next = Number(/^\{"next":([0-9]+),/.exec(text)?.[1]);
    if (text === this.#textOf(next)) return next;
    throw new DamagedFile(this.path, 'its content does not match its checksum: it was edited');
  }

  /** Records that the records before `next` are acknowledged. @throws the error of the file system */
  write(next: number): void {
    this.#file ??= openSync(this.path, existsSync(this.path) ? 'r+' : 'w+');
    const written = this.#disk.write(this.#file, Buffer.from(this.#textOf(next)), 0, 0);
    if (written !== LENGTH) throw new Error(`${this.path}: ${written} of ${LENGTH} bytes written`);
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
    const sum = crc32(`${this.#world}:${next}`);
    return `${`{"next":${next},"sum":${sum}}`.padEnd(LENGTH - 1)}\n`;
  }
}
