import type {Change, WorldImage, WorldMeta} from '../world/change.ts';

/** One commit of a world, as it goes to disk: all of it is kept, or nothing. */
export interface Entry {
  changes: Change[];
  /** Due events of the world's due queue: those that were made, and the `seq` of those gone. */
  due: {add: WorldImage['due']; gone: number[]};
  meta: WorldMeta;
}

/** Keeps one world. */
export interface Keeper {
  /**
   * Called when commits could not be kept, before their promises are rejected. All that are not kept
   * yet are lost then, because one may rest upon another: they have to be taken back in memory.
   */
  lost: (() => void) | undefined;
  /**
   * Keeps a commit. Its rows must not change afterwards; its meta may, and is kept as it is now.
   * Calls that arrive while a write is under way share the next one.
   * @returns a promise that is fulfilled when the commit would survive a SIGKILL, and with `--fsync`
   * the loss of the machine; rejected with NotKept when it was lost
   */
  keep(entry: Entry): Promise<void>;
  /**
   * Notes read counters, complete for each token or store that is named. They reach the disk within
   * a second. The arrays are read when they are written, so a call costs little.
   */
  note(reads: WorldImage['reads']): void;
  /** Keeps another state instead of all that was kept (reset, restore). */
  replace(image: WorldImage): Promise<void>;
  /** Writes what is not written yet, and keeps nothing from then on. */
  close(): Promise<void>;
}

/** Where worlds are kept: in memory, which means nowhere, or in a folder of lowdb documents. */
export interface Persistence {
  /** Gives every kept world. */
  load(): Promise<Map<string, WorldImage>>;
  /**
   * Begins to keep a world.
   * @param image its state now; not read for a world that `load` has returned
   */
  open(world: string, image: WorldImage): Promise<Keeper>;
  /** Names a world no longer: from now on it does not count. @throws NotKept; then it does */
  forget(world: string): Promise<void>;
  /** Removes what was kept of a forgotten world. */
  drop(world: string): Promise<void>;
  close(): Promise<void>;
}
