import {readdir, rm, rmdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {WorldImage} from '../world/change.ts';
import {DamagedFile} from './damaged-file.ts';
import {isReplaced, removeReplaced} from './replaced.ts';
import type {Disk} from './disk.ts';
import {Generation} from './generation.ts';
import {newLog} from './segmented-log.ts';
import type {StoredWorld} from './lowdb-commit-log.ts';
import {DurableState} from './durable-state.ts';
import {EndMark, type Start} from './end-mark.ts';

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
  start?: Start,
): Promise<StoredWorld> {
  const durable = new DurableState(image);
  const reads = {...image.reads};
  const folder = join(path, '1');
  const generation = await Generation.write(folder, world, {durable, reads}, disk, start);
  await disk.syncFolder(join(path, '..'));
  return {generation, durable, reads, log: newLog(folder, world, disk, start)};
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
  const foreign = names.find(
    (name) => !generations.includes(name) && name !== '.draft' && !isReplaced(name),
  );
  if (foreign !== undefined)
    throw new DamagedFile(join(path, foreign), 'presscheck writes no file of this name here');
  const [latest, ...older] = generations.sort((a, b) => Number(b) - Number(a));
  const generation =
    latest === undefined ? undefined : new Generation(join(path, latest), world, disk);
  const loaded = await generation?.load(isOld);
  for (const name of older) checkReplaced({path: join(path, name), world}, loaded?.log.start, disk);
  const tidy = async (): Promise<void> => {
    await loaded?.tidy();
    for (const name of older) await removeReplaced(join(path, name), disk);
    for (const name of names)
      if (name !== latest) await rm(join(path, name), {recursive: true, force: true});
    if (!loaded) await rmdir(path);
  };
  return {stored: generation && loaded && {generation, ...loaded}, tidy};
}

/**
 * Checks that a generation was replaced in the last start, by the latest one: only a crash between two steps leaves it.
 * A copy has an end mark; without one, the generation was being deleted.
 * @param start the start that the latest generation tells
 * @throws DamagedFile
 */
function checkReplaced({path, world}: WorldFolder, start: Start | undefined, disk: Disk): void {
  const endMark = new EndMark(path, world, disk);
  if (start === undefined || endMark.read() === undefined || endMark.start === start) return;
  throw new DamagedFile(
    path,
    'it is of another start of the mock than the folder of a higher number beside it, and comes from a copy',
    'Remove one of the two, or put back the whole data folder as it was copied',
  );
}
