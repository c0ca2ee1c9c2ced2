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
import {checkStart, hasStarts} from './starts.ts';
import {loadWorld, type LoadedWorld} from './world-folder.ts';

/** The table of the index that lists the worlds that are being made or dropped. */
export const UNSETTLED_WORLDS = 'unsettled-worlds';

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
    const loaded = await loadWorld({path, world}, disk, !index);
    worlds.set(world, loaded);
    if (index) checkListed(index, path, world, loaded);
  }
  for (const {key: world} of index?.rows(WORLDS) ?? [])
    if (!worlds.get(world)?.stored)
      throw new DamagedFile(
        join(folder, folderNameOf(world)),
        `the folder of world \`${world}\` is missing or empty`,
      );
  return worlds;
}

/**
 * Checks that a world belongs to the index, and that the index lists it.
 * @throws DamagedFile; but not for a world that was being made or dropped
 */
function checkListed(index: FolderIndex, path: string, world: string, {stored}: LoadedWorld): void {
  if (!stored || index.has(UNSETTLED_WORLDS, world)) return;
  checkStart(index, path, world, stored.log.start);
  if (index.has(WORLDS, world) || !hasStarts(index)) return;
  throw new DamagedFile(
    path,
    `the index of the data folder does not list world \`${world}\`: the two come from different copies`,
    'Put back the folder `index` that belongs to it, or move this folder elsewhere',
  );
}

/** The worlds whose creation was completed, and that were not being dropped. */
export const storedOf = (
  worlds: ReadonlyMap<string, LoadedWorld>,
  index: FolderIndex | undefined,
): Map<string, StoredWorld> =>
  new Map(
    [...worlds].flatMap(([world, {stored}]) =>
      stored && !isLeftover(index, world) ? [[world, stored]] : [],
    ),
  );

/** Whether a world was being made or dropped when the mock was ended. */
const isLeftover = (index: FolderIndex | undefined, world: string): boolean =>
  index !== undefined && index.has(UNSETTLED_WORLDS, world) && !index.has(WORLDS, world);

/** Removes the worlds that were being made or dropped. */
export async function settleWorlds(
  folder: string,
  worlds: ReadonlyMap<string, LoadedWorld>,
  index: FolderIndex,
  disk: Disk,
): Promise<void> {
  const unsettled = index.rows(UNSETTLED_WORLDS).map(({key}) => key);
  for (const world of unsettled)
    if (worlds.get(world)?.stored && isLeftover(index, world))
      await removeWorld(folder, world, disk);
  await index.keep(...unsettled.map((world) => ({table: UNSETTLED_WORLDS, del: world})));
}

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
