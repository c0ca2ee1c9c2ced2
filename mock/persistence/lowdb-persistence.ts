import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {WorldImage} from '../world/change.ts';
import type {Ports} from '../world/ports.ts';
import {systemDisk, type Disk} from './disk.ts';
import {refuseForeignFiles, WORLDS} from './folder-files.ts';
import {folderNameOf} from './folder-name.ts';
import type {IndexedContent} from './indexed-content.ts';
import type {CommitLog, Persistence} from './commit-log.ts';
import {LowdbCommitLog, type CommitLogPorts, type StoredWorld} from './lowdb-commit-log.ts';
import {NotKept} from './not-kept.ts';
import {openFolder, type OpenFolder} from './open-folder.ts';
import {takeFolder, type TakenFolder} from './taken-folder.ts';
import {removeWorld, UNSETTLED_WORLDS} from './stored-worlds.ts';
import {writeWorld} from './world-folder.ts';

/** What a data folder needs of the machine. */
export interface FolderPorts extends Pick<Ports, 'later' | 'chance'> {
  /** Default: the disk of the machine, without waiting for the device. */
  disk?: Disk;
}

/**
 * Stores worlds in a folder of lowdb documents, for one process at a time. First everything is checked; nothing is
 * changed unless the folder is intact.
 * @param folder created if it does not exist
 * @param others its content other than worlds: the objects
 * @throws FolderInUse, DamagedFile
 */
export async function lowdbPersistence(
  folder: string,
  {later, chance, disk = systemDisk()}: FolderPorts,
  others?: IndexedContent,
): Promise<Persistence> {
  const taken = await takeFolder(folder, () => refuseForeignFiles(folder));
  const ports: CommitLogPorts = {later, disk, refusal: () => taken.lock.lost()};
  try {
    const opened = await openFolder(folder, {...ports, chance}, others);
    return new LowdbPersistence(opened, ports, taken);
  } catch (error) {
    await taken.undo();
    throw error;
  }
}

class LowdbPersistence implements Persistence {
  readonly #folder: OpenFolder;
  readonly #ports: CommitLogPorts;
  readonly #taken: TakenFolder;
  /** Worlds that were read and not opened yet. */
  readonly #loaded: Map<string, StoredWorld>;
  readonly #open = new Map<string, LowdbCommitLog>();
  #closed: Promise<void> | undefined;

  constructor(folder: OpenFolder, ports: CommitLogPorts, taken: TakenFolder) {
    this.#folder = folder;
    this.#ports = ports;
    this.#taken = taken;
    this.#loaded = folder.stored;
  }

  load(): Promise<Map<string, WorldImage>> {
    const images = [...this.#loaded].map(([world, {durable, reads}]): [string, WorldImage] => [
      world,
      {...durable.image(), reads},
    ]);
    return Promise.resolve(new Map(images));
  }

  async open(world: string, image: WorldImage): Promise<CommitLog> {
    const loaded = this.#loaded.get(world);
    this.#loaded.delete(world);
    const stored = loaded ?? (await this.#write(world, image));
    const commitLog = new LowdbCommitLog(world, stored, this.#ports);
    this.#open.set(world, commitLog);
    return commitLog;
  }

  forget(world: string): Promise<void> {
    return this.#folder.index.keep(
      {table: WORLDS, del: world},
      {table: UNSETTLED_WORLDS, put: {key: world}},
    );
  }

  async drop(world: string): Promise<void> {
    await this.#open.get(world)?.close();
    this.#open.delete(world);
    this.#loaded.delete(world);
    await removeWorld(this.#folder.worlds, world, this.#ports.disk);
    await this.#settle(world);
  }

  /** A second call waits for the first. */
  close(): Promise<void> {
    this.#closed ??= this.#close(() => this.#taken.lock.release());
    return this.#closed;
  }

  undo(): Promise<void> {
    this.#closed ??= this.#close(() => this.#taken.undo());
    return this.#closed;
  }

  /** Writes a new world. It is listed in the index when it is complete: a listed one that is missing was removed. */
  async #write(world: string, image: WorldImage): Promise<StoredWorld> {
    const {worlds, index, start} = this.#folder;
    const path = join(worlds, folderNameOf(world));
    try {
      await index.keep({table: UNSETTLED_WORLDS, put: {key: world}});
      const stored = await writeWorld({path, world}, image, this.#ports.disk, start);
      await index.keep({table: WORLDS, put: {key: world}}, {table: UNSETTLED_WORLDS, del: world});
      return stored;
    } catch (error) {
      await rm(path, {recursive: true, force: true})
        .then(() => this.#settle(world))
        .catch(() => {});
      throw error instanceof NotKept ? error : new NotKept(error);
    }
  }

  /** A world that could not be settled is settled at the next start. */
  async #settle(world: string): Promise<void> {
    await this.#folder.index.keep({table: UNSETTLED_WORLDS, del: world}).catch(() => {});
  }

  async #close(release: () => Promise<void>): Promise<void> {
    await Promise.all([...this.#open.values()].map((commitLog) => commitLog.close()));
    await this.#folder.index.close();
    if (!this.#taken.lock.lost()) await release();
  }
}
