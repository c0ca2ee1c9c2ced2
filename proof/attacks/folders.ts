import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {damaged, DAMAGES, startedOn, treeOf} from '../../mock/testing/folder-damages.ts';
import type {Attack} from './attack.ts';

/** A factor whose multiples have evenly distributed fractions: the golden ratio. */
const GOLDEN = 0.618_033_988_749_895;

/**
 * Damages any file of a folder in any way at any position: the start must be refused with the name of a file in it,
 * and must change nothing.
 */
export const folders: Attack = {
  name: 'folders',
  unit: 'damages',
  full: 2000,
  short: 6,
  async run({times, seed}, count) {
    const folder = await mkdtemp(join(tmpdir(), 'presscheck-damaged-'));
    try {
      await fill(folder);
      const files = [...(await treeOf(folder))].flatMap(([path, bytes]) => (bytes ? [path] : []));
      const names = Object.keys(DAMAGES);
      const findings: string[] = [];
      const tried = new Set<string>();
      for (let number = 0; number < times; number += 1) {
        const turn = number + seed;
        const file = files[turn % files.length] ?? '';
        const name = names[Math.floor(turn / files.length) % names.length] ?? '';
        tried.add(`${file} ${name}`);
        const finding = await damaged(folder, file, name, (turn * GOLDEN) % 1);
        if (finding !== undefined) findings.push(`${file} ${name}, turn ${turn}: ${finding}`);
        count(1);
      }
      const figure = `${tried.size} kinds of damage to ${files.length} files`;
      return {tried: times, figure, findings};
    } finally {
      await rm(folder, {recursive: true});
    }
  },
};

/** Fills a folder as a mock does that was used and stopped. */
async function fill(folder: string): Promise<void> {
  const mock = await startedOn(folder);
  const world = await mock.worlds.create({template: 'suite', seed: 3});
  await world.advance(1000);
  await mock.close();
}
