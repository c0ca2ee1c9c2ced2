import {readdir, rm, rmdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {WorldImage} from '../world/change.ts';
import {DamagedFile} from './damaged-file.ts';
import type {Disk} from './disk.ts';
import {Generation} from './generation.ts';
import {SegmentedLog} from './segmented-log.ts';
import type {StoredWorld} from './lowdb-commit-log.ts';
import {DurableState} from './durable-state.ts';

/** The content of a world's folder. */
export interface LoadedWorld {
  /** Undefined for a world whose creation was interrupted before it was acknowledged. */
  stored: StoredWorld | undefined;
  /** Removes what a crash left. Loading changes nothing. */
  tidy(): Promise<void>;
}

/** A folder and its world. */
export interface WorldFolder {
  path: string;
  world: string;
}

/** Writes a new world into its folder. */
export async function writeWorld(
  {path, world}: WorldFolder,
  image: WorldImage,
  disk: Disk,
): Promise<StoredWorld> {
  const durable = new DurableState(image);
  const reads = {...image.reads};
  const folder = join(path, '1');
  const generation = await Generation.write(folder, world, {durable, reads}, disk);
  await disk.syncFolder(join(path, '..'));
  return {generation, durable, reads, log: new SegmentedLog(folder, world, disk)};
}

/**
 * Reads the newest generation of a world, without changes.
 * @param isOld whether an earlier version may have written it
 * @throws DamagedFile
 */
export async function loadWorld(
  {path, world}: WorldFolder,
  disk: Disk,
  isOld: boolean,
): Promise<LoadedWorld> {
  const names = await readdir(path).catch(() => {
    throw new DamagedFile(path, 'a world is a folder');
  });
  const generations = names.filter((name) => /^[1-9][0-9]*$/.test(name));
  const foreign = names.find((name) => !generations.includes(name) && name !== '.draft');
  if (foreign !== undefined)
    throw new DamagedFile(join(path, foreign), 'presscheck writes no file of this name here');
  const [latest] = generations.sort((a, b) => Number(b) - Number(a));
  const generation =
    latest === undefined ? undefined : new Generation(join(path, latest), world, disk);
  const loaded = await generation?.load(isOld);
  const tidy = async (): Promise<void> => {
    await loaded?.tidy();
    for (const name of names)
      if (name !== latest) await rm(join(path, name), {recursive: true, force: true});
    if (!loaded) await rmdir(path);
  };
  return {stored: generation && loaded && {generation, ...loaded}, tidy};
}
