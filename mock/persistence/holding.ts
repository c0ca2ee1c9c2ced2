import type {FolderIndex} from './folder-index.ts';

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
