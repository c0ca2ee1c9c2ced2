import {mkdir, mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createMock} from './create-mock.ts';
import {dataFolder} from './data-folder.ts';
import {startedOn} from './testing/folder-damages.ts';

let root: string;
beforeEach(async () => void (root = await mkdtemp(join(tmpdir(), 'presscheck-'))));
afterEach(() => rm(root, {recursive: true}));

const namesBelow = async (): Promise<string[]> => (await readdir(root, {recursive: true})).sort();

/** A start on a port that is in use. */
async function refusedByPort(folder: string): Promise<void> {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, resolve));
  const {port} = taken.address() as {port: number};
  const started = createMock({...(await dataFolder(folder)), ports: {control: port}});
  await expect(started).rejects.toThrow(/EADDRINUSE/);
  taken.close();
}

test('a refused start removes the folders that it has made, and keeps the others', async () => {
  const before = await namesBelow();
  await refusedByPort(join(root, 'new', 'folder'));
  expect(await namesBelow()).toEqual(before);
  await mkdir(join(root, 'empty'));
  await writeFile(join(root, 'empty', '.gitkeep'), '');
  await refusedByPort(join(root, 'empty'));
  expect(await readdir(join(root, 'empty'))).toEqual(['.gitkeep']);
});

test('a refused start on a folder with worlds keeps them', async () => {
  const folder = join(root, 'folder');
  const mock = await startedOn(folder);
  await mock.worlds.create({id: 'w', template: 'suite', seed: 2});
  await mock.close();
  const before = await readdir(folder);
  await refusedByPort(folder);
  expect((await readdir(folder)).sort()).toEqual(before.sort());
  const again = await startedOn(folder);
  expect(again.world('w')).toBeDefined();
  await again.close();
});

test.each<[string, () => Promise<unknown>]>([
  ['a foreign file', async () => writeFile(join(root, 'photo.jpg'), 'x')],
  ['worlds without a mark', async () => mkdir(join(root, 'worlds'))],
  ['a mark that is damaged', async () => writeFile(join(root, 'presscheck.json'), '{')],
  [
    'a mark without what it marks',
    async () => {
      await (await startedOn(root)).close();
      await rm(join(root, 'index'), {recursive: true});
      await rm(join(root, 'owner.json'));
    },
  ],
])('with %s, neither a lock nor the name of an owner is left', async (_what, make) => {
  await make();
  const before = await namesBelow();
  await expect(dataFolder(root)).rejects.toThrow('Nothing was changed. ');
  expect(await namesBelow()).toEqual(before);
});

test('a start on a folder in use leaves it to the other process', async () => {
  const folder = join(root, 'folder');
  const mock = await startedOn(folder);
  const before = await namesBelow();
  await expect(dataFolder(folder)).rejects.toThrow('is in use by another presscheck');
  expect(await namesBelow()).toEqual(before);
  await mock.close();
});
