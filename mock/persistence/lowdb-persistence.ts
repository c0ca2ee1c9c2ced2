import {mkdir, readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {makeFolder} from '../../spec/make-folder.ts';
import type {WorldImage} from '../world/change.ts';
import type {Ports} from '../world/ports.ts';
import {systemDisk, type Disk} from './disk.ts';
import {Document} from './document.ts';
import {FolderIndex} from './folder-index.ts';
import {namesIn} from './names-in.ts';
import {lockFolder} from './folder-lock.ts';
import {folderNameOf, worldOfFolder} from './folder-name.ts';
import {DamagedFile} from './damaged-file.ts';
import type {Keeper, Persistence} from './keeper.ts';
import {LowdbKeeper, type KeeperPorts, type StoredWorld} from './lowdb-keeper.ts';
import {NotKept} from './not-kept.ts';
import {loadWorld, writeWorld, type LoadedWorld} from './world-folder.ts';

/** What holds the data of users in a data folder. */
const HOLDINGS = ['worlds', 'objects', 'index'];

/** What presscheck writes into a data folder. */
const OWN_FILES = [
  ...HOLDINGS,
  'presscheck.json',
  'owner.json',
  '.presscheck.lock',
  '.gate.lock',
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

/** The machine, as far as a data folder needs it. */
export interface FolderPorts extends Pick<Ports, 'later'> {
  /** Default: the machine's own, which does not wait for the device. */
  disk?: Disk;
}

/** What a data folder holds beside its worlds, under the same index. */
export interface Holding {
  /**
   * Checks that everything is there as the index says, and changes nothing.
   * @param index absent: the folder is new, or an earlier presscheck wrote it
   * @throws DamagedFile
   */
  check(index: FolderIndex | undefined): Promise<void>;
  /** Names in the index what it does not name yet. */
  name(index: FolderIndex): Promise<void>;
  /** Removes what a crash or an earlier presscheck left. */
  tidy(): Promise<void>;
}

/** A data folder that this process has locked. */
interface LockedFolder {
  release(): Promise<void>;
  /** Why nothing more can be kept; undefined as long as the lock is held. */
  lost(): Error | undefined;
}

/**
 * Keeps worlds in a folder of lowdb documents, for one process at a time. First everything is checked;
 * only when the folder is whole is anything changed.
 * @param folder made when it is not there
 * @param beside what else it holds
 * @throws FolderInUse, DamagedFile
 */
export async function lowdbPersistence(
  folder: string,
  {later, disk = systemDisk()}: FolderPorts,
  beside?: Holding,
): Promise<Persistence> {
  makeFolder(folder);
  await refuseForeignFiles(folder);
  const lock = await lockedFolder(folder);
  const ports: KeeperPorts = {later, disk, refusal: () => lock.lost()};
  try {
    return await opened(folder, ports, lock, beside);
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

/** What marks a data folder. */
interface FolderMark {
  /** Whether an index says what the folder holds; folders of version 0.1 have none. */
  indexed?: true;
}

/** Opens a folder: checks everything, and then removes what a crash left and writes what is new. */
async function opened(
  folder: string,
  ports: KeeperPorts,
  lock: LockedFolder,
  beside: Holding | undefined,
): Promise<Persistence> {
  const head = {kind: 'folder', world: ''};
  const mark = new Document<FolderMark>(join(folder, 'presscheck.json'), head, ports.disk);
  const {indexed = false} = (await mark.read()) ?? (await markedAnew(folder, mark));
  if (!indexed) await refuseWithoutWorlds(folder);
  const known = indexed ? await FolderIndex.load(folder, ports) : undefined;
  const path = join(folder, 'worlds');
  const worlds = await loadWorlds(path, ports.disk, known);
  await beside?.check(known);
  // Everything is whole: from here on the folder is changed.
  await mkdir(path, {recursive: true});
  await known?.tidy();
  for (const {tidy} of worlds.values()) await tidy();
  await removeDropped(path);
  const index = known ?? (await FolderIndex.create(folder, ports));
  const stored = storedOf(worlds);
  for (const world of stored.keys())
    if (!index.has(WORLDS, world)) await index.put(WORLDS, {key: world});
  await beside?.name(index);
  if (!indexed) await mark.write({indexed: true});
  await beside?.tidy();
  return new LowdbPersistence(path, {ports, lock, index}, stored);
}

/** Marks a new folder. @throws DamagedFile when it is not new, and has lost its mark */
async function markedAnew(folder: string, mark: Document<FolderMark>): Promise<FolderMark> {
  const files = await readdir(folder);
  if (HOLDINGS.some((name) => files.includes(name)))
    throw new DamagedFile(mark.path, 'the file is missing');
  await mark.write({});
  return {};
}

/** An earlier presscheck made the folder of objects after that of the worlds. @throws DamagedFile */
async function refuseWithoutWorlds(folder: string): Promise<void> {
  const files = await readdir(folder);
  if (files.includes('objects') && !files.includes('worlds'))
    throw new DamagedFile(join(folder, 'worlds'), 'the folder is missing');
}

/** The table of an index that names worlds. */
const WORLDS = 'worlds';

/** Reads every world of a folder, and changes nothing. @throws DamagedFile, also for a missing one */
async function loadWorlds(
  folder: string,
  disk: Disk,
  index: FolderIndex | undefined,
): Promise<Map<string, LoadedWorld>> {
  const worlds = new Map<string, LoadedWorld>();
  for (const name of await namesIn(folder)) {
    if (IGNORED_FILES.includes(name) || name.startsWith(DROPPED)) continue;
    const path = join(folder, name);
    const world = worldOfFolder(name);
    if (world === undefined)
      throw new DamagedFile(path, 'presscheck makes no folder of this name here');
    worlds.set(world, await loadWorld({path, world}, disk, !index));
  }
  for (const {key: world} of index?.rows(WORLDS) ?? [])
    if (!worlds.get(world)?.stored)
      throw new DamagedFile(
        join(folder, folderNameOf(world)),
        `the folder of world \`${world}\` is missing or empty`,
      );
  return worlds;
}

/** The worlds that were made to the end. */
const storedOf = (worlds: ReadonlyMap<string, LoadedWorld>): Map<string, StoredWorld> =>
  new Map([...worlds].flatMap(([world, {stored}]) => (stored ? [[world, stored]] : [])));

async function removeDropped(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(DROPPED)) await rm(join(folder, name), {recursive: true, force: true});
}

/** What a persistence keeps worlds with. */
interface PersistenceParts {
  ports: KeeperPorts;
  lock: LockedFolder;
  index: FolderIndex;
}

class LowdbPersistence implements Persistence {
  readonly #folder: string;
  readonly #parts: PersistenceParts;
  /** Worlds that were read and not opened yet. */
  readonly #loaded: Map<string, StoredWorld>;
  readonly #open = new Map<string, LowdbKeeper>();
  #closed: Promise<void> | undefined;

  /**
   * @param folder holds a folder for each world
   * @param loaded the worlds that are there
   */
  constructor(folder: string, parts: PersistenceParts, loaded: Map<string, StoredWorld>) {
    this.#folder = folder;
    this.#parts = parts;
    this.#loaded = loaded;
  }

  load(): Promise<Map<string, WorldImage>> {
    const images = [...this.#loaded].map(([world, {shadow, reads}]): [string, WorldImage] => [
      world,
      {...shadow.image(), reads},
    ]);
    return Promise.resolve(new Map(images));
  }

  /** The world is named when it is whole: one that is named and not there was removed. */
  async open(world: string, image: WorldImage): Promise<Keeper> {
    const {ports} = this.#parts;
    const loaded = this.#loaded.get(world);
    this.#loaded.delete(world);
    const stored = loaded ?? (await this.#write(world, image));
    const keeper = new LowdbKeeper(world, stored, ports);
    this.#open.set(world, keeper);
    return keeper;
  }

  forget(world: string): Promise<void> {
    return this.#parts.index.del(WORLDS, world);
  }

  /** The folder is renamed before it is removed, so that a crash leaves no half of it. */
  async drop(world: string): Promise<void> {
    const {ports} = this.#parts;
    await this.#open.get(world)?.close();
    this.#open.delete(world);
    this.#loaded.delete(world);
    const name = folderNameOf(world);
    const dropped = join(this.#folder, `${DROPPED}${name}`);
    await ports.disk.rename(join(this.#folder, name), dropped);
    await rm(dropped, {recursive: true, force: true});
  }

  /** A second call waits for the first. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #write(world: string, image: WorldImage): Promise<StoredWorld> {
    const {ports, index} = this.#parts;
    const path = join(this.#folder, folderNameOf(world));
    try {
      const stored = await writeWorld({path, world}, image, ports.disk);
      await index.put(WORLDS, {key: world});
      return stored;
    } catch (error) {
      await rm(path, {recursive: true, force: true}).catch(() => {});
      throw error instanceof NotKept ? error : new NotKept(error);
    }
  }

  async #close(): Promise<void> {
    const {index, lock} = this.#parts;
    await Promise.all([...this.#open.values()].map((keeper) => keeper.close()));
    await index.close();
    if (!lock.lost()) await lock.release();
  }
}

/** Names of the folders of dropped worlds begin with this. */
const DROPPED = '.dropped-';
