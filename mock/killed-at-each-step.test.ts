import {mkdtemp, readdir, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createMock, type Mock} from './create-mock.ts';
import {dataFolder} from './data-folder.ts';
import {copyingDisk} from './testing/copying-disk.ts';
import {startedOn} from './testing/folder-damages.ts';

let root: string;
beforeEach(async () => void (root = await mkdtemp(join(tmpdir(), 'presscheck-'))));
afterEach(() => rm(root, {recursive: true}));

async function store({worlds}: Mock, key: string, text: string): Promise<void> {
  const bytes = Readable.from([Buffer.from(text)]);
  await worlds.get('w')!.objects.put(key, bytes, {contentType: 'text/plain', limit: 99});
}

/** The texts of the world's objects, by key; undefined: there is no such world. */
async function textsIn(mock: Mock): Promise<Record<string, string> | undefined> {
  const objects = mock.world('w')?.objects;
  const texts: Record<string, string> = {};
  for (const key of ['first', 'second', 'origin'])
    if (objects?.head(key)) texts[key] = (await buffer(objects.read(key, 0, 98))).toString();
  return objects && texts;
}

/** The number of files in the folder of objects that belong to the world `w` or to none. */
const filesIn = async (folder: string): Promise<number> =>
  (await readdir(join(folder, 'objects'))).length;

interface Case {
  name: string;
  before?: (mock: Mock) => Promise<unknown>;
  change(mock: Mock): Promise<unknown>;
  /** What the world may hold afterwards: as before the change, or as after it. */
  either: (Record<string, string> | undefined)[];
}

const made = {first: 'one'};
const cases: Case[] = [
  {
    name: 'put',
    change: (mock) => store(mock, 'second', 'two'),
    either: [made, {...made, second: 'two'}],
  },
  {name: 'replace', change: (mock) => store(mock, 'first', 'two'), either: [made, {first: 'two'}]},
  {name: 'replace by the same', change: (mock) => store(mock, 'first', 'one'), either: [made]},
  {
    name: 'refuse a put at its end',
    change: (mock) =>
      mock
        .world('w')!
        .objects.put('first', Readable.from([Buffer.from('two')]), {
          contentType: 'text/plain',
          limit: 99,
          requireAllowed() {
            throw new Error('not any more');
          },
        })
        .catch(() => {}),
    // A killed process has answered neither of them.
    either: [made, {first: 'two'}],
  },
  {name: 'reset', change: ({worlds}) => worlds.reset('w'), either: [made, {}]},
  {name: 'drop', change: ({worlds}) => worlds.drop('w'), either: [made, undefined]},
  {
    name: 'create',
    before: ({worlds}) => worlds.drop('w'),
    change: ({worlds}) => worlds.create({id: 'w', template: 'demo', seed: 5}),
    either: [undefined, {}],
  },
  {
    name: 'restore',
    change: async ({worlds}) => {
      const bytes = Buffer.from('restored');
      const image = worlds.get('w')!.image();
      await worlds.restore('w', image, [{key: 'second', bytes, contentType: 'text/plain'}]);
    },
    either: [made, {second: 'restored'}],
  },
];

test.each(cases)(
  'killed at any step of: $name; the next starts find the state before or after, and leave no file',
  async ({before, change, either}) => {
    const folder = join(root, 'folder');
    const disk = copyingDisk(folder);
    const mock = await createMock({...(await dataFolder(folder, {disk})), limits: false});
    await mock.worlds.create({id: 'w', template: 'empty', seed: 4});
    await store(mock, 'first', 'one');
    await before?.(mock);
    const files: (number | undefined)[] = [await filesIn(folder)];
    const copies: string[] = [];
    disk.nextCopy = () => {
      copies.push(join(root, String(copies.length)));
      return copies.at(-1)!;
    };
    await change(mock);
    disk.nextCopy = undefined;
    files.push(await filesIn(folder));
    const after = await textsIn(mock);
    await mock.close();
    expect(copies.length).toBeGreaterThan(3);
    for (const copy of [...copies, folder]) {
      for (let start = 0; start < 2; start++) {
        const again = await startedOn(copy);
        const found = await textsIn(again);
        await again.close();
        expect(either, copy).toContainEqual(found);
        expect(files, copy).toContain(await filesIn(copy));
      }
    }
    const last = await startedOn(folder);
    expect(await textsIn(last)).toEqual(after);
    await last.close();
  },
);
