import {fdatasync, ftruncateSync, writeSync} from 'node:fs';
import {open, rename, writeFile} from 'node:fs/promises';
import {dirname} from 'node:path';
import {promisify} from 'node:util';

/** File operations of a data folder. They are a parameter, so that tests can make them fail and observe them. */
export interface Disk {
  /** Whether changes survive a power failure: `sync` waits for the device. */
  readonly syncs: boolean;
  /** Writes bytes from an offset on to a position of an open file. Returns the number of written bytes. */
  write(file: number, bytes: Buffer, offset: number, position: number): number;
  /** Truncates an open file. */
  truncate(file: number, length: number): void;
  /** Waits until the content of an open file is on the device. */
  sync(file: number): Promise<void>;
  /** Waits until the content of a closed file is on the device, if `syncs`. */
  syncFile(path: string): Promise<void>;
  /** Waits until the names in a folder are on the device, if `syncs`. */
  syncFolder(path: string): Promise<void>;
  /** Writes a whole file, on the device if `syncs`. */
  writeFile(path: string, text: string): Promise<void>;
  /** Renames a file or folder, on the device if `syncs`. */
  rename(from: string, to: string): Promise<void>;
}

/** The disk of the machine. @param syncs whether to wait for the device (`--fsync`) */
export function systemDisk(syncs = false): Disk {
  const syncFolder = (path: string): Promise<void> =>
    syncs ? syncedFolder(path) : Promise.resolve();
  return {
    syncs,
    write: (file, bytes, offset, position) =>
      writeSync(file, bytes, offset, bytes.length - offset, position),
    truncate: ftruncateSync,
    sync: promisify(fdatasync),
    syncFile: (path) => (syncs ? syncedFile(path) : Promise.resolve()),
    syncFolder,
    writeFile: (path, text) => writeFile(path, text, {flush: syncs}),
    async rename(from, to) {
      await rename(from, to);
      await syncFolder(dirname(to));
    },
  };
}

async function syncedFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function syncedFolder(path: string): Promise<void> {
  // Windows cannot open folders, and stores their names durably without a flush.
  const folder = await open(path, 'r').catch(() => undefined);
  if (!folder) return;
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
