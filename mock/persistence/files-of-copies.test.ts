import {cp, mkdtemp, readdir, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {isSame, treeOf} from '../testing/folder-damages.ts';
import {bare, emptyImage, plain, put} from '../testing/arbitrary-entries.ts';
import {systemPorts} from '../world/ports.ts';
import {DamagedFile} from './damaged-file.ts';
import {lowdbPersistence} from './lowdb-persistence.ts';

const HOME = 'worlds/w/1';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'presscheck-'));
  const folder = join(root, 'folder');
  for (const [start, name] of ['older', 'newer'].entries()) {
    const persistence = await lowdbPersistence(folder, systemPorts);
    const image = (await persistence.load()).get('w') ?? emptyImage();
    const commitLog = await persistence.open('w', image);
    // Each start reaches a checkpoint, changes rows of every chunk, and leaves something in the log after it.
    for (let turn = 0; turn < 700; turn++)
      await commitLog.append(put(`row ${turn}`, turn, `${start} ${'x'.repeat(1000)}`));
    commitLog.saveReads({w: [start]} as never);
    await persistence.close();
    await cp(folder, join(root, name), {recursive: true});
  }
});
afterAll(() => rm(root, {recursive: true}));

/** The rows that a start finds in a folder. */
async function rowsIn(folder: string): Promise<unknown> {
  const persistence = await lowdbPersistence(folder, systemPorts);
  try {
    return bare(plain((await persistence.load()).get('w')!)).rows;
  } finally {
    await persistence.close();
  }
}

test.each([
  ['newer', 'older'],
  ['older', 'newer'],
])(
  'a %s folder with any one file of an %s copy is refused by name, or has lost nothing',
  async (into, from) => {
    const names = new Set([
      ...(await readdir(join(root, 'older', HOME))),
      ...(await readdir(join(root, 'newer', HOME))),
    ]);
    expect([...names].filter((name) => name.startsWith('rows-')).length).toBeGreaterThan(2);
    const pristine = join(root, 'pristine');
    await cp(join(root, into), pristine, {recursive: true});
    const rows = await rowsIn(pristine);
    const refused: string[] = [];
    for (const name of names) {
      const folder = join(root, `${into}-${name}`);
      await cp(join(root, into), folder, {recursive: true});
      await rm(join(folder, HOME, name), {force: true});
      await cp(join(root, from, HOME, name), join(folder, HOME, name)).catch(() => {});
      const before = await treeOf(folder);
      try {
        expect(await rowsIn(folder), name).toEqual(rows);
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error;
        expect(error.path.startsWith(join(folder, 'worlds', 'w')), error.path).toBe(true);
        expect(isSame(before, await treeOf(folder)), name).toBe(true);
        refused.push(name);
      }
    }
    expect(refused).toEqual(expect.arrayContaining(['base.json', 'end.json', 'rows-0.json']));
    await rm(pristine, {recursive: true});
  },
);
