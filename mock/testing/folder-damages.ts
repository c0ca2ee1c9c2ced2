import {readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {createMock, type Mock} from '../create-mock.ts';
import {dataFolder} from '../data-folder.ts';
import {DamagedFile} from '../persistence/damaged-file.ts';

/** What a damage begins with. */
interface Undamaged {
  bytes: Buffer;
  /** Where the damage is, if it is at one place. */
  at: number;
  /** The bytes of another file of the folder. */
  other: Buffer;
}

/** Damages of a file, by name: the bytes that are there afterwards; undefined: the file is gone. */
export const DAMAGES: Readonly<Record<string, (file: Undamaged) => Buffer | undefined>> = {
  removed: () => undefined,
  emptied: () => Buffer.alloc(0),
  cut: ({bytes, at}) => bytes.subarray(0, at),
  'cut by a byte': ({bytes}) => bytes.subarray(0, -1),
  'longer by a byte': ({bytes}) => Buffer.concat([bytes, Buffer.from('x')]),
  'with a part twice': ({bytes, at}) => Buffer.concat([bytes.subarray(at), bytes]),
  zeroed: ({bytes}) => Buffer.alloc(bytes.length),
  'with a byte that is zero': ({bytes, at}) => changed(bytes, at, () => 0),
  'with another bit': ({bytes, at}) => changed(bytes, at, (byte) => byte ^ (1 << (at % 8))),
  'another file': ({other}) => other,
  foreign: ({at}) =>
    Buffer.from(Array.from({length: 300}, (_, index) => (at * 31 + index * 7) % 256)),
};

function changed(bytes: Buffer, at: number, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = change(copy[at] ?? 0);
  return copy;
}

/** Starts a mock on a folder. */
export const startedOn = async (folder: string): Promise<Mock> =>
  createMock(await dataFolder(folder));

/** What presscheck needs while it runs, and nobody afterwards. */
export const OF_THE_PROCESS = /(^|\/)(owner\.json|\.presscheck\.lock|\.gate\.lock)$/;

/** Every file and folder below a folder: files with their bytes, folders with undefined. */
export async function treeOf(folder: string): Promise<Map<string, Buffer | undefined>> {
  const tree = new Map<string, Buffer | undefined>();
  for (const entry of await readdir(folder, {recursive: true, withFileTypes: true})) {
    const path = join(entry.parentPath, entry.name);
    if (OF_THE_PROCESS.test(path)) continue;
    tree.set(path, entry.isFile() ? await readFile(path) : undefined);
  }
  return tree;
}

/**
 * Damages a file of a folder, starts a mock on it, and puts the file back.
 * @param damage one of DAMAGES
 * @param at where, as a part of the file from 0 to 1
 * @returns what is wrong with how the start was refused
 */
export async function damaged(
  folder: string,
  path: string,
  damage: string,
  at: number,
): Promise<string | undefined> {
  const bytes = await readFile(path);
  const other = await readFile(join(folder, 'index', '1', 'end.json'));
  const place = Math.floor(at * Math.max(0, bytes.length - 1));
  const result = DAMAGES[damage]?.({bytes, at: place, other});
  if (result?.equals(bytes)) return undefined;
  if (result) await writeFile(path, result);
  else await rm(path);
  try {
    return await wrongWithRefusal(folder);
  } finally {
    await writeFile(path, bytes);
  }
}

/**
 * A start on a folder that is not whole is refused with the name of something in the folder, and
 * changes nothing.
 * @returns what is wrong with that
 */
export async function wrongWithRefusal(folder: string): Promise<string | undefined> {
  const before = await treeOf(folder);
  const outcome: unknown = await startedOn(folder).then(
    (mock) => mock.close(),
    (reason: unknown) => reason,
  );
  if (outcome === undefined) return 'the mock started';
  if (!(outcome instanceof DamagedFile)) return `it was refused with ${String(outcome)}`;
  const {path, message} = outcome;
  if (!path.startsWith(folder)) return `it named ${path}`;
  if (!message.includes('Nothing was changed. ')) return `it said ${message}`;
  return isSame(before, await treeOf(folder)) ? undefined : 'files were changed';
}

type Tree = ReadonlyMap<string, Buffer | undefined>;

export const isSame = (a: Tree, b: Tree): boolean =>
  a.size === b.size &&
  [...a].every(([path, bytes]) => (bytes ? b.get(path)?.equals(bytes) === true : b.has(path)));
