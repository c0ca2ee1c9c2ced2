import {mkdtemp, readdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {systemPorts} from '../world/ports.ts';
import {bare, emptyImage, meta, plain, row} from './arbitrary-entries.ts';
import type {Entry, Persistence} from './keeper.ts';
import {lowdbPersistence} from './lowdb-persistence.ts';
import {memoryPersistence} from './memory-persistence.ts';

const put = (key: string, seq: number, value: string | number = seq): Entry => ({
  changes: [{table: 'books', put: row(key, seq, value)}], due: {add: [], gone: []}, meta: meta(seq),
});

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'presscheck-'))));
afterEach(() => rm(folder, {recursive: true}));

/** `lives`: whether worlds outlive the process. */
const kinds: {name: string; lives: boolean; start(): Promise<Persistence>}[] = [
  {name: 'memory', lives: false, start: () => Promise.resolve(memoryPersistence())},
  {name: 'lowdb', lives: true, start: () => lowdbPersistence(folder, systemPorts)},
];

describe.each(kinds)('persistence in $name', ({lives, start}) => {
  test('begins with no world', async () => {
    const persistence = await start();
    expect(await persistence.load()).toEqual(new Map());
    await persistence.close();
  });

  test(`${lives ? 'gives back' : 'forgets'} what was kept`, async () => {
    const first = await start();
    await first.load();
    const image = {...emptyImage(), tables: {books: [row('old', 0, 'from the start')]}};
    const keeper = await first.open('My World/1', image);
    const due = {at: 5, seq: 3, event: 'cycle', key: 'old'};
    await Promise.all([
      keeper.keep(put('a', 1)), keeper.keep(put('b', 2)), keeper.keep(put('a', 1, 'again')),
      keeper.keep({changes: [{table: 'books', del: 'b'}], due: {add: [due], gone: []}, meta: meta(9)}),
    ]);
    keeper.note({'token-1': [[1_700_000_000, 3]]});
    await first.close();

    const second = await start();
    const images = await second.load();
    if (lives)
      expect(images.get('My World/1')).toEqual({
        meta: meta(9), due: [due], reads: {'token-1': [[1_700_000_000, 3]]},
        tables: {books: [row('old', 0, 'from the start'), row('a', 1, 'again')]},
      });
    expect(images.size).toBe(lives ? 1 : 0);
    await second.close();
  });

  test('takes entries, replacements and the end of a world in any order', async () => {
    const persistence = await start();
    const keeper = await persistence.open('w', emptyImage());
    const answered = [
      keeper.keep(put('before', 1)),
      keeper.replace({...emptyImage(), tables: {books: [row('new', 1, 'new')]}, reads: {t: [[1, 1]]}}),
      keeper.keep(put('after', 2)),
    ];
    await Promise.all(answered);
    const other = await persistence.open('other', emptyImage());
    await other.keep(put('x', 1));
    await persistence.drop('other');
    await persistence.open('other', emptyImage());
    await persistence.close();

    const again = await start();
    const images = await again.load();
    if (lives) {
      expect(images.get('w')?.tables).toEqual({books: [row('new', 1, 'new'), row('after', 2, 2)]});
      expect(images.get('w')?.reads).toEqual({t: [[1, 1]]});
      expect(images.get('other')?.tables).toEqual({});
    }
    expect([...images.keys()].sort()).toEqual(lives ? ['other', 'w'] : []);
    await again.close();
  });
});

