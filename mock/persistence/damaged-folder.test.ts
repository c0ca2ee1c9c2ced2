import {cp, mkdtemp, readdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {dataFolder} from '../data-folder.ts';
import {DamagedFile} from './damaged-file.ts';

/** What presscheck needs while it runs, and nobody afterwards. */
const OF_THE_PROCESS = /(^|\/)(owner\.json|\.presscheck\.lock|\.gate\.lock)$/;

let root: string;
/** Folders as a start finds them. */
const folders = {closed: '', killed: ''};

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'presscheck-'));
  folders.closed = join(root, 'closed');
  folders.killed = join(root, 'killed');
  await (await started(folders.closed)).close();
  const mock = await started(folders.closed);
  await work(mock);
  await cp(folders.closed, folders.killed, {
    recursive: true,
    filter: (path) => !OF_THE_PROCESS.test(path),
  });
  await mock.close();
});
afterAll(() => rm(root, {recursive: true}));

const started = async (folder: string): Promise<Mock> => createMock(await dataFolder(folder));

/** Leaves every kind of file in the folder. */
async function work(mock: Mock): Promise<void> {
  const {worlds} = mock;
  const world = await worlds.create({template: 'suite', seed: 3});
  await worlds.reset(world.id);
  for (const each of worlds.list()) {
    for (let seq = 0; seq < 3; seq++) await each.advance(1000);
    each.keeping.noteReads();
  }
}

/** Every file and folder below a folder, files with their content. */
async function treeOf(folder: string): Promise<Map<string, string | undefined>> {
  const tree = new Map<string, string | undefined>();
  for (const entry of await readdir(folder, {recursive: true, withFileTypes: true})) {
    const path = join(entry.parentPath, entry.name);
    if (OF_THE_PROCESS.test(path)) continue;
    tree.set(path, entry.isFile() ? await readFile(path, 'latin1') : undefined);
  }
  return tree;
}

/** The start is refused with the name of something in the folder, and changes nothing. */
async function refused(folder: string, what: string): Promise<void> {
  const before = await treeOf(folder);
  const outcome: unknown = await started(folder).then(
    (mock) => mock.close(),
    (reason: unknown) => reason,
  );
  expect(outcome, what).toBeInstanceOf(DamagedFile);
  const {path, message} = outcome as DamagedFile;
  expect(path.startsWith(folder), what).toBe(true);
  expect(message, what).toMatch(/Nothing was changed\. /);
  expect(await treeOf(folder), what).toEqual(before);
}

/** Damages, by name: the bytes that are there afterwards; undefined: the file is gone. */
const damages: Record<string, (bytes: Buffer, other: Buffer) => Buffer | undefined> = {
  removed: () => undefined,
  emptied: () => Buffer.alloc(0),
  halved: (bytes) => bytes.subarray(0, bytes.length >> 1),
  'cut by a byte': (bytes) => bytes.subarray(0, -1),
  'longer by a byte': (bytes) => Buffer.concat([bytes, Buffer.from('x')]),
  zeroed: (bytes) => Buffer.alloc(bytes.length),
  'another file': (_bytes, other) => other,
  'other at its beginning': (bytes) => flipped(bytes, 0),
  'other in the middle': (bytes) => flipped(bytes, bytes.length >> 1),
  'other near its end': (bytes) => flipped(bytes, bytes.length - 3),
};

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** What a killed mock leaves differs from what a closed one leaves by the end of its logs. */
const ofKilled = ['removed', 'cut by a byte', 'other in the middle'];

describe.each(['closed', 'killed'] as const)('a folder of a mock that was %s', (ended) => {
  const wanted = Object.entries(damages).filter(
    ([name]) => ended === 'closed' || ofKilled.includes(name),
  );
  test.each(wanted)('is refused with any file %s', async (name, damage) => {
    const folder = folders[ended];
    const files = [...(await treeOf(folder))].filter(([, text]) => text !== undefined);
    expect(files.length).toBeGreaterThan(12);
    const other = await readFile(join(folder, 'index', '1', 'end.json'));
    for (const [path] of files) {
      const bytes = await readFile(path);
      const damaged = damage(bytes, other);
      if (damaged?.equals(bytes)) continue;
      if (damaged) await writeFile(path, damaged);
      else await rm(path);
      await refused(folder, `${path} ${name}`);
      await writeFile(path, bytes);
    }
  });

  test('is refused without any folder that holds something', async () => {
    const folder = folders[ended];
    const tree = await treeOf(folder);
    const holding = new Set([...tree.keys()].map((path) => dirname(path)));
    const aside = join(root, 'aside');
    for (const [path, text] of tree) {
      if (text !== undefined || !holding.has(path)) continue;
      await rename(path, aside);
      await refused(folder, path);
      await rename(aside, path);
    }
  });

  test('starts when everything has been put back', async () => {
    const mock = await started(folders[ended]);
    expect(
      mock.worlds
        .list()
        .map(({id}) => id)
        .sort(),
    ).toEqual(['demo', 'w1']);
    await mock.close();
  });
});
