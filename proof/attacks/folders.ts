import {cp, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createMock} from '../../mock/create-mock.ts';
import {dataFolder} from '../../mock/data-folder.ts';
import {DamagedFile} from '../../mock/persistence/damaged-file.ts';
import {findingOf, type Attack} from './attack.ts';

/** What presscheck needs while it runs, and nobody afterwards. */
const OF_THE_PROCESS = /(^|\/)(owner\.json|\.presscheck\.lock|\.gate\.lock)$/;

/** Damages of a file: the bytes that are there afterwards; undefined: the file is gone. */
const DAMAGES: ((bytes: Buffer, at: number) => Buffer | undefined)[] = [
  () => undefined,
  (bytes, at) => bytes.subarray(0, at % Math.max(1, bytes.length)),
  (bytes) => Buffer.concat([bytes, Buffer.from('x')]),
  (bytes, at) => changed(bytes, at, (byte) => byte ^ (1 << (at % 8))),
  (bytes, at) => changed(bytes, at, () => 0),
  (bytes, at) => Buffer.concat([bytes.subarray(at % (bytes.length + 1)), bytes]),
  (_bytes, at) => Buffer.from(Array.from({length: 300}, (_, index) => (at * 31 + index * 7) % 256)),
];

/**
 * A folder in which any file was damaged in any way: the start is refused with the name of something in
 * it, and changes nothing.
 */
export const folders: Attack = {
  name: 'folders',
  unit: 'damages',
  full: 2000,
  short: 6,
  async run({times, seed}) {
    const root = await mkdtemp(join(tmpdir(), 'presscheck-damaged-'));
    try {
      const whole = join(root, 'whole');
      await filled(whole);
      const files = [...(await treeOf(whole)).keys()];
      const findings: string[] = [];
      const tried = new Set<string>();
      for (let number = 0; number < times; number += 1) {
        const turn = number + seed;
        const file = files[turn % files.length] ?? '';
        const kind = Math.floor(turn / files.length) % DAMAGES.length;
        tried.add(`${file} ${kind}`);
        const finding = await damaged(whole, join(root, 'damaged'), {file, kind, at: turn * 7919});
        if (finding !== undefined) findings.push(`${file}, damage ${kind}: ${finding}`);
      }
      const figure = `${tried.size} kinds of damage to ${files.length} files`;
      return {tried: times, figure, findings};
    } finally {
      await rm(root, {recursive: true});
    }
  },
};

function changed(bytes: Buffer, at: number, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  const index = at % Math.max(1, bytes.length);
  copy[index] = change(copy[index] ?? 0);
  return copy;
}

/** Fills a folder as a mock does that was used and ended. */
async function filled(folder: string): Promise<void> {
  const mock = await createMock(await dataFolder(folder));
  const world = await mock.worlds.create({template: 'suite', seed: 3});
  await world.advance(1000);
  await mock.close();
}

/** Every file below a folder, with its bytes. */
async function treeOf(folder: string): Promise<Map<string, string>> {
  const tree = new Map<string, string>();
  for (const entry of await readdir(folder, {recursive: true, withFileTypes: true})) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || OF_THE_PROCESS.test(path)) continue;
    tree.set(path.slice(folder.length + 1), await readFile(path, 'latin1'));
  }
  return tree;
}

/** What is damaged, and how. */
interface Damage {
  file: string;
  kind: number;
  at: number;
}

/** Starts a mock on a damaged copy. @returns what is wrong with how it was refused */
async function damaged(
  whole: string,
  copy: string,
  {file, kind, at}: Damage,
): Promise<string | undefined> {
  await rm(copy, {recursive: true, force: true});
  await cp(whole, copy, {recursive: true});
  const path = join(copy, file);
  const bytes = await readFile(path);
  const other = DAMAGES[kind]?.(bytes, at);
  if (other?.equals(bytes)) return undefined;
  if (other) await writeFile(path, other);
  else await rm(path);
  const before = JSON.stringify([...(await treeOf(copy))]);
  const outcome = await started(copy);
  if (outcome === undefined) return 'the mock started';
  if (!(outcome instanceof DamagedFile)) return findingOf(outcome);
  if (!outcome.path.startsWith(copy)) return `it named ${outcome.path}`;
  return JSON.stringify([...(await treeOf(copy))]) === before ? undefined : 'files were changed';
}

/** Starts a mock on a folder. @returns why it did not start */
async function started(folder: string): Promise<unknown> {
  try {
    const mock = await createMock(await dataFolder(folder));
    await mock.close();
    return undefined;
  } catch (error) {
    return error;
  }
}
