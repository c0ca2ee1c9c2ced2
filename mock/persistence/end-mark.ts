import {closeSync, existsSync, openSync, readFileSync} from 'node:fs';
import {crc32} from 'node:zlib';
import {DamagedFile} from './damaged-file.ts';
import type {Disk} from './disk.ts';

/** Bytes of the file: few enough to be written at once, or not at all. */
const LENGTH = 64;

/**
 * How many records of a log were answered, in a file of its own that is written in place after each
 * record. Without it nobody could tell a record that was cut off from one that never was written.
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
   * Reads the number of the first record that was not answered; undefined when there is no file.
   * @throws DamagedFile
   */
  read(): number | undefined {
    if (!existsSync(this.path)) return undefined;
    const text = readFileSync(this.path, 'utf8');
    const next = Number(/^\{"next":([0-9]+),/.exec(text)?.[1]);
    if (text === this.#textOf(next)) return next;
    throw new DamagedFile(this.path, 'its content does not match its checksum: it was edited');
  }

  /** Notes that the records before `next` are answered. @throws the error of the file system */
  write(next: number): void {
    this.#file ??= openSync(this.path, existsSync(this.path) ? 'r+' : 'w+');
    const written = this.#disk.write(this.#file, Buffer.from(this.#textOf(next)), 0, 0);
    if (written !== LENGTH) throw new Error(`${this.path}: ${written} of ${LENGTH} bytes written`);
  }

  /** The same, on the device if the disk waits for it: the file may be new. */
  async renew(next: number): Promise<void> {
    this.write(next);
    if (this.#disk.syncs && this.#file !== undefined) await this.#disk.sync(this.#file);
    this.close();
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** The checksum is that of the world as well, so that another one's file is noticed. */
  #textOf(next: number): string {
    const sum = crc32(`${this.#world}:${next}`);
    return `${`{"next":${next},"sum":${sum}}`.padEnd(LENGTH - 1)}\n`;
  }
}
