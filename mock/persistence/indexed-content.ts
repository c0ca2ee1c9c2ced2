import type {FolderIndex} from './folder-index.ts';

/** The content of a data folder other than its worlds, under the same index. */
export interface IndexedContent {
  /**
   * Checks that everything matches the index, without changes.
   * @param index absent: the folder is new, or an earlier version wrote it
   * @throws DamagedFile
   */
  check(index: FolderIndex | undefined): Promise<void>;
  /** Adds to the index the rows that it lacks. */
  addTo(index: FolderIndex): Promise<void>;
  /** Removes files that were left by a crash or an earlier version. */
  tidy(): Promise<void>;
}
