import {rm} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import type {Disk} from './disk.ts';

/** Prefix of the folder names of generations that another has replaced. */
const REPLACED = '.replaced-';

/** Whether a folder of a world is a generation that was replaced, and was being deleted. */
export const isReplaced = (name: string): boolean => name.startsWith(REPLACED);

/**
 * Deletes a generation that another has replaced. It is renamed first: what has its name is always complete.
 * A lost machine may leave both names; a folder is not renamed to one that has files, so that one goes before.
 */
export async function removeReplaced(path: string, disk: Disk): Promise<void> {
  const aside = join(dirname(path), `${REPLACED}${basename(path)}`);
  await rm(aside, {recursive: true, force: true});
  await disk.rename(path, aside);
  await rm(aside, {recursive: true, force: true});
}
