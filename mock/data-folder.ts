import {join} from 'node:path';
import type {MockOptions} from './create-mock.ts';
import {fileObjects} from './objects/file-objects.ts';
import {lowdbPersistence} from './persistence/lowdb-persistence.ts';
import {systemPorts} from './world/ports.ts';

/**
 * Opens a folder that keeps worlds, keys, clock and files, for one process at a time.
 * @throws FolderInUse, DamagedFile, or the error of the file system
 */
export async function dataFolder(
  path: string,
): Promise<Required<Pick<MockOptions, 'persistence' | 'objects'>>> {
  const persistence = await lowdbPersistence(path, systemPorts);
  try {
    return {persistence, objects: await fileObjects(join(path, 'objects'))};
  } catch (error) {
    await persistence.close();
    throw error;
  }
}
