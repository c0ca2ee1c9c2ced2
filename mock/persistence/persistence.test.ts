import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {hostname, tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {systemPorts} from '../world/ports.ts';
import {emptyImage, meta, plain, put, row} from '../testing/arbitrary-entries.ts';
import {Document} from './document.ts';
import {lowdbPersistence} from './lowdb-persistence.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'presscheck-'))));
afterEach(() => rm(folder, {recursive: true}));

const start = () => lowdbPersistence(folder, systemPorts);

describe('persistence in lowdb', () => {
  test('begins with no world', async () => {
    const persistence = await start();
    expect(await persistence.load()).toEqual(new Map());
    await persistence.close();
  });

  test('gives back what was kept', async () => {
    const first = await start();
    await first.load();
    const image = {...emptyImage(), tables: {books: [row('old', 0, 'from the start')]}};
    const commitLog = await first.open('My World/1', image);
    const due = {at: 5, seq: 3, event: 'cycle', key: 'old'};
    await Promise.all([
      commitLog.append(put('a', 1)),
      commitLog.append(put('b', 2)),
      commitLog.append(put('a', 1, 'again')),
      commitLog.append({
        changes: [{table: 'books', del: 'b'}],
        due: {add: [due], gone: []},
        meta: meta(9),
      }),
    ]);
    commitLog.saveReads({'token-1': [[1_700_000_000, 3]]});
    await first.close();

    const second = await start();
    const images = await second.load();
    expect(images.get('My World/1')).toEqual({
      meta: meta(9),
      due: [due],
      reads: {'token-1': [[1_700_000_000, 3]]},
      tables: {books: [row('old', 0, 'from the start'), row('a', 1, 'again')]},
    });
    expect(images.size).toBe(1);
    await second.close();
  });
});

describe('persistence in lowdb, at random', () => {
  test('takes entries, replacements and the end of a world in any order', async () => {
    const persistence = await start();
    const commitLog = await persistence.open('w', emptyImage());
    const answered = [
      commitLog.append(put('before', 1)),
      commitLog.replace({
        ...emptyImage(),
        tables: {books: [row('new', 1, 'new')]},
        reads: {t: [[1, 1]]},
      }),
      commitLog.append(put('after', 2)),
    ];
    await Promise.all(answered);
    const other = await persistence.open('other', emptyImage());
    await other.append(put('x', 1));
    await persistence.drop('other');
    await persistence.open('other', emptyImage());
    await persistence.close();

    const again = await start();
    const images = await again.load();
    expect(images.get('w')?.tables).toEqual({books: [row('new', 1, 'new'), row('after', 2, 2)]});
    expect(images.get('w')?.reads).toEqual({t: [[1, 1]]});
    expect(images.get('other')?.tables).toEqual({});
    expect([...images.keys()].sort()).toEqual(['other', 'w']);
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
      const commitLog = await persistence.open('w', loaded ?? emptyImage());
      for (let batch = 0; batch < 20; batch++)
        await Promise.all(
          Array.from({length: 200}, () => {
            const at = seq++ % 3000; // comes round: rows are replaced too
            const each = row(`k${at}`, at, `${life}.${batch}.${'x'.repeat(100)}`);
            expected.set(each.key, each);
            return commitLog.append({
              changes: [{table: 'books', put: each}],
              due: {add: [], gone: []},
              meta: meta(seq),
            });
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
    const commitLog = await persistence.open('w', emptyImage());
    const log = join(folder, 'worlds', 'w', '1', 'log-0.jsonl');
    const first = commitLog.append(put('a', 1)).then(() => readFile(log, 'utf8'));
    const rest = Array.from({length: 50}, (_, at) => commitLog.append(put(`k${at}`, at + 2)));
    expect(await first).toContain('"k49"');
    await Promise.all(rest);
    await persistence.close();
  });
});

describe('lowdb refuses', () => {
  test('a failed write is told, and its entry is not there later', async () => {
    const persistence = await lowdbPersistence(folder, systemPorts);
    await persistence.load();
    const commitLog = await persistence.open('w', emptyImage());
    let lost = 0;
    commitLog.onLost = () => lost++;
    const home = join(folder, 'worlds', 'w');
    await rename(home, join(folder, 'elsewhere'));
    await expect(commitLog.append(put('a', 1))).rejects.toThrow('ENOENT');
    await rename(join(folder, 'elsewhere'), home);
    await commitLog.append(put('b', 2));
    await rename(home, join(folder, 'elsewhere')); // with the log at hand
    await expect(commitLog.append(put('c', 3))).rejects.toThrow('ENOENT');
    await rename(join(folder, 'elsewhere'), home);
    expect(lost).toBe(2);
    await persistence.close();
    const again = await lowdbPersistence(folder, systemPorts);
    const image = (await again.load()).get('w')!;
    expect(Object.keys(plain(image).rows['books']!)).toEqual(['b']);
    expect(image.meta).toEqual(meta(2));
    await again.close();
  });

  test('one process at a time, and the second is told who holds it', async () => {
    const first = await lowdbPersistence(folder, systemPorts);
    await expect(lowdbPersistence(folder, systemPorts)).rejects.toThrow(
      `in use by another presscheck (process ${process.pid}`,
    );
    await first.close();
    await (await lowdbPersistence(folder, systemPorts)).close();
  });

  test.runIf(process.platform === 'linux')(
    'a killed process holds nothing, also while it is a zombie',
    async () => {
      // The shell becomes a program that never asks how its child ended.
      const child = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 20']);
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      const pid = Number(line);
      const fields = async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ');
      const [, , , ...rest] = await fields();
      await mkdir(join(folder, '.presscheck.lock'));
      const owner = new Document(join(folder, 'owner.json'), {kind: 'owner', world: ''});
      await owner.write({pid, host: hostname(), born: rest[18]});
      await expect.poll(async () => (await fields())[2]).toBe('Z');
      await (await lowdbPersistence(folder, systemPorts)).close();
      child.kill();
    },
  );

  test('a folder that holds other things is refused', async () => {
    await writeFile(join(folder, 'letter.txt'), 'dear reader');
    await expect(lowdbPersistence(folder, systemPorts)).rejects.toThrow(
      'letter.txt: presscheck did not write this',
    );
    expect(await readdir(folder)).toEqual(['letter.txt']);
  });
});
