import fs from 'node:fs';
import {mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import fc from 'fast-check';
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {dataFolder} from '../data-folder.ts';
import {systemDisk} from '../persistence/disk.ts';
import {FolderIndex} from '../persistence/folder-index.ts';
import {emptyImage} from '../testing/arbitrary-entries.ts';
import {NotKept} from '../persistence/not-kept.ts';
import {FileObjects} from './file-objects.ts';
import {memoryObjects} from './memory-objects.ts';
import type {ObjectStore, PutOptions} from './object-store.ts';

let folder: string;
/** Ends what keeps the folder. */
let stop: () => Promise<void>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'presscheck-'));
  stop = () => Promise.resolve();
});
afterEach(async () => {
  await stop();
  await rm(folder, {recursive: true});
});

/** Opens the folder again. */
async function started(): Promise<ObjectStore> {
  await stop();
  stop = () => Promise.resolve();
  const {persistence, objects} = await dataFolder(folder);
  stop = () => persistence.close();
  const there = await persistence.load();
  for (const world of ['w', 'one', 'two'])
    if (!there.has(world)) await persistence.open(world, emptyImage());
  return objects;
}

const kinds: {name: string; lives: boolean; start(): Promise<ObjectStore>}[] = [
  {name: 'memory', lives: false, start: () => Promise.resolve(memoryObjects())},
  {name: 'files', lives: true, start: started},
];
const from = (...chunks: (string | Uint8Array)[]): Readable =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const TYPE = 'application/epub+zip';
const upTo = (limit: number): PutOptions => ({contentType: TYPE, limit});

test('a process that has lost its folder neither replaces nor removes a file', async () => {
  let lost: Error | undefined;
  const opened = async (name: string, refusal: () => Error | undefined): Promise<ObjectStore> => {
    const objects = new FileObjects(join(folder, 'objects'), systemDisk());
    const ports = {later: () => () => {}, disk: systemDisk(), refusal};
    await objects.addTo(await FolderIndex.create(join(folder, name), ports));
    return objects;
  };
  const late = await opened('late', () => lost);
  const owner = await opened('owner', () => undefined);
  await owner.put('w', 'book', from('a book'), upTo(100));
  const files = await readdir(join(folder, 'objects'));
  lost = new Error('another process has taken the folder');
  await expect(late.put('w', 'book', from('a book'), upTo(100))).rejects.toThrow(NotKept);
  expect(await readdir(join(folder, 'objects'))).toEqual(files);
});

describe.each(kinds)('object store in $name', ({lives, start}) => {
  test('gives the bytes back exactly, whole and in part, also after a restart', async () => {
    let store = await start();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({maxLength: 3000}), {maxLength: 4}),
        fc.nat(5000),
        fc.nat(5000),
        async (chunks, a, b) => {
          const bytes = Buffer.concat(chunks);
          const key = `ws_A/Ünï/${run++}.epub`;
          const stored = await store.put('w', key, from(...chunks), {
            contentType: TYPE,
            limit: 100_000,
          });
          expect(stored).toMatchObject({size: bytes.length, contentType: TYPE});
          expect(stored?.etag).toMatch(/^"[0-9a-f]{32}"$/);
          if (lives) store = await start();
          expect(store.head('w', key)).toMatchObject(stored!);
          expect(await buffer(store.read('w', key, 0, bytes.length - 1))).toEqual(bytes);
          const [first, last] = [Math.min(a, b), Math.max(a, b)];
          if (last < bytes.length)
            expect(await buffer(store.read('w', key, first, last))).toEqual(
              bytes.subarray(first, last + 1),
            );
        },
      ),
      {numRuns: 25},
    );
    expect(store.list('w')).toHaveLength(run);
  });

  test('keeps nothing above the limit, and everything up to it', async () => {
    const store = await start();
    expect(await store.put('w', 'k', from('12345', '6'), upTo(5))).toBeUndefined();
    expect(store.head('w', 'k')).toBeUndefined();
    expect(await store.put('w', 'k', from('1234', '5'), upTo(5))).toMatchObject({size: 5});
  });

  test('keeps nothing of a sender that breaks off, and the old object stays', async () => {
    const store = await start();
    await store.put('w', 'k', from('old'), upTo(100));
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('ne');
        throw new Error('reset by peer');
      })(),
    );
    await expect(store.put('w', 'k', broken, upTo(100))).rejects.toThrow('reset by peer');
    expect((await buffer(store.read('w', 'k', 0, 2))).toString()).toBe('old');
    if (lives)
      expect(
        (await readdir(join(folder, 'objects'))).filter((file) => file.startsWith('.')),
      ).toEqual([]);
  });
});

