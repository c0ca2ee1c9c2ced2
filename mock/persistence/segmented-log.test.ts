import {mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, expect, test} from 'vitest';
import {systemPorts} from '../world/ports.ts';
import {DamagedFile} from './damaged-file.ts';
import {systemDisk, type Disk} from './disk.ts';
import {EndMark} from './end-mark.ts';
import {fullDisk} from '../testing/full-disk.ts';
import {loadLog, type LoadedLog} from './load-log.ts';
import {SegmentedLog} from './segmented-log.ts';

const root = mkdtempSync(join(tmpdir(), 'presscheck-'));
afterAll(() => rmSync(root, {recursive: true, force: true}));
let folders = 0;
const disk = systemDisk();

/** An empty folder with the end mark of an empty log. */
function newFolder(): string {
  const folder = mkdtempSync(join(root, `${folders++}-`));
  answered(folder, 0);
  return folder;
}

const record = fc.string({unit: 'binary', maxLength: 30}).map((text) => JSON.stringify(text));
/** Segments, each of some records. */
const segments = fc.array(fc.array(record, {minLength: 1, maxLength: 5}), {
  minLength: 1,
  maxLength: 4,
});

/** A folder with a log of these segments, each of a life of its own; the last one was killed. */
async function written(lives: string[][], from = 0): Promise<string> {
  const folder = newFolder();
  for (const life of lives) {
    const log = await loaded(folder, from);
    for (const each of life) void log.log.append(each);
    log.log.endSegment();
  }
  return folder;
}

async function loaded(folder: string, from = 0): Promise<LoadedLog> {
  const firsts = readdirSync(folder)
    .flatMap((file) => /^log-(\d+)\.jsonl$/.exec(file)?.[1] ?? [])
    .map(Number);
  const log = await loadLog({folder, world: 'w', from, segments: firsts, disk, isOld: false});
  await log.tidy();
  return log;
}

/** The log has this number of records that were answered. */
function answered(folder: string, records: number): void {
  const mark = new EndMark(folder, 'w', disk);
  mark.write(records);
  mark.close();
}

const texts = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'latin1')]),
  );

/** The log is refused by the name of a file of its own, and nothing was changed. */
async function refused(folder: string): Promise<void> {
  const before = texts(folder);
  const error: unknown = await loaded(folder).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DamagedFile);
  expect((error as DamagedFile).path).toMatch(/(log-[0-9]+\.jsonl|end\.json)$/);
  expect(texts(folder)).toEqual(before);
}

const closed = async (folder: string): Promise<void> => (await loaded(folder)).log.close();
const lastOf = (lives: string[][], folder: string): string =>
  join(folder, `log-${lives.slice(0, -1).flat().length}.jsonl`);

test('a log gives its records back from any segment on, closed or not', async () => {
  await fc.assert(
    fc.asyncProperty(segments, fc.boolean(), fc.nat(3), async (lives, close, at) => {
      const folder = await written(lives);
      if (close) await closed(folder);
      expect((await loaded(folder)).records).toEqual(lives.flat());
      const before = lives.slice(0, at);
      const rest = await loaded(folder, before.flat().length);
      expect(rest.records).toEqual(lives.slice(at).flat());
      expect(readdirSync(folder).filter((file) => file.startsWith('log-')).length).toBe(
        lives.slice(at).length,
      );
    }),
  );
});

test('cut at any byte by a crash, it has the records before, and goes on after them', async () => {
  await fc.assert(
    fc.asyncProperty(segments, fc.nat(), record, async (lives, seed, next) => {
      const folder = await written(lives);
      const path = lastOf(lives, folder);
      const bytes = readFileSync(path);
      const cut = seed % (bytes.length + 1);
      truncateSync(path, cut);
      // The first line is the head; every other one is a record.
      const ends = [...bytes.keys()].filter((at) => bytes[at] === 10).slice(1);
      const kept = [
        ...lives.slice(0, -1).flat(),
        ...lives.at(-1)!.slice(0, ends.filter((end) => end < cut).length),
      ];
      answered(folder, kept.length);
      for (let life = 0; life < 2; life++) {
        const {log, records} = await loaded(folder);
        expect(records).toEqual(kept);
        if (seed % 2) void log.append(next);
        if (seed % 2) kept.push(next);
        await log.close();
      }
      expect((await loaded(folder)).records).toEqual(kept);
    }),
    {numRuns: 200},
  );
});

