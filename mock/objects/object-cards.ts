import {createHash} from 'node:crypto';
import {readdir, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {defined} from '../../spec/defined.ts';
import {quantity} from '../../spec/quantity.ts';
import {Document} from '../persistence/document.ts';
import {DamagedFile} from '../persistence/damaged-file.ts';
import type {StoredObject} from './object-store.ts';

/**
 * The document beside an object's bytes. An object exists when its card is written, and is what the
 * card says.
 */
export interface ObjectCard extends StoredObject {
  world: string;
  key: string;
  /** Name of the file with the bytes. */
  bytes: string;
}

/** Name of an object's files without extension: a hash, since keys have slashes and capitals. */
export const fileNameOf = (world: string, key: string): string =>
  createHash('sha1').update(`${world}\n${key}`).digest('hex');

/** The path of an object's card. */
export const cardPath = (folder: string, fileName: string): string =>
  join(folder, `${fileName}.json`);

/** Writes the card of an object. */
export const writeCard = (folder: string, card: ObjectCard): Promise<void> =>
  documentOf(cardPath(folder, fileNameOf(card.world, card.key))).write(card);

const documentOf = (path: string): Document<ObjectCard> =>
  new Document<ObjectCard>(path, {kind: 'object', world: ''});

/** Files that a crash can leave half-written: drafts of bytes and of cards. */
const DRAFT = /^\.draft-[0-9]+$|^\.[0-9a-f]{40}\.json\.tmp$/;
const CARD_OR_BYTES = /^[0-9a-f]{40}(\.json|-[0-9a-f]{32}\.bytes)$/;

/**
 * Reads all cards of a folder, and removes what a crash left: drafts, and bytes without a card.
 * @throws DamagedFile for a file of another name, a damaged card, or bytes that do not fit their
 * card
 */
export async function loadCards(folder: string): Promise<ObjectCard[]> {
  const files = await readdir(folder);
  const foreign = files.find((file) => !DRAFT.test(file) && !CARD_OR_BYTES.test(file));
  if (foreign !== undefined)
    throw new DamagedFile(join(folder, foreign), 'presscheck writes no file of this name here');
  const cardFiles = files.filter((file) => !DRAFT.test(file) && file.endsWith('.json'));
  const cards: ObjectCard[] = [];
  for (const file of cardFiles) cards.push(await loadCard(folder, file));
  const keep = new Set([...cardFiles, ...cards.map(({bytes}) => bytes)]);
  for (const file of files) if (!keep.has(file)) await rm(join(folder, file), {force: true});
  return cards;
}

async function loadCard(folder: string, file: string): Promise<ObjectCard> {
  const card = defined(await documentOf(join(folder, file)).read(), `the file ${file}`);
  const path = join(folder, card.bytes);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new DamagedFile(path, 'the bytes of an object are missing');
  if (found.size !== card.size)
    throw new DamagedFile(path, `it has ${quantity(found.size, 'byte')}, not ${card.size}`);
  return card;
}
