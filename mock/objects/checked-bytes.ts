import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {quantity} from '../../spec/quantity.ts';
import {DamagedFile} from '../persistence/damaged-file.ts';
import type {ObjectCard} from './object-cards.ts';

/**
 * The metadata of a file. While it is unchanged, nobody has written to the file, and its content need not be read
 * again.
 */
export type FileStamp = string;

/** @throws the error of the file system */
export async function stampOf(path: string): Promise<FileStamp> {
  const {size, mtimeNs, ctimeNs, ino} = await stat(path, {bigint: true});
  return `${size} ${mtimeNs} ${ctimeNs} ${ino}`;
}

/**
 * Checks that the content of an object is what was stored.
 * @param seen the metadata of the file when its content was last verified
 * @returns the current metadata
 * @throws DamagedFile
 */
export async function checkedBytes(
  folder: string,
  card: ObjectCard,
  seen: FileStamp | undefined,
): Promise<FileStamp> {
  const path = join(folder, card.bytes);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new DamagedFile(path, 'the bytes of an object are missing');
  if (found.size !== card.size)
    throw new DamagedFile(path, `it has ${quantity(found.size, 'byte')}, not ${card.size}`);
  const stamp = await stampOf(path);
  if (stamp === seen || card.etag === `"${await digestIn(path)}"`) return stamp;
  throw new DamagedFile(path, 'its bytes do not match their hash: they were edited');
}

/** The digest of a file's content, as in names and entity tags of objects. */
async function digestIn(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex').slice(0, 32);
}
