import {cp, mkdtemp, rename, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Mock} from '../create-mock.ts';
import {
  damaged,
  DAMAGES,
  OF_THE_PROCESS,
  startedOn,
  treeOf,
  wrongWithRefusal,
} from '../testing/folder-damages.ts';

let root: string;
/** Folders as a start finds them. */
const folders = {closed: '', killed: ''};

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'presscheck-'));
  folders.closed = join(root, 'closed');
  folders.killed = join(root, 'killed');
  await (await startedOn(folders.closed)).close();
  const mock = await startedOn(folders.closed);
  await work(mock);
  await cp(folders.closed, folders.killed, {
    recursive: true,
    filter: (path) => !OF_THE_PROCESS.test(path),
  });
  await mock.close();
});
afterAll(() => rm(root, {recursive: true}));

/** Leaves every kind of file in the folder. */
async function work(mock: Mock): Promise<void> {
  const {worlds} = mock;
  const world = await worlds.create({template: 'suite', seed: 3});
  await worlds.reset(world.id);
  for (const each of worlds.list()) {
    for (let seq = 0; seq < 3; seq++) await each.advance(1000);
    each.persistence.saveReads();
  }
  // The index notes that the objects are settled.
  await worlds.drop((await worlds.create({template: 'empty'})).id);
}

/** What a killed mock leaves differs from what a closed one leaves by the end of its logs. */
const OF_KILLED = ['removed', 'cut by a byte', 'with another bit'];

/** Parts of a file before a damage. */
const PLACES = [0, 0.5, 0.999];

/** Damages that are at one place of a file. */
const AT_A_PLACE = ['cut', 'with a part twice', 'with a byte that is zero', 'with another bit'];

describe.each(['closed', 'killed'] as const)('a folder of a mock that was %s', (ended) => {
  const wanted = Object.keys(DAMAGES)
    .filter((name) => ended === 'closed' || OF_KILLED.includes(name))
    .flatMap((name) =>
      (AT_A_PLACE.includes(name) ? PLACES : [0.5]).map((at) => [name, at] as const),
    );

  test.each(wanted)('is refused with any file %s (at %d)', async (name, at) => {
    const folder = folders[ended];
    const files = [...(await treeOf(folder))].filter(([, bytes]) => bytes !== undefined);
    expect(files.length).toBeGreaterThan(12);
    for (const [path] of files) expect(await damaged(folder, path, name, at), path).toBeUndefined();
  });

  test('is refused without any folder that holds something', async () => {
    const folder = folders[ended];
    const tree = await treeOf(folder);
    const holding = new Set([...tree.keys()].map((path) => dirname(path)));
    const aside = join(root, 'aside');
    for (const [path, bytes] of tree) {
      if (bytes !== undefined || !holding.has(path)) continue;
      await rename(path, aside);
      expect(await wrongWithRefusal(folder), path).toBeUndefined();
      await rename(aside, path);
    }
  });

  test('starts when everything has been put back', async () => {
    const mock = await startedOn(folders[ended]);
    expect(
      mock.worlds
        .list()
        .map(({id}) => id)
        .sort(),
    ).toEqual(['demo', 'w1']);
    await mock.close();
  });
});
