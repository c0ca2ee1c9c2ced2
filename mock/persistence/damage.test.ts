import {cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {systemPorts} from '../world/ports.ts';
import {bare, emptyImage, plain, put, row} from '../testing/arbitrary-entries.ts';
import {systemDisk} from './disk.ts';
import {EndMark} from './end-mark.ts';
import {lowdbPersistence} from './lowdb-persistence.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'presscheck-'))));
afterEach(() => rm(folder, {recursive: true}));

test('after a crash, what broke off is cut without a word, and the log goes on', async () => {
  const persistence = await lowdbPersistence(folder, systemPorts);
  const commitLog = await persistence.open('w', emptyImage());
  await commitLog.append(put('a', 1));
  await commitLog.append(put('b', 2));
  await persistence.close();
  const home = join(folder, 'worlds', 'w', '1');
  const text = await readFile(join(home, 'log-0.jsonl'), 'utf8');
  await writeFile(join(home, 'log-0.jsonl'), text.slice(0, -1));
  // The second record was not answered.
  const mark = new EndMark(home, 'w', systemDisk());
  mark.read();
  mark.write(1);
  mark.close();
  await writeFile(join(home, '.base.json.tmp'), '{');
  for (const [key, keys] of [
    ['c', ['a', 'c']],
    ['d', ['a', 'c', 'd']],
  ] as const) {
    const again = await lowdbPersistence(folder, systemPorts);
    const image = (await again.load()).get('w')!;
    await (await again.open('w', image)).append(put(key, image.meta.seq + 1));
    await again.close();
    const third = await lowdbPersistence(folder, systemPorts);
    expect(Object.keys(plain((await third.load()).get('w')!).rows['books']!)).toEqual(keys);
    await third.close();
  }
  expect((await readdir(home)).sort()).toEqual([
    'base.json',
    'end.json',
    'log-0.jsonl',
    'log-1.jsonl',
    'log-2.jsonl',
    'reads.json',
  ]);
});

test('a folder of the version before is refused', async () => {
  await (await lowdbPersistence(folder, systemPorts)).close();
  const mark = join(folder, 'presscheck.json');
  await writeFile(mark, (await readFile(mark, 'utf8')).replace('"version":2', '"version":1'));
  await expect(lowdbPersistence(folder, systemPorts)).rejects.toThrow(
    'presscheck.json: it is of version 1, and this presscheck reads version 2',
  );
});

const damages: [string, string, (text: string) => string | undefined, RegExp][] = [
  ['cut off', 'log-0.jsonl', (text) => text.slice(0, -40), /log-0\.jsonl: it ends before record/],
  [
    'short of a record',
    'log-0.jsonl',
    (text) => text.replace(/.*\n$/, ''),
    /log-0\.jsonl: it ends before record/,
  ],
  ['gone', 'log-0.jsonl', () => undefined, /log-0\.jsonl: it ends before record/],
  [
    'edited in a record',
    'log-0.jsonl',
    (text) => text.replace('"value":1', '"value":2'),
    /log-0\.jsonl: its content does not match its checksum: record 0/,
  ],
  ['foreign', 'log-0.jsonl', () => 'dear reader\n', /log-0\.jsonl: it does not begin/],
  [
    'longer by a record',
    'log-0.jsonl',
    (text) => text + /.*\n$/.exec(text)![0],
    /log-0\.jsonl: record 1 stands where record 2 belongs/,
  ],
  [
    "another world's log",
    'log-0.jsonl',
    (text) => text.replace('"world":"w"', '"world":"v"'),
    /of world `v`, and another file belongs here/,
  ],
  [
    'of a later version in its log',
    'log-0.jsonl',
    (text) => text.replace('"version":2', '"version":3'),
    /log-0\.jsonl: it is of version 3/,
  ],
  [
    'of another end',
    'end.json',
    (text) => text.replace('"next":2', '"next":1'),
    /end\.json: its content does not match/,
  ],
  [
    'edited',
    'base.json',
    (text) => text.replace('"seed":7', '"seed":8'),
    /base\.json: its content does not match/,
  ],
  [
    'emptied',
    'rows-0.json',
    () => ' ',
    /rows-0\.json: it does not begin like a document of presscheck/,
  ],
  ['foreign JSON', 'rows-0.json', () => '{"data": []}', /rows-0\.json: it does not begin/],
  ['of length 0', 'log-0.jsonl', () => '', /log-0\.jsonl/],
  [
    'of a later version',
    'base.json',
    (text) => text.replace('"version":2', '"version":3'),
    /base\.json: it is of version 3/,
  ],
  [
    'of the version before',
    'base.json',
    (text) => text.replace('"version":2', '"version":1'),
    /base\.json: it is of version 1, and this presscheck reads version 2/,
  ],
  [
    "another world's",
    'rows-0.json',
    (text) => text.replace('"world":"w"', '"world":"v"'),
    /of world `v`, and another file belongs here/,
  ],
  ['missing', 'rows-0.json', () => undefined, /rows-0\.json: the file is missing/],
  ['missing beside the log', 'end.json', () => undefined, /end\.json: the file is missing/],
  ['missing beside the rows', 'reads.json', () => undefined, /reads\.json: the file is missing/],
  ['missing below', 'base.json', () => undefined, /base\.json: the file is missing/],
];
test.each(damages)(
  'a file that is %s is refused by name and left alone (%s)',
  async (_what, file, damage, complaint) => {
    const persistence = await lowdbPersistence(folder, systemPorts);
    const commitLog = await persistence.open('w', {
      ...emptyImage(),
      tables: {books: [row('old', 0, 'old')]},
    });
    await commitLog.append(put('a', 1));
    await commitLog.append(put('b', 2));
    await persistence.close();
    const path = join(folder, 'worlds', 'w', '1', file);
    const damaged = damage(await readFile(path, 'utf8'));
    if (damaged === undefined) await rm(path);
    else await writeFile(path, damaged);

    await expect(lowdbPersistence(folder, systemPorts)).rejects.toThrow(complaint);
    expect(await readFile(path, 'utf8').catch(() => undefined)).toBe(damaged);
  },
);

test('drafts, temporary files, old generations and half-made worlds are removed', async () => {
  const persistence = await lowdbPersistence(folder, systemPorts);
  const commitLog = await persistence.open('w', emptyImage());
  await commitLog.append(put('a', 1));
  await commitLog.replace({...emptyImage(), tables: {books: [row('b', 1, 1)]}});
  await persistence.close();
  const home = join(folder, 'worlds', 'w');
  await cp(join(home, '2'), join(home, '1'), {recursive: true});
  await cp(join(home, '2'), join(home, '.draft'), {recursive: true});
  await writeFile(join(home, '2', '.base.json.tmp'), '{');
  await mkdir(join(folder, 'worlds', 'half', '.draft'), {recursive: true});
  await mkdir(join(folder, 'worlds', '.dropped-x'));

  const again = await lowdbPersistence(folder, systemPorts);
  const images = await again.load();
  await again.close();
  expect([...images.keys()]).toEqual(['w']);
  expect(bare(plain(images.get('w')!)).rows).toEqual({books: {b: row('b', 1, 1)}});
  expect(await readdir(home)).toEqual(['2']);
  expect(await readdir(join(home, '2'))).not.toContain('.base.json.tmp');
  expect(await readdir(join(folder, 'worlds'))).toEqual(['w']);
});
