/** The folder in which each world has a folder. */

import {readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {DamagedFile} from './damaged-file.ts';
import type {Disk} from './disk.ts';
import {isIgnored, WORLDS} from './folder-files.ts';
import type {FolderIndex} from './folder-index.ts';
import {folderNameOf, worldOfFolder} from './folder-name.ts';
import type {StoredWorld} from './lowdb-commit-log.ts';
import {namesIn} from './names-in.ts';
import {loadWorld, type LoadedWorld} from './world-folder.ts';

/** Prefix of the folder names of dropped worlds. */
const DROPPED = '.dropped-';

/**
 * Reads every world of a folder, without changes.
 * @param index of the data folder; absent if it is new, or an earlier version wrote it
 * @throws DamagedFile, also for a world that is listed in the index and missing
 */
export async function loadWorlds(
  folder: string,
  disk: Disk,
  index: FolderIndex | undefined,
): Promise<Map<string, LoadedWorld>> {
  const worlds = new Map<string, LoadedWorld>();
  for (const name of await namesIn(folder)) {
    if (isIgnored(name) || name.startsWith(DROPPED)) continue;
    const path = join(folder, name);
    const world = worldOfFolder(name);
    if (world === undefined)
      throw new DamagedFile(path, 'presscheck makes no folder of this name here');
    worlds.set(world, await loadWorld({path, world}, disk, !index));
  }
  for (const {key: world} of index?.rows(WORLDS) ?? [])
    if (!worlds.get(world)?.stored)
      throw new DamagedFile(
        join(folder, folderNameOf(world)),
        `the folder of world \`${world}\` is missing or empty`,
      );
  return worlds;
}

/** The worlds whose creation was completed. */
export const storedOf = (worlds: ReadonlyMap<string, LoadedWorld>): Map<string, StoredWorld> =>
  new Map([...worlds].flatMap(([world, {stored}]) => (stored ? [[world, stored]] : [])));

/** Removes the remains of worlds after a crash. */
export async function tidyWorlds(
  folder: string,
  worlds: ReadonlyMap<string, LoadedWorld>,
): Promise<void> {
  for (const {tidy} of worlds.values()) await tidy();
  for (const name of await readdir(folder))
    if (name.startsWith(DROPPED)) await rm(join(folder, name), {recursive: true, force: true});
}

/** Removes a world. Its folder is renamed first, so that a crash leaves no incomplete world. */
export async function removeWorld(folder: string, world: string, disk: Disk): Promise<void> {
  const name = folderNameOf(world);
  const dropped = join(folder, `${DROPPED}${name}`);
  await disk.rename(join(folder, name), dropped);
  await rm(dropped, {recursive: true, force: true});
}
