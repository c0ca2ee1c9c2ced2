import type {FolderIndex} from './folder-index.ts';

/** The content of a data folder other than its worlds, under the same index. */
export interface IndexedContent {
  /**
   * Checks that everything matches the index, without changes.
   * @param index absent: the folder is new, or an earlier version wrote it
   * @param owners what owns content: the buckets of the stored worlds
   * @throws DamagedFile
   */
  check(index: FolderIndex | undefined, owners: ReadonlySet<string>): Promise<void>;
  /** Ends the changes that were interrupted, and adds to the index the rows that it lacks. */
  addTo(index: FolderIndex): Promise<void>;
  /** Removes the files that the index lists as such, and unfinished ones. */
  tidy(): Promise<void>;
}
