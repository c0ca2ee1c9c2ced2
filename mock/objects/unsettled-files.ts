/** What the index of a data folder notes about files of objects before it changes them. */

import {join} from 'node:path';
import type {FolderIndex, IndexChange} from '../persistence/folder-index.ts';
import {checkedBytes, stampOf, type FileStamp} from './checked-bytes.ts';
import {fileNameOf, type ObjectCard} from './object-cards.ts';

/** The table of an index that lists objects. */
export const OBJECTS = 'objects';

/** The table that lists the files that are being written or removed. */
export const UNSETTLED = 'unsettled-objects';

/** The table that lists the buckets that are being filled or dropped. */
export const UNSETTLED_BUCKETS = 'unsettled-buckets';

/** The table that lists the buckets without a world that an earlier version left: nothing tells why they are there. */
export const UNOWNED_BUCKETS = 'unowned-buckets';

/** A row of `OBJECTS`. */
export interface IndexedObject {
  /** Name of the object's file without its extension. */
  key: string;
  card: ObjectCard;
  /** The metadata of the file when its content was last verified. */
  stamp: FileStamp;
}

/** A row of `UNSETTLED`. */
export interface UnsettledFile {
  /** Name of the file. */
  key: string;
  /** Absent for a file that is being removed. */
  put?: {
    /** The file that is being renamed. */
    draft: string;
    /** The row of the object before; null if there was none. */
    before: IndexedObject | null;
  };
}

/** A row whose file was not verified yet. */
export const unverified = (card: ObjectCard): IndexedObject => ({
  key: fileNameOf(card.world, card.key),
  card,
  stamp: '',
});

/** Notes that a file is no longer being written or removed. */
export const settled = (file: string): IndexChange => ({table: UNSETTLED, del: file});

/** The same of the file of an object that was replaced, if there was one. */
export const settledOld = (old: ObjectCard | undefined): IndexChange[] =>
  old ? [settled(old.bytes)] : [];

/** Notes that the file of the object before, if there is one, is being removed. */
export const unsettledOld = (old: ObjectCard | undefined): IndexChange[] =>
  old ? [{table: UNSETTLED, put: {key: old.bytes}}] : [];

/** How an interrupted change of an object ends. */
export interface Ending {
  /** The row of the object; undefined: there is none. */
  row: IndexedObject | undefined;
  /** A draft to be renamed to the row's file. */
  draft?: string;
}

/** The unsettled files of an index, by name. */
export const unsettledIn = (index: FolderIndex | undefined): Map<string, UnsettledFile> =>
  new Map(index?.rows<UnsettledFile>(UNSETTLED).map((row) => [row.key, row]));

/**
 * Finds how the change of an object ends that may have been interrupted: with the new content, if it is there under
 * its name or that of its draft; otherwise nothing was answered, and the object before stays.
 * @param row as the index lists it
 * @throws DamagedFile
 */
export async function endingOf(
  folder: string,
  row: IndexedObject,
  unsettled: ReadonlyMap<string, UnsettledFile>,
): Promise<Ending> {
  const put = unsettled.get(row.card.bytes)?.put;
  const {bytes} = row.card;
  if (!put || (await isThere(folder, bytes))) return {row: await verified(folder, row)};
  const isWhole = await checkedBytes(folder, {...row.card, bytes: put.draft}, undefined).then(
    () => true,
    () => false,
  );
  if (isWhole) return {row, draft: put.draft};
  if (!put.before) return {row: undefined};
  return {row: await verified(folder, put.before)};
}

/** The row, with the metadata that its file has now. @throws DamagedFile */
async function verified(folder: string, row: IndexedObject): Promise<IndexedObject> {
  const stamp = await checkedBytes(folder, row.card, row.stamp);
  return stamp === row.stamp ? row : {...row, stamp};
}

const isThere = (folder: string, file: string): Promise<boolean> =>
  stampOf(join(folder, file)).then(
    () => true,
    () => false,
  );
