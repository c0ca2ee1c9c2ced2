import {mkdir, readdir, rename, rm, rmdir} from 'node:fs/promises';
import {join} from 'node:path';
import {makeFolder} from '../../spec/make-folder.ts';
import type {WorldImage} from '../world/change.ts';
import type {Ports} from '../world/ports.ts';
import {Document} from './document.ts';
import {lockFolder} from './folder-lock.ts';
import {folderNameOf, worldOfFolder} from './folder-name.ts';
import {Generation} from './generation.ts';
import {DamagedFile} from './damaged-file.ts';
import type {Keeper, Persistence} from './keeper.ts';
import {Log} from './log.ts';
import {LowdbKeeper, type StoredWorld} from './lowdb-keeper.ts';
import {Shadow} from './shadow.ts';

/** What presscheck writes into a data folder. */
const OWN_FILES = [
  'presscheck.json',
  'owner.json',
  '.presscheck.lock',
  '.gate.lock',
  'worlds',
  'objects',
  '.presscheck.json.tmp',
  '.owner.json.tmp',
];

/** What operating systems and version control leave in any folder: it is ignored. */
const IGNORED_FILES = [
  '.DS_Store',
  'Thumbs.db',
  'desktop.ini',
  'lost+found',
  '.gitkeep',
  '.gitignore',
];

/** A data folder that this process has locked. */
interface LockedFolder {
  release(): Promise<void>;
  /** Why nothing more can be kept; undefined as long as the lock is held. */
  lost(): Error | undefined;
}

/**
 * Keeps worlds in a folder of lowdb documents, for one process at a time.
 * @param folder made when it is not there
 * @throws FolderInUse, DamagedFile
 */