describe('lowdb', () => {
  test('a world of many chunks, through several checkpoints and lives', async () => {
    const expected = new Map<string, unknown>();
    let seq = 0;
    for (let life = 0; life < 3; life++) {
      const persistence = await lowdbPersistence(folder, systemPorts);
      const loaded = (await persistence.load()).get('w');
      expect(new Map(loaded?.tables['books']?.map((each) => [each.key, each]))).toEqual(expected);
      const keeper = await persistence.open('w', loaded ?? emptyImage());
      for (let batch = 0; batch < 20; batch++)
        await Promise.all(
          Array.from({length: 200}, () => {
            const at = seq++ % 3000; // comes round: rows are replaced too
            const each = row(`k${at}`, at, `${life}.${batch}.${'x'.repeat(100)}`);
            expected.set(each.key, each);
            return keeper.keep({changes: [{table: 'books', put: each}], due: {add: [], gone: []}, meta: meta(seq)});
          }),
        );
      await persistence.close();
    }
    const files = await readdir(join(folder, 'worlds', 'w', '1'));
    expect(files.filter((file) => file.startsWith('rows-')).length).toBeGreaterThan(8);
    expect(files).not.toContain('log-0.jsonl');
  });

  test('what arrives together shares a flush', async () => {
    const persistence = await lowdbPersistence(folder, systemPorts);
    const keeper = await persistence.open('w', emptyImage());
    const log = join(folder, 'worlds', 'w', '1', 'log-0.jsonl');
    const first = keeper.keep(put('a', 1)).then(() => readFile(log, 'utf8'));
    const rest = Array.from({length: 50}, (_, at) => keeper.keep(put(`k${at}`, at + 2)));
    expect(await first).toContain('"k49"');
    await Promise.all(rest);
    await persistence.close();
  });

  test('a failed write is told, and the entry goes along with the next', async () => {
    const persistence = await lowdbPersistence(folder, systemPorts);
    await persistence.load();
    const keeper = await persistence.open('w', emptyImage());
    const home = join(folder, 'worlds', 'w');
    await rename(home, join(folder, 'elsewhere'));
    await expect(keeper.keep(put('a', 1))).rejects.toThrow('ENOENT');
    await rename(join(folder, 'elsewhere'), home);
    await keeper.keep(put('b', 2));
    await rename(home, join(folder, 'elsewhere')); // with the log at hand
    await expect(keeper.keep(put('c', 3))).rejects.toThrow('ENOENT');
    await rename(join(folder, 'elsewhere'), home);
    await persistence.close();
    const again = await lowdbPersistence(folder, systemPorts);
    const image = (await again.load()).get('w')!;
    expect(Object.keys(plain(image).rows['books']!)).toEqual(['a', 'b', 'c']);
    expect(image.meta).toEqual(meta(3));
    await again.close();
  });

  test('after a crash, what broke off is cut without a word, and the log goes on', async () => {
    const persistence = await lowdbPersistence(folder, systemPorts);
    const keeper = await persistence.open('w', emptyImage());
    await keeper.keep(put('a', 1));
    await keeper.keep(put('b', 2));
    await persistence.close();
    const home = join(folder, 'worlds', 'w', '1');
    const text = await readFile(join(home, 'log-0.jsonl'), 'utf8');
    await rm(join(home, 'closed.json'));
    await writeFile(join(home, 'log-0.jsonl'), text.slice(0, -1));
    await writeFile(join(home, '.closed.json.tmp'), '{');
    for (const [key, keys] of [['c', ['a', 'c']], ['d', ['a', 'c', 'd']]] as const) {
      const again = await lowdbPersistence(folder, systemPorts);
      const image = (await again.load()).get('w')!;
      await (await again.open('w', image)).keep(put(key, image.meta.seq + 1));
      await again.close();
      const third = await lowdbPersistence(folder, systemPorts);
      expect(Object.keys(plain((await third.load()).get('w')!).rows['books']!)).toEqual(keys);
      await third.close();
    }
    expect((await readdir(home)).sort()).toEqual(['base.json', 'closed.json', 'log-0.jsonl', 'log-1.jsonl', 'log-2.jsonl']);
  });

  test('a folder of the version before is refused', async () => {
    await (await lowdbPersistence(folder, systemPorts)).close();
    const mark = join(folder, 'presscheck.json');
    await writeFile(mark, (await readFile(mark, 'utf8')).replace('"version":2', '"version":1'));
    await expect(lowdbPersistence(folder, systemPorts)).rejects.toThrow('presscheck.json: it is of version 1, and this presscheck reads version 2');
  });

  test('one process at a time, and the second is told who holds it', async () => {
    const first = await lowdbPersistence(folder, systemPorts);
    await expect(lowdbPersistence(folder, systemPorts)).rejects.toThrow(`in use by another presscheck (process ${process.pid}`);
    await first.close();
    await (await lowdbPersistence(folder, systemPorts)).close();
  });

  test('a folder that holds other things is refused', async () => {
    await writeFile(join(folder, 'letter.txt'), 'dear reader');
    await expect(lowdbPersistence(folder, systemPorts)).rejects.toThrow('letter.txt: presscheck did not write this');
    expect(await readdir(folder)).toEqual(['letter.txt']);
  });

  const damages: [string, string, (text: string) => string | undefined, RegExp][] = [
    ['cut off', 'log-0.jsonl', (text) => text.slice(0, -40), /log-0\.jsonl: it does not end where the log was closed/],
    ['short of a record', 'log-0.jsonl', (text) => text.replace(/.*\n$/, ''), /log-0\.jsonl: it does not end where the log was closed/],
    ['gone', 'log-0.jsonl', () => undefined, /log-0\.jsonl: it does not end where the log was closed/],
    ['edited in a record', 'log-0.jsonl', (text) => text.replace('"value":1', '"value":2'), /log-0\.jsonl: its content does not match its checksum: record 0/],
    ['foreign', 'log-0.jsonl', () => 'dear reader\n', /log-0\.jsonl: it does not begin/],
    ['longer by a record', 'log-0.jsonl', (text) => text + /.*\n$/.exec(text)![0], /log-0\.jsonl: record 1 stands where record 2 belongs/],
    ["another world's log", 'log-0.jsonl', (text) => text.replace('"world":"w"', '"world":"v"'), /of world `v`, in another's place/],
    ['of a later version in its log', 'log-0.jsonl', (text) => text.replace('"version":2', '"version":3'), /log-0\.jsonl: it is of version 3/],
    ['of another end', 'closed.json', (text) => text.replace('"next":2', '"next":1'), /closed\.json: its content does not match/],
    ['edited', 'base.json', (text) => text.replace('"seed":7', '"seed":8'), /base\.json: its content does not match/],
    ['emptied', 'rows-0.json', () => ' ', /rows-0\.json: it does not begin as a document of presscheck/],
    ['foreign JSON', 'rows-0.json', () => '{"data": []}', /rows-0\.json: it does not begin/],
    ['of length 0', 'log-0.jsonl', () => '', /log-0\.jsonl/],
    ['of a later version', 'base.json', (text) => text.replace('"version":2', '"version":3'), /base\.json: it is of version 3/],
    ['of the version before', 'base.json', (text) => text.replace('"version":2', '"version":1'), /base\.json: it is of version 1, and this presscheck reads version 2/],
    ["another world's", 'rows-0.json', (text) => text.replace('"world":"w"', '"world":"v"'), /of world `v`, in another's place/],
    ['missing', 'rows-0.json', () => undefined, /rows-0\.json: the file is missing/],
    ['missing below', 'base.json', () => undefined, /base\.json: the file is missing/],
  ];
  test.each(damages)('a file that is %s is refused by name and left alone (%s)', async (_what, file, damage, complaint) => {
    const persistence = await lowdbPersistence(folder, systemPorts);
    const keeper = await persistence.open('w', {...emptyImage(), tables: {books: [row('old', 0, 'old')]}});
    await keeper.keep(put('a', 1));
    await keeper.keep(put('b', 2));
    await persistence.close();
    const path = join(folder, 'worlds', 'w', '1', file);
    const damaged = damage(await readFile(path, 'utf8'));
    if (damaged === undefined) await rm(path);
    else await writeFile(path, damaged);

    const again = await lowdbPersistence(folder, systemPorts);
    await expect(again.load()).rejects.toThrow(complaint);
    await again.close();
    expect(await readFile(path, 'utf8').catch(() => undefined)).toBe(damaged);
  });

  test('what a crash left over is cleared: drafts, temporary files, old generations, half-made worlds', async () => {
    const persistence = await lowdbPersistence(folder, systemPorts);
    const keeper = await persistence.open('w', emptyImage());
    await keeper.keep(put('a', 1));
    await keeper.replace({...emptyImage(), tables: {books: [row('b', 1, 1)]}});
    await persistence.close();
    const {cp, mkdir} = await import('node:fs/promises');
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
});
