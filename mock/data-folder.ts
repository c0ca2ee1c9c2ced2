import {join} from 'node:path';
import type {MockOptions} from './create-mock.ts';
import {FileObjects} from './objects/file-objects.ts';
import {systemDisk, type Disk} from './persistence/disk.ts';
import {lowdbPersistence} from './persistence/lowdb-persistence.ts';
import {systemPorts} from './world/ports.ts';

/** Options of a data folder. */
export interface FolderOptions {
  /** Whether changes are flushed to the device (fsync), and so survive a power failure. Default: false. */
  fsync?: boolean;
  /** Time and timers. Default: those of the machine. */
  disk?: Disk;
}

/**
 * Opens a folder that stores worlds, keys, clocks and files, for one process at a time.
 * @throws FolderInUse, DamagedFile, or the error of the file system
 */
export async function dataFolder(
  path: string,
  {fsync = false, disk = systemDisk(fsync)}: FolderOptions = {},
): Promise<Required<Pick<MockOptions, 'persistence' | 'objects'>>> {
  const objects = new FileObjects(join(path, 'objects'), disk);
  return {persistence: await lowdbPersistence(path, {...systemPorts, disk}, objects), objects};
}