test('cut at any byte of what was answered, closed or not, it is refused', async () => {
  await fc.assert(
    fc.asyncProperty(segments, fc.nat(), fc.boolean(), async (lives, seed, close) => {
      const folder = await written(lives);
      if (close) await closed(folder);
      const path = lastOf(lives, folder);
      truncateSync(path, seed % readFileSync(path).length);
      await refused(folder);
    }),
    {numRuns: 200},
  );
});

test('with any byte changed, closed or not, it is refused, unless it reads the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      segments,
      fc.boolean(),
      fc.nat(),
      fc.nat(),
      fc.integer({min: 1, max: 255}),
      async (lives, close, which, where, by) => {
        const folder = await written(lives);
        if (close) await closed(folder);
        const files = readdirSync(folder);
        const path = join(folder, files[which % files.length]!);
        const bytes = readFileSync(path);
        const text = bytes.toString();
        bytes[where % bytes.length]! ^= by;
        writeFileSync(path, bytes);
        if (bytes.toString() === text) expect((await loaded(folder)).records).toEqual(lives.flat());
        else await refused(folder);
      },
    ),
    {numRuns: 500},
  );
});

test('with a record missing, repeated or moved, or a segment missing, it is refused', async () => {
  const edits: ((lines: string[], at: number) => string[])[] = [
    (lines, at) => lines.toSpliced(at, 1),
    (lines, at) => lines.toSpliced(at, 0, lines[at]!),
    (lines, at) => [...lines.toSpliced(at, 1), lines[at]!],
    () => [],
  ];
  await fc.assert(
    fc.asyncProperty(
      segments,
      fc.nat(),
      fc.nat(),
      fc.constantFrom(...edits),
      fc.boolean(),
      async (lives, which, where, edit, close) => {
        const folder = await written(lives);
        if (close) await closed(folder);
        const path = join(
          folder,
          `log-${lives.slice(0, which % lives.length).flat().length}.jsonl`,
        );
        const [head, ...lines] = readFileSync(path, 'utf8').match(/.*\n/gu)!;
        const edited = edit(lines, where % lines.length);
        if (edited.join('') === lines.join('')) return;
        if (edited.length) writeFileSync(path, [head, ...edited].join(''));
        else rmSync(path);
        await refused(folder);
      },
    ),
    {numRuns: 200},
  );
});

test('on a failing disk exactly the appended records are kept, undamaged', async () => {
  const attempt = fc.record({
    text: record,
    room: fc.option(fc.nat(120), {nil: Infinity}),
    cut: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, {maxLength: 12}), fc.boolean(), async (attempts, close) => {
      const folder = newFolder();
      const full = fullDisk();
      const log = new SegmentedLog(folder, 'w', full);
      const kept: string[] = [];
      for (const {text, room, cut} of attempts) {
        Object.assign(full, {room, cuts: cut});
        try {
          void log.append(text);
          kept.push(text);
        } catch (error) {
          expect((error as Error).message).toMatch(/^E/);
        }
      }
      Object.assign(full, {room: Infinity, cuts: true});
      if (close) await log.close();
      else log.endSegment();
      expect((await loaded(folder)).records).toEqual(kept);
    }),
    {numRuns: 300},
  );
});

test('a log that waits for the device answers no record before', async () => {
  const folder = newFolder();
  const seen: string[] = [];
  let synced = (): void => {};
  const slow: Disk = {
    ...disk,
    syncs: true,
    sync: () => new Promise((resolve) => (synced = () => (seen.push('file'), resolve()))),
    syncFolder: async () => void seen.push('folder'),
  };
  const log = new SegmentedLog(folder, 'w', slow);
  const first = Promise.resolve(log.append('1')).then(() => seen.push('answered'));
  await systemPorts.wait(20);
  expect(seen).toEqual([]);
  synced();
  await first;
  expect(seen).toEqual(['file', 'folder', 'answered']);
});

test('a record that the device refuses is not there later', async () => {
  const folder = newFolder();
  const log = new SegmentedLog(folder, 'w', {
    ...disk,
    syncs: true,
    sync: () => Promise.reject(new Error('EIO')),
  });
  await expect(log.append('1')).rejects.toThrow('EIO');
  await log.close();
  expect((await loaded(folder)).records).toEqual([]);
});
