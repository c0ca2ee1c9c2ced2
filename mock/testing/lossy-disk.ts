import {
  existsSync,
  fstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
  type BigIntStats,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {systemDisk, type Disk} from '../persistence/disk.ts';

/** A disk for tests: of a machine that can be lost. It waits for the device as `--fsync` does. */
export interface LossyDisk extends Disk {
  /**
   * Copies what the device has of a folder if the machine is lost now: the names that were synchronized,
   * with the contents that were.
   * @param isLater drawn for each name and content: whether the device has the later one all the same
   */
  copyOfDevice(folder: string, copy: string, isLater: () => boolean): void;
}

/** A folder or file whatever its name is; a number of a removed file can be used again. */
const idOf = ({ino, birthtimeNs}: BigIntStats): string => `${ino}:${birthtimeNs}`;

const idAt = (path: string): string => idOf(statSync(path, {bigint: true}));

/** What the device has. */
class Device {
  /** Contents of files, by id. */
  readonly #contents = new Map<string, Buffer>();
  /** Names in folders: the id of each, by the id of the folder. */
  readonly #names = new Map<string, Map<string, string>>();

  take(file: string, content: Buffer): void {
    this.#contents.set(file, content);
  }

  takeNames(folder: string): void {
    const names = readdirSync(folder);
    const ids = names.map((name): [string, string] => [name, idAt(join(folder, name))]);
    this.#names.set(idAt(folder), new Map(ids));
  }

  copy(folder: string, id: string, copy: string, isLater: () => boolean): void {
    mkdirSync(copy, {recursive: true});
    const there = existsSync(folder) ? readdirSync(folder) : [];
    const kept = this.#names.get(id) ?? new Map<string, string>();
    for (const name of new Set([...kept.keys(), ...there])) {
      const path = join(folder, name);
      const now = existsSync(path) ? idAt(path) : undefined;
      const inside = isLater() ? now : kept.get(name);
      if (inside === undefined) continue;
      if (this.#names.has(inside) || (now === inside && statSync(path).isDirectory()))
        this.copy(path, inside, join(copy, name), isLater);
      else
        writeFileSync(
          join(copy, name),
          this.#contentOf(inside, now === inside && isLater() ? path : undefined),
        );
    }
  }

  /** @param later where the content stands that the device has, too */
  #contentOf(id: string, later: string | undefined): Buffer {
    return later === undefined ? (this.#contents.get(id) ?? Buffer.alloc(0)) : readFileSync(later);
  }
}

/** A disk that knows what is on the device. */
export function lossyDisk(): LossyDisk {
  const disk = systemDisk(true);
  const device = new Device();
  const take = (path: string): void => device.take(idAt(path), readFileSync(path));
  return {
    ...disk,
    async sync(file) {
      const stats = fstatSync(file, {bigint: true});
      const content = Buffer.alloc(Number(stats.size));
      readSync(file, content, 0, content.length, 0);
      await disk.sync(file);
      device.take(idOf(stats), content);
    },
    async syncFile(path) {
      await disk.syncFile(path);
      take(path);
    },
    async syncFolder(path) {
      await disk.syncFolder(path);
      device.takeNames(path);
    },
    async writeFile(path, text) {
      await disk.writeFile(path, text);
      take(path);
    },
    async rename(from, to) {
      await disk.rename(from, to);
      device.takeNames(dirname(to));
    },
    copyOfDevice: (folder, copy, isLater) => device.copy(folder, idAt(folder), copy, isLater),
  };
}
