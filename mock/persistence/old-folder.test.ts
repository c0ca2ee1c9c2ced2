import {mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {dataFolder} from '../data-folder.ts';
import type {ObjectCard} from '../objects/object-cards.ts';
import {emptyImage, meta, put} from '../testing/arbitrary-entries.ts';
import {forgetStart} from '../testing/folder-copies.ts';
import {Document} from './document.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'presscheck-'));
  await makeOld();
});
afterEach(() => rm(folder, {recursive: true}));

/** Makes a folder as presscheck 0.1 left it: without index and end mark, with cards of objects. */
async function makeOld(): Promise<void> {
  const {persistence, objects} = await dataFolder(folder);
  const commitLog = await persistence.open('w', emptyImage());
  await commitLog.append(put('a', 1));
  await commitLog.append(put('b', 2));
  const stored = await objects.put('w', 'k', Readable.from(['a book']), {
    contentType: 'text/plain',
    limit: 9,
  });
  await persistence.close();
  const home = join(folder, 'worlds', 'w', '1');
  await rm(join(folder, 'index'), {recursive: true});
  await rm(join(home, 'end.json'));
  await rm(join(home, 'reads.json'));
  const [bytes = ''] = await readdir(join(folder, 'objects'));
  const card = {...stored!, world: 'w', key: 'k', bytes} satisfies ObjectCard;
  await documentIn('objects', `${bytes.slice(0, 40)}.json`, 'object').write(card);
  await documentIn('worlds/w/1', 'closed.json', 'closed', 'w').write({next: 2});
  await documentIn('', 'presscheck.json', 'folder').write({});
}

const documentIn = (below: string, file: string, kind: string, world = ''): Document<object> =>
  new Document<object>(join(folder, below, file), {kind, world});

test('a folder of the version before opens as it was, and has an index then', async () => {
  for (let start = 0; start < 2; start++) {
    const {persistence, objects} = await dataFolder(folder);
    const image = (await persistence.load()).get('w')!;
    expect(image.tables['books']?.map(({key}) => key)).toEqual(['a', 'b']);
    expect(image.meta).toEqual(meta(2));
    expect((await buffer(objects.read('w', 'k', 0, 5))).toString()).toBe('a book');
    await persistence.close();
  }
  expect((await readdir(folder)).sort()).toEqual([
    'index',
    'objects',
    'owner.json',
    'presscheck.json',
    'worlds',
  ]);
  expect((await readdir(join(folder, 'objects'))).map((name) => name.slice(40, 41))).toEqual(['-']);
  expect((await readdir(join(folder, 'worlds/w/1'))).sort()).toEqual([
    'base.json',
    'end.json',
    'log-0.jsonl',
    'reads.json',
  ]);
});

const bytesIn = async (): Promise<string> => {
  const files = await readdir(join(folder, 'objects'));
  return join(
    folder,
    'objects',
    files.find((file) => file.endsWith('.bytes'))!,
  );
};

test('what an interrupted take-over has left does not count', async () => {
  const {persistence} = await dataFolder(folder);
  await persistence.close();
  await documentIn('', 'presscheck.json', 'folder').write({});
  await forgetStart('w', join(folder, 'worlds/w/1'));
  await rm(join(folder, 'index', '1', 'base.json'));
  await rm(join(folder, 'objects'), {recursive: true});
  const again = await dataFolder(folder);
  expect([...(await again.persistence.load()).keys()]).toEqual(['w']);
  await again.persistence.close();
});

test.each<[string, () => Promise<void>, RegExp]>([
  [
    'a removed card',
    async () => rm(`${(await bytesIn()).slice(0, -39)}.json`),
    /\.json: the file is missing, and \w+-\w+\.bytes belongs to it/,
  ],
  [
    'other bytes',
    async () => writeFile(await bytesIn(), 'a bOok'),
    /its bytes do not match their hash/,
  ],
  [
    'a removed folder of worlds',
    () => rm(join(folder, 'worlds'), {recursive: true}),
    /worlds: the folder is missing/,
  ],
  [
    'a log that was cut',
    async () => {
      const log = join(folder, 'worlds/w/1/log-0.jsonl');
      await writeFile(log, (await readFile(log, 'utf8')).slice(0, -9));
    },
    /log-0\.jsonl: it ends before record 1, and the records up to 1 were answered/,
  ],
])('with %s it is refused', async (_what, damage, complaint) => {
  await damage();
  await expect(dataFolder(folder)).rejects.toThrow(complaint);
});
