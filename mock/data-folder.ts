import {join} from 'node:path';
import type {MockOptions} from './create-mock.ts';
import {FileObjects} from './objects/file-objects.ts';
import {systemDisk, type Disk} from './persistence/disk.ts';
import {lowdbPersistence} from './persistence/lowdb-persistence.ts';
import {systemPorts} from './world/ports.ts';

/** How a folder is kept. */
export interface FolderOptions {
  /** Whether changes wait for the device, and so survive the loss of the machine. Default: no. */
  fsync?: boolean;
  /** Default: the machine's own. */
  disk?: Disk;
}

/**
 * Opens a folder that keeps worlds, keys, clock and files, for one process at a time.
 * @throws FolderInUse, DamagedFile, or the error of the file system
 */
export async function dataFolder(
  path: string,
  {fsync = false, disk = systemDisk(fsync)}: FolderOptions = {},
): Promise<Required<Pick<MockOptions, 'persistence' | 'objects'>>> {
  const objects = new FileObjects(join(path, 'objects'), disk);
  return {persistence: await lowdbPersistence(path, {...systemPorts, disk}, objects), objects};
}