export async function lowdbPersistence(
  folder: string,
  ports: Pick<Ports, 'later'>,
): Promise<Persistence> {
  makeFolder(folder);
  await refuseForeignFiles(folder);
  const lock = await lockedFolder(folder);
  try {
    await checkFolderMark(folder);
    const worlds = join(folder, 'worlds');
    await mkdir(worlds, {recursive: true});
    return new LowdbPersistence(worlds, ports, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function refuseForeignFiles(folder: string): Promise<void> {
  const known = [...OWN_FILES, ...IGNORED_FILES];
  const foreign = (await readdir(folder)).find((file) => !known.includes(file));
  if (foreign !== undefined)
    throw new DamagedFile(
      join(folder, foreign),
      'presscheck did not write this, and a data folder holds no other files',
      'Give --data an empty folder, or one that presscheck made',
    );
}

async function lockedFolder(folder: string): Promise<LockedFolder> {
  let lost: Error | undefined;
  const release = await lockFolder(folder, () => {
    lost = new Error(
      `${folder}: another process has taken the folder; nothing more is kept. ` +
        'Stop one of the two.',
    );
  });
  return {release, lost: () => lost};
}

/** Writes the document that marks a data folder; a folder with worlds has to have it already. */
async function checkFolderMark(folder: string): Promise<void> {
  const mark = new Document<object>(join(folder, 'presscheck.json'), {kind: 'folder', world: ''});
  if ((await mark.read()) !== undefined) return;
  const hasWorlds = (await readdir(folder)).includes('worlds');
  if (hasWorlds) throw new DamagedFile(mark.path, 'the file is missing');
  await mark.write({});
}

class LowdbPersistence implements Persistence {
  readonly #folder: string;
  readonly #ports: Pick<Ports, 'later'>;
  readonly #lock: LockedFolder;
  /** Worlds that were read and not opened yet. */
  readonly #loaded = new Map<string, StoredWorld>();
  readonly #open = new Map<string, LowdbKeeper>();
  #closed: Promise<void> | undefined;

  /** @param folder holds a folder for each world */
  constructor(folder: string, ports: Pick<Ports, 'later'>, lock: LockedFolder) {
    this.#folder = folder;
    this.#ports = ports;
    this.#lock = lock;
  }

  async load(): Promise<Map<string, WorldImage>> {
    const images = new Map<string, WorldImage>();
    for (const name of await readdir(this.#folder)) {
      if (IGNORED_FILES.includes(name)) continue;
      const path = join(this.#folder, name);
      if (name.startsWith(DROPPED)) {
        await rm(path, {recursive: true, force: true});
        continue;
      }
      const world = worldOfFolder(name);
      if (world === undefined)
        throw new DamagedFile(path, 'presscheck makes no folder of this name here');
      const stored = await loadWorld(path, world);
      if (!stored) continue;
      this.#loaded.set(world, stored);
      images.set(world, {...stored.shadow.image(), reads: stored.reads});
    }
    return images;
  }

  async open(world: string, image: WorldImage): Promise<Keeper> {
    const loaded = this.#loaded.get(world);
    this.#loaded.delete(world);
    const path = join(this.#folder, folderNameOf(world));
    const stored = loaded ?? (await writeWorld(path, world, image));
    const keeper = new LowdbKeeper(world, stored, (ms, call) => this.#ports.later(ms, call));
    this.#open.set(world, keeper);
    return {
      keep: (entry) => this.#whileLocked(() => keeper.keep(entry)),
      note: (reads) => keeper.note(reads),
      replace: (next) => this.#whileLocked(() => keeper.replace(next)),
      close: () => this.#closeKeeper(keeper),
    };
  }

  /** The folder is renamed first, so that a crash leaves no half of it. */
  async drop(world: string): Promise<void> {
    const keeper = this.#open.get(world);
    if (keeper) await this.#closeKeeper(keeper);
    this.#open.delete(world);
    this.#loaded.delete(world);
    const name = folderNameOf(world);
    const dropped = join(this.#folder, `${DROPPED}${name}`);
    await rename(join(this.#folder, name), dropped);
    await rm(dropped, {recursive: true, force: true});
  }

  /** A second call waits for the first. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const keepers = [...this.#open.values()];
    await Promise.all(keepers.map((keeper) => this.#closeKeeper(keeper)));
    if (!this.#lock.lost()) await this.#lock.release();
  }

  /** Without the lock another process may have written to the log: its end is not known here. */
  #closeKeeper(keeper: LowdbKeeper): Promise<void> {
    return keeper.close(!this.#lock.lost());
  }

  #whileLocked(work: () => Promise<void>): Promise<void> {
    const lost = this.#lock.lost();
    return lost ? Promise.reject(lost) : work();
  }
}

/** Names of the folders of dropped worlds begin with this. */
const DROPPED = '.dropped-';

async function writeWorld(path: string, world: string, image: WorldImage): Promise<StoredWorld> {
  const shadow = new Shadow(image);
  const reads = {...image.reads};
  const folder = join(path, '1');
  const generation = await Generation.write(folder, world, shadow, reads);
  return {generation, shadow, reads, log: new Log(folder, world)};
}

/**
 * Reads the newest generation of a world and removes the others.
 * @returns undefined for a world whose creation was interrupted: nobody was told that it exists
 */
async function loadWorld(path: string, world: string): Promise<StoredWorld | undefined> {
  const names = await readdir(path).catch(() => {
    throw new DamagedFile(path, 'a world is a folder');
  });
  const generations = names.filter((name) => /^[1-9][0-9]*$/.test(name));
  const foreign = names.find((name) => !generations.includes(name) && name !== '.draft');
  if (foreign !== undefined)
    throw new DamagedFile(join(path, foreign), 'presscheck writes no file of this name here');
  const [latest] = generations.sort((a, b) => Number(b) - Number(a));
  const stored = latest === undefined ? undefined : await loadStored(join(path, latest), world);
  for (const name of names)
    if (name !== latest) await rm(join(path, name), {recursive: true, force: true});
  if (!stored) await rmdir(path);
  return stored;
}

async function loadStored(path: string, world: string): Promise<StoredWorld> {
  const generation = new Generation(path, world);
  return {generation, ...(await generation.load())};
}
