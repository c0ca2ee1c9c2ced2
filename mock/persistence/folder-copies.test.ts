import {cp, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Mock} from '../create-mock.ts';
import {
  isSame,
  OF_THE_PROCESS,
  startedOn,
  treeOf,
  wrongWithRefusal,
} from '../testing/folder-damages.ts';
import {forgetStarts} from '../testing/folder-copies.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'presscheck-'));
  const folder = join(root, 'folder');
  let mock = await startedOn(folder);
  await mock.worlds.create({id: 'w1', template: 'suite', seed: 3});
  await store(mock, 'stays', 'a book');
  await store(mock, 'replaced', 'first');
  await mock.close();
  await cp(folder, join(root, 'A'), {recursive: true});
  mock = await startedOn(folder);
  await mock.world('demo')!.advance(1000);
  await mock.world('w1')!.advance(1000);
  await store(mock, 'replaced', 'second');
  await store(mock, 'added', 'third');
  await mock.close();
  await cp(folder, join(root, 'B'), {recursive: true});
  await startedCopy('A', 'fork');
  await startedCopy('B', 'later');
});
afterAll(() => rm(root, {recursive: true}));

/** Makes a copy of a folder, and starts once on it. */
async function startedCopy(from: string, to: string): Promise<void> {
  await cp(join(root, from), join(root, to), {recursive: true});
  await (await startedOn(join(root, to))).close();
}

async function store(mock: Mock, key: string, text: string): Promise<void> {
  const bytes = Readable.from([Buffer.from(text)]);
  await mock.world('demo')!.objects.put(key, bytes, {contentType: 'text/plain', limit: 99});
}

/** What the worlds of a folder hold. */
async function heldIn(folder: string): Promise<unknown> {
  const mock = await startedOn(folder);
  try {
    const {objects} = mock.world('demo')!;
    const texts: string[] = [];
    for (const key of ['stays', 'replaced', 'added'])
      if (objects.head(key)) texts.push((await buffer(objects.read(key, 0, 98))).toString());
    return {
      worlds: mock.worlds
        .list()
        .map(({id}) => id)
        .sort(),
      texts,
    };
  } finally {
    await mock.close();
  }
}

const PARTS = ['index', 'worlds/demo', 'worlds/w1', 'objects'];
const SOURCES = ['A', 'B', 'missing'];

/** Puts a folder together. @param sources by part, the copy from which it comes */
async function assembled(name: string, sources: readonly string[]): Promise<string> {
  const folder = join(root, name);
  await rm(folder, {recursive: true, force: true});
  await cp(join(root, 'B', 'presscheck.json'), join(folder, 'presscheck.json'));
  for (const [at, part] of PARTS.entries())
    if (sources[at] !== 'missing')
      await cp(join(root, sources[at]!, part), join(folder, part), {recursive: true});
  return folder;
}

const combinations = PARTS.reduce<string[][]>(
  (all, _part) => all.flatMap((some) => SOURCES.map((source) => [...some, source])),
  [[]],
);
const isOfOne = (sources: string[]): boolean => sources.every((source) => source === sources[0]);

