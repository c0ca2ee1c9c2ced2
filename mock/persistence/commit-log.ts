import type {Change, WorldImage, WorldMeta} from '../world/change.ts';

/** One commit of a world. It is written to disk completely or not at all. */
export interface Commit {
  changes: Change[];
  /** Changes of the queue of due events: the events that were added, and the `seq` of those removed. */
  due: {add: WorldImage['due']; gone: number[]};
  meta: WorldMeta;
}

/** Makes the commits of one world durable. */
export interface CommitLog {
  /**
   * Called when commits could not be written, before their promises are rejected. Every commit that is not durable yet
   * is lost then, because a later one may depend on an earlier one. The caller has to roll them all back in memory.
   */
  onLost: (() => void) | undefined;
  /**
   * Writes a commit. Its rows must not change afterwards; its meta may change, and is written as it is now. Calls that
   * arrive during a write share the next write.
   * @returns a promise that is fulfilled when the commit would survive a SIGKILL, and with `--fsync` a power failure;
   * it is rejected with NotKept when the commit was lost
   */
  append(commit: Commit): Promise<void>;
  /**
   * Writes read counts within a second. The counts must be complete for each token or store in `reads`. The arrays
   * are read when they are written, so a call costs little.
   */
  saveReads(reads: WorldImage['reads']): void;
  /** Replaces everything written so far by another state (reset, restore). */
  replace(image: WorldImage): Promise<void>;
  /** Writes what is pending. Nothing is written afterwards. */
  close(): Promise<void>;
}

/** Stores worlds permanently, for example in a folder of lowdb documents. */
export interface Persistence {
  /** Returns every stored world. */
  load(): Promise<Map<string, WorldImage>>;
  /**
   * Starts to store the commits of a world.
   * @param image its current state; ignored for a world that `load` returned
   */
  open(world: string, image: WorldImage): Promise<CommitLog>;
  /** Removes a world from the index: it no longer exists for `load`. @throws NotKept if it still exists */
  forget(world: string): Promise<void>;
  /** Deletes the files of a forgotten world. */
  drop(world: string): Promise<void>;
  close(): Promise<void>;
  /** Closes, and removes everything if this start found an empty place: for a start that is refused later. */
  undo(): Promise<void>;
}
