import {mkdir, readdir, rename, rm, rmdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {WorldImage} from '../world/change.ts';
import type {Ports} from '../world/ports.ts';
import {Document} from './document.ts';
import {lockFolder} from './folder-lock.ts';
import {Generation} from './generation.ts';
import {DamagedFile, type Keeper, type Persistence} from './keeper.ts';
import {Log} from './log.ts';
import {type Kept, LowdbKeeper} from './lowdb-keeper.ts';
import {Shadow} from './shadow.ts';

/** What lies in a data folder; an operating system's own droppings are left alone. */
const OURS = [
  'presscheck.json',
  'owner.json',
  '.presscheck.lock',
  '.gate.lock',
  'worlds',
  'objects',
  '.presscheck.json.tmp',
  '.owner.json.tmp',
];
const DROPPINGS = ['.DS_Store', 'Thumbs.db', 'desktop.ini', 'lost+found', '.gitkeep', '.gitignore'];

/**
 * Keeps worlds in a folder of lowdb documents, for one process at a time.
 * @param folder made when it is not there
 * @throws FolderInUse, DamagedFile
 */
export async function lowdbPersistence(
  folder: string,
  ports: Pick<Ports, 'later'>,
): Promise<Persistence> {
  await mkdir(folder, {recursive: true});
  const stranger = (await readdir(folder)).find((file) => ![...OURS, ...DROPPINGS].includes(file));
  if (stranger)
    throw new DamagedFile(
      join(folder, stranger),
      'presscheck did not write this, and its data folder holds nothing else',
    );
  let lost: Error | undefined;
  const release = await lockFolder(folder, () => {
    lost = new Error(
      `${folder}: another process has taken the folder; nothing more is kept. Stop one of the two.`,
    );
  });
  try {
    const mark = new Document<{}>(join(folder, 'presscheck.json'), {kind: 'folder', world: ''});
    const worlds = join(folder, 'worlds');
    if ((await mark.read()) === undefined) {
      if ((await readdir(folder)).includes('worlds'))
        throw new DamagedFile(mark.path, 'the file is missing');
      await mark.write({});
    }
    await mkdir(worlds, {recursive: true});
    return new LowdbPersistence(worlds, ports, release, () => lost);
  } catch (error) {
    await release();
    throw error;
  }
}

class LowdbPersistence implements Persistence {
  readonly #folder: string;
  readonly #ports: Pick<Ports, 'later'>;
  readonly #release: () => Promise<void>;
  readonly #lost: () => Error | undefined;
  readonly #loaded = new Map<string, Kept>();
  readonly #open = new Map<string, LowdbKeeper>();
  #closed: Promise<void> | undefined;

  constructor(
    folder: string,
    ports: Pick<Ports, 'later'>,
    release: () => Promise<void>,
    lost: () => Error | undefined,
  ) {
    this.#folder = folder;
    this.#ports = ports;
    this.#release = release;
    this.#lost = lost;
  }

  async load(): Promise<Map<string, WorldImage>> {
    const images = new Map<string, WorldImage>();
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      if (DROPPINGS.includes(name)) continue;
      if (name.startsWith('.dropped-')) {
        await rm(path, {recursive: true, force: true});
        continue;
      }
      const world = decoded(name);
      if (world === undefined)
        throw new DamagedFile(path, 'presscheck makes no folder of this name here');
      const kept = await this.#loadWorld(path, world);
      if (!kept) continue;
      this.#loaded.set(world, kept);
      images.set(world, {...kept.shadow.image(), reads: kept.reads});
    }
    return images;
  }

  async open(world: string, image: WorldImage): Promise<Keeper> {
    const loaded = this.#loaded.get(world);
    this.#loaded.delete(world);
    const path = join(this.#folder, encoded(world));
    const kept = loaded ?? (await this.#write(path, world, image));
    const keeper = new LowdbKeeper(world, kept, (ms, call) => this.#ports.later(ms, call));
    this.#open.set(world, keeper);
    return {
      keep: (entry) => this.#mine(() => keeper.keep(entry)),
      note: (reads) => keeper.note(reads),
      replace: (next) => this.#mine(() => keeper.replace(next)),
      close: () => this.#end(keeper),
    };
  }

  async drop(world: string): Promise<void> {
    const keeper = this.#open.get(world);
    if (keeper) await this.#end(keeper);
    this.#open.delete(world);
    this.#loaded.delete(world);
    const gone = join(this.#folder, `.dropped-${encoded(world)}`);
    await rename(join(this.#folder, encoded(world)), gone);
    await rm(gone, {recursive: true, force: true});
  }

  /** A second call waits for the first. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((keeper) => this.#end(keeper)));
    if (!this.#lost()) await this.#release();
  }

  /** In a folder that another process has taken, the log's end is no longer this one's to tell. */
  #end(keeper: LowdbKeeper): Promise<void> {
    return keeper.close(!this.#lost());
  }

  #mine(work: () => Promise<void>): Promise<void> {
    const lost = this.#lost();
    return lost ? Promise.reject(lost) : work();
  }

  async #write(path: string, world: string, image: WorldImage): Promise<Kept> {
    const shadow = new Shadow(image);
    const reads = {...image.reads};
    return {
      generation: await Generation.write(join(path, '1'), world, shadow, reads),
      shadow,
      reads,
      log: new Log(join(path, '1'), world),
    };
  }

  /** @returns undefined for a world whose making was cut short: nobody was told that it exists */
  async #loadWorld(path: string, world: string): Promise<Kept | undefined> {
    const names = await readdir(path).catch(() => {
      throw new DamagedFile(path, 'a world is a folder');
    });
    const stranger = names.find((name) => !/^[1-9][0-9]*$/.test(name) && name !== '.draft');
    if (stranger)
      throw new DamagedFile(join(path, stranger), 'presscheck writes no file of this name here');
    const generations = names
      .filter((name) => name !== '.draft')
      .sort((a, b) => Number(b) - Number(a));
    const latest = generations[0];
    const kept = latest === undefined ? undefined : await loadGeneration(join(path, latest), world);
    for (const name of names)
      if (name !== latest) await rm(join(path, name), {recursive: true, force: true});
    if (!kept) await rmdir(path);
    return kept;
  }
}

async function loadGeneration(path: string, world: string): Promise<Kept> {
  const generation = new Generation(path, world);
  return {generation, ...(await generation.load())};
}

/**
 * A world's id as a folder name on any file system: lower-case letters, digits and dashes stand for
 * themselves.
 */
const encoded = (world: string): string =>
  [...Buffer.from(world)]
    .map((byte) =>
      /[a-z0-9-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `_${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

function decoded(name: string): string | undefined {
  if (!/^([a-z0-9-]|_[0-9a-f]{2})+$/.test(name)) return undefined;
  const bytes = name.replace(/_([0-9a-f]{2})/g, (_all, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  const world = Buffer.from(bytes, 'latin1').toString();
  return encoded(world) === name ? world : undefined;
}
