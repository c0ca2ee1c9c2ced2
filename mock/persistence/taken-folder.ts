import {readdir, rm, rmdir} from 'node:fs/promises';
import {join} from 'node:path';
import {makeFolder} from '../../spec/make-folder.ts';
import {isIgnored, isOfProcess, isOwn} from './folder-files.ts';
import {lockFolder, type LockedFolder} from './folder-lock.ts';

/** A locked folder that knows what was in it before. */
export interface TakenFolder {
  lock: LockedFolder;
  /**
   * Releases the folder, and removes what this start has left: everything if the folder was empty or did not exist,
   * otherwise the note of the process that used it, if there was none before.
   */
  undo(): Promise<void>;
}

/**
 * Creates a folder if it does not exist, and locks it.
 * @param check looks at the folder before it is locked
 * @throws FolderInUse, the error of `check` or of the file system; then nothing was left
 */
export async function takeFolder(folder: string, check: () => Promise<void>): Promise<TakenFolder> {
  const made = makeFolder(folder);
  const removeFolders = async (): Promise<void> => {
    for (const one of made.toReversed()) await rmdir(one);
  };
  try {
    await check();
    const before = new Set(await readdir(folder));
    const lock = await lockFolder(folder);
    const inside = await readdir(folder);
    const wasEmpty = inside.every((name) => isIgnored(name) || isOfProcess(name));
    const isTrace = (name: string): boolean => !before.has(name) && (wasEmpty || isOfProcess(name));
    const undo = async (): Promise<void> => {
      // Another process may use the folder as soon as it is released.
      const traces = (await readdir(folder)).filter((name) => isOwn(name) && isTrace(name));
      for (const name of traces)
        if (!name.endsWith('.lock')) await rm(join(folder, name), {recursive: true});
      await lock.release();
      await removeFolders();
    };
    return {lock, undo};
  } catch (error) {
    await removeFolders().catch(() => {});
    throw error;
  }
}
