import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {defined} from '../../spec/defined.ts';
import {DamagedFile} from '../persistence/damaged-file.ts';
import {Document} from '../persistence/document.ts';
import {namesIn} from '../persistence/names-in.ts';
import type {Measured} from './measured-write.ts';
import type {StoredObject} from './object-store.ts';

/** An object's entry in an index. */
export interface ObjectCard extends StoredObject {
  world: string;
  key: string;
  /** Name of the file with the content. */
  bytes: string;
}

/** Name of an object's file without its extension: a hash, because keys contain slashes and capital letters. */
export const fileNameOf = (world: string, key: string): string =>
  createHash('sha1').update(`${world}\n${key}`).digest('hex');

/** Files that a crash can leave incomplete: drafts of objects, and of the cards of earlier versions. */
const DRAFT = /^\.draft-[0-9]+(-[0-9]+)?$|^\.[0-9a-f]{40}\.json\.tmp$/;
const CARD_OR_BYTES = /^[0-9a-f]{40}(\.json|-[0-9a-f]{32}\.bytes)$/;

/**
 * The files of a folder of objects; none when there is no folder.
 * @throws DamagedFile for a file whose name presscheck does not use
 */
export async function objectFiles(folder: string): Promise<string[]> {
  const files = await namesIn(folder);
  const foreign = files.find((file) => !DRAFT.test(file) && !CARD_OR_BYTES.test(file));
  if (foreign === undefined) return files;
  throw new DamagedFile(join(folder, foreign), 'presscheck writes no file of this name here');
}

/**
 * Refuses a file that belongs to no object.
 * @param keys of the listed objects: their cards of an earlier version are known
 * @param known files with the content of objects, and those that were being written or removed
 * @throws DamagedFile
 */
export function refuseStrays(
  folder: string,
  files: readonly string[],
  keys: ReadonlySet<string>,
  known: ReadonlySet<string>,
): void {
  const isCard = (file: string): boolean => file.endsWith('.json') && keys.has(file.slice(0, 40));
  const stray = files.find((file) => !DRAFT.test(file) && !known.has(file) && !isCard(file));
  if (stray === undefined) return;
  throw new DamagedFile(
    join(folder, stray),
    'the folder `index` does not list this object: the index is older than the object, or the object is of an ' +
      'older copy than the index, or an earlier version of presscheck was ended while it stored it',
    'Put back the folders `index`, `objects` and `worlds` as they were copied together; if they were not changed, ' +
      'move this file elsewhere',
  );
}

/**
 * Reads the cards of a folder without an index: presscheck 0.1 wrote a document for each object.
 * @throws DamagedFile for a damaged card, and for an object without a card
 */
export async function oldCards(folder: string, files: readonly string[]): Promise<ObjectCard[]> {
  const cardFiles = files.filter((file) => /^[0-9a-f]{40}\.json$/.test(file));
  const cards: ObjectCard[] = [];
  for (const file of cardFiles) cards.push(await cardIn(join(folder, file)));
  const lonely = files.find((file) => file.endsWith('.bytes') && !cardFiles.includes(cardOf(file)));
  if (lonely === undefined) return cards;
  throw new DamagedFile(
    join(folder, cardOf(lonely)),
    `the file is missing, and ${lonely} belongs to it`,
    `Put it back; if it was never there, a crash has left ${lonely}: remove that`,
  );
}

const cardOf = (bytesFile: string): string => `${bytesFile.slice(0, 40)}.json`;

async function cardIn(path: string): Promise<ObjectCard> {
  const document = new Document<ObjectCard>(path, {kind: 'object', world: ''});
  return defined(await document.read(), `the file ${path}`);
}

/** The card of new content. */
export function newCard(
  world: string,
  key: string,
  contentType: string,
  {size, hash}: Measured,
): ObjectCard {
  const digest = hash.slice(0, 32);
  const bytes = `${fileNameOf(world, key)}-${digest}.bytes`;
  return {world, key, size, etag: `"${digest}"`, contentType, bytes};
}