describe.each(kinds)('object store in $name, put twice', ({lives, start}) => {
  test('a second put replaces the first, and a reader of the first reads on', async () => {
    const store = await start();
    const first = await store.put('w', 'k', from('first'), upTo(100));
    const reader = store.read('w', 'k', 0, 4);
    const second = await store.put('w', 'k', from('second'), {
      contentType: 'audio/mpeg',
      limit: 100,
    });
    expect(second?.etag).not.toBe(first?.etag);
    expect((await buffer(reader)).toString()).toBe('first');
    expect((await buffer(store.read('w', 'k', 0, 5))).toString()).toBe('second');
    expect(store.head('w', 'k')).toMatchObject({size: 6, contentType: 'audio/mpeg'});
  });

  test('puts of one key at once leave one of them, whole', async () => {
    const store = await start();
    const texts = Array.from({length: 12}, (_, at) => `${at}`.repeat(1000 + at));
    await Promise.all(texts.map((text) => store.put('w', 'k', from(text), upTo(10_000))));
    const now = await (lives ? start() : Promise.resolve(store));
    const size = now.head('w', 'k')!.size;
    expect(texts).toContain((await buffer(now.read('w', 'k', 0, size - 1))).toString());
  });

  test('worlds are apart, and a dropped one is empty', async () => {
    const store = await start();
    await store.put('one', 'k', from('1'), upTo(9));
    await store.put('two', 'k', from('2'), upTo(9));
    await store.drop('one');
    const now = await (lives ? start() : Promise.resolve(store));
    expect(now.head('one', 'k')).toBeUndefined();
    expect(now.list('one')).toEqual([]);
    expect((await buffer(now.read('two', 'k', 0, 0))).toString()).toBe('2');
  });
});

describe.each(kinds)(
  'object store in $name, when a put is not allowed at its end',
  ({lives, start}) => {
    const refuse = (): never => {
      throw new Error('not any more');
    };
    test('the old object stays, or none', async () => {
      const store = await start();
      await store.put('w', 'k', from('old'), upTo(9));
      for (const [key, text] of [
        ['k', 'new'],
        ['k', 'old'],
        ['none', 'new'],
      ] as const)
        await expect(
          store.put('w', key, from(text), {
            contentType: 'audio/mpeg',
            limit: 9,
            requireAllowed: refuse,
          }),
        ).rejects.toThrow('not any more');
      const now = await (lives ? start() : Promise.resolve(store));
      expect(now.list('w')).toEqual(['k']);
      expect(now.head('w', 'k')).toMatchObject({size: 3, contentType: TYPE});
      expect((await buffer(now.read('w', 'k', 0, 2))).toString()).toBe('old');
      if (lives) expect(await readdir(join(folder, 'objects'))).toHaveLength(1);
    });
  },
);

describe('files', () => {
  test('what a crash left over is cleared: drafts; but not a file that no row names, which is refused', async () => {
    const store = await started();
    await store.put('w', 'k', from('old'), upTo(9));
    const home = join(folder, 'objects');
    const before = await readdir(home);
    await stop();
    await writeFile(join(home, '.draft-3'), 'half of it');
    await writeFile(join(home, '.draft-4711-3'), 'half of it');
    await writeFile(join(home, `.${'a'.repeat(40)}.json.tmp`), '{');
    await started();
    expect(await readdir(home)).toEqual(before);
    await stop();
    const unlisted = `${'a'.repeat(40)}-${'b'.repeat(32)}.bytes`;
    await writeFile(join(home, unlisted), 'newer than the index');
    await expect(started()).rejects.toThrow(`${unlisted}: the folder \`index\` does not list`);
    expect((await readdir(home)).sort()).toEqual([...before, unlisted].sort());
  });

  test('damaged, missing and foreign files are refused by name', async () => {
    const store = await started();
    await store.put('w', 'k', from('old'), upTo(9));
    await stop();
    const home = join(folder, 'objects');
    const bytes = join(home, (await readdir(home))[0]!);
    await writeFile(join(home, 'photo.jpg'), 'x');
    await expect(started()).rejects.toThrow(
      'photo.jpg: presscheck writes no file of this name here',
    );
    await rm(join(home, 'photo.jpg'));
    await writeFile(bytes, 'ol');
    await expect(started()).rejects.toThrow('it has 2 bytes, not 3');
    await writeFile(bytes, 'odd');
    await expect(started()).rejects.toThrow(`${bytes}: its bytes do not match their hash`);
    await rm(bytes);
    await expect(started()).rejects.toThrow('the bytes of an object are missing');
    expect(await readdir(home)).toEqual([]);
    await writeFile(bytes, 'old');
    expect((await started()).list('w')).toEqual(['k']);
  });

  test('bytes are read again only when the file has changed', async () => {
    const store = await started();
    await store.put('w', 'k', from('old'), upTo(9));
    await stop();
    const home = join(folder, 'objects');
    const bytes = join(home, (await readdir(home))[0]!);
    const opened = vi.spyOn(fs, 'createReadStream');
    syncBuiltinESMExports();
    await started();
    expect(opened).not.toHaveBeenCalled();
    await stop();
    await writeFile(bytes, 'old');
    await started();
    expect(opened).toHaveBeenCalledTimes(1);
    await started();
    expect(opened).toHaveBeenCalledTimes(1);
    opened.mockRestore();
    syncBuiltinESMExports();
  });
});