describe('parts of two copies of a folder', () => {
  test.each(combinations.filter((sources) => !isOfOne(sources)))(
    'index %s, demo %s, w1 %s, objects %s: refused by name, and nothing is changed',
    async (...sources) => {
      const folder = await assembled('mixed', sources);
      expect(await wrongWithRefusal(folder)).toBeUndefined();
    },
  );

  test.each([
    ['A', ['a book', 'first']],
    ['B', ['a book', 'second', 'third']],
  ])('all of %s start, and hold what they held', async (source, texts) => {
    const folder = await assembled(
      'whole',
      PARTS.map(() => source),
    );
    expect(await heldIn(folder)).toEqual({worlds: ['demo', 'w1'], texts});
  });

  test('parts of two copies that were started on apart are refused, though both count the same starts', async () => {
    const folder = await assembled('forked', ['B', 'fork', 'B', 'B']);
    expect(await wrongWithRefusal(folder)).toBeUndefined();
    await expect(startedOn(folder)).rejects.toThrow('worlds/demo: it belongs to another copy of');
  });

  test.each([
    ['index', /index: it is older than the folder of world `demo`: it is of start 2 .*start 3/],
    ['worlds/demo', /demo: it is older than the folder `index`: it is of start 2 .* of start 3/],
  ])('an older %s is said to be the older', async (part, complaint) => {
    const folder = join(root, 'older');
    await rm(folder, {recursive: true, force: true});
    await cp(join(root, 'later'), folder, {recursive: true});
    await rm(join(folder, part), {recursive: true});
    await cp(join(root, 'B', part), join(folder, part), {recursive: true});
    await expect(startedOn(folder)).rejects.toThrow(complaint);
  });

  test.each([['index'], ['index', 'worlds'], ['objects'], ['worlds', 'objects']])(
    'an older %s %s beside uploads that came later: refused, and the uploads stay',
    async (...older) => {
      const folder = join(root, 'uploaded');
      await rm(folder, {recursive: true, force: true});
      await cp(join(root, 'B'), folder, {recursive: true});
      const mock = await startedOn(folder);
      await store(mock, 'late', 'newer than the copy');
      await mock.close();
      for (const part of older) {
        await rm(join(folder, part), {recursive: true});
        await cp(join(root, 'B', part), join(folder, part), {recursive: true});
      }
      expect(await wrongWithRefusal(folder)).toBeUndefined();
    },
  );
});

describe('an older copy', () => {
  test('an older generation beside the one that replaced it is refused, and stays', async () => {
    const folder = join(root, 'generations');
    await cp(join(root, 'B'), folder, {recursive: true});
    const mock = await startedOn(folder);
    await mock.worlds.reset('w1');
    await mock.close();
    await cp(join(root, 'B/worlds/w1/1'), join(folder, 'worlds/w1/1'), {recursive: true});
    expect(await wrongWithRefusal(folder)).toBeUndefined();
  });

  test('an older copy that is laid over a newer folder is refused', async () => {
    for (const part of ['index', 'worlds', 'objects', '.']) {
      const folder = join(root, 'over');
      await rm(folder, {recursive: true, force: true});
      await cp(join(root, 'later'), folder, {recursive: true});
      await cp(join(root, 'A', part), join(folder, part), {recursive: true});
      expect(await wrongWithRefusal(folder), part).toBeUndefined();
    }
  });
});

describe('a folder of the version before, without starts', () => {
  const former = async (): Promise<string> => {
    const folder = await assembled(
      'former',
      PARTS.map(() => 'B'),
    );
    await forgetStarts(folder);
    return folder;
  };

  test('opens, holds what it held, and counts starts from then on', async () => {
    const folder = await former();
    const held = {worlds: ['demo', 'w1'], texts: ['a book', 'second', 'third']};
    expect(await heldIn(folder)).toEqual(held);
    expect(await heldIn(folder)).toEqual(held);
    await rm(join(folder, 'worlds/demo'), {recursive: true});
    await cp(join(root, 'B/worlds/demo'), join(folder, 'worlds/demo'), {recursive: true});
    expect(await wrongWithRefusal(folder)).toBeUndefined();
  });
});

test('a killed start changes nothing that the next one does not accept', async () => {
  const folder = await assembled(
    'begun',
    PARTS.map(() => 'B'),
  );
  const before = await treeOf(folder);
  const mock = await startedOn(folder);
  const copy = join(root, 'begun-copy');
  await cp(folder, copy, {recursive: true, filter: (path) => !OF_THE_PROCESS.test(path)});
  await mock.close();
  // The start had told the index, and one world, when it was killed.
  for (const part of ['worlds/demo', 'worlds/w1']) {
    const half = join(root, 'half');
    await rm(half, {recursive: true, force: true});
    await cp(copy, half, {recursive: true});
    await rm(join(half, part), {recursive: true});
    await cp(join(root, 'B', part), join(half, part), {recursive: true});
    const index = join(half, 'index/1/end.json');
    await cp(join(root, 'B/index/1/end.json'), index);
    expect(await heldIn(half)).toMatchObject({worlds: ['demo', 'w1']});
  }
  expect(isSame(before, await treeOf(folder))).toBe(false);
});
