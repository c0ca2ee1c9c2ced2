import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {systemDisk} from '../persistence/disk.ts';
import {EndMark} from '../persistence/end-mark.ts';

/** Rewrites the end mark in a generation's folder as versions without starts wrote it. */
export async function forgetStart(world: string, generation: string): Promise<void> {
  const mark = new EndMark(generation, world, systemDisk());
  const next = mark.read() ?? 0;
  await rm(join(generation, 'end.json'));
  mark.start = undefined;
  await mark.renew(next);
}
