import {cpSync} from 'node:fs';
import {systemDisk, type Disk} from '../persistence/disk.ts';
import {OF_THE_PROCESS} from './folder-damages.ts';

/** A disk for tests that copies a folder after each of its changes, as a process leaves it that is killed then. */
export interface CopyingDisk extends Disk {
  /** Where the next copy goes; undefined: none is made. It is called once for each copy. */
  nextCopy: (() => string) | undefined;
}

/** @param folder to be copied */
export function copyingDisk(folder: string): CopyingDisk {
  const real = systemDisk();
  const copy = (): void => {
    const to = disk.nextCopy?.();
    if (to === undefined) return;
    cpSync(folder, to, {recursive: true, filter: (path) => !OF_THE_PROCESS.test(path)});
  };
  const disk: CopyingDisk = {
    ...real,
    nextCopy: undefined,
    write(...all) {
      const written = real.write(...all);
      copy();
      return written;
    },
    async syncFile(path) {
      copy();
      await real.syncFile(path);
    },
    async writeFile(path, text) {
      await real.writeFile(path, text);
      copy();
    },
    async rename(from, to) {
      await real.rename(from, to);
      copy();
    },
  };
  return disk;
}
