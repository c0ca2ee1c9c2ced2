import {readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {systemDisk} from '../persistence/disk.ts';
import {EndMark} from '../persistence/end-mark.ts';
import {FolderIndex} from '../persistence/folder-index.ts';
import {worldOfFolder} from '../persistence/folder-name.ts';

const disk = systemDisk();

/** Rewrites a closed data folder as versions wrote it that did not count starts. */
export async function forgetStarts(folder: string): Promise<void> {
  const ports = {later: () => () => {}, disk, refusal: () => undefined};
  const index = await FolderIndex.load(folder, ports);
  await index.tidy();
  await index.keep({table: 'starts', del: 'next'});
  await index.close();
  await forgetStart('', join(folder, 'index', '1'));
  for (const name of await readdir(join(folder, 'worlds')))
    for (const generation of await readdir(join(folder, 'worlds', name)))
      await forgetStart(worldOfFolder(name) ?? '', join(folder, 'worlds', name, generation));
}

/** Rewrites the end mark in a generation's folder. */
export async function forgetStart(world: string, generation: string): Promise<void> {
  const mark = new EndMark(generation, world, disk);
  const next = mark.read() ?? 0;
  await rm(join(generation, 'end.json'));
  mark.start = undefined;
  await mark.renew(next);
}
