import type {Change, WorldImage, WorldMeta} from '../world/change.ts';

/** One committed step of a world, as it goes to disk: kept whole or not at all. */
export interface Entry {
  changes: Change[];
  due: {add: WorldImage['due']; gone: number[]};
  meta: WorldMeta;
}

/** Keeps one world. */
export interface Keeper {
  /**
   * Keeps an entry as it is now; its rows never change, its meta may, afterwards. Calls that arrive
   * while a flush is under way share the next one.
   * @returns a promise that is fulfilled when the entry would survive a SIGKILL
   */
  keep(entry: Entry): Promise<void>;
  /**
   * Notes read counters, whole for each token or store named; they may reach the disk up to a
   * second later. Cheap: the arrays are read when they are written.
   */
  note(reads: WorldImage['reads']): void;
  /** Replaces all that is kept (reset, restore). */
  replace(image: WorldImage): Promise<void>;
  close(): Promise<void>;
}

/** Where worlds are kept: in memory (that is, not at all) or in a folder of lowdb documents. */
export interface Persistence {
  /**
   * Every kept world, whole. Throws DamagedFile by name when a file is damaged or foreign; nothing
   * is overwritten.
   */
  load(): Promise<Map<string, WorldImage>>;
  /**
   * Begins to keep a world; `image` is its state now. One that `load` gave goes on from there: its
   * image is not looked at.
   */
  open(world: string, image: WorldImage): Promise<Keeper>;
  drop(world: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * A file in the data folder that presscheck did not write, or that is damaged. Nothing was changed.
 */
export class DamagedFile extends Error {
  override name = 'DamagedFile';
  readonly path: string;
  /** @param what what is wrong with it, as a clause */
  constructor(path: string, what: string) {
    super(
      `${path}: ${what}. Nothing was changed. Put back a good copy, or move it away and use another --data folder.`,
    );
    this.path = path;
  }
}

/** Another process keeps its worlds in the folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}
