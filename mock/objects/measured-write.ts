import {createHash} from 'node:crypto';
import {createWriteStream, type WriteStream} from 'node:fs';
import {rm} from 'node:fs/promises';
import {Transform, type Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {NotKept} from '../persistence/not-kept.ts';

/** What was written: number of bytes, and their SHA-256 in hexadecimal. */
export interface Measured {
  size: number;
  hash: string;
}

/**
 * Writes a stream to a file, counting and hashing its bytes. If there are more than `limit`, or the sender aborts, no
 * file remains.
 * @param limit maximum number of bytes
 * @returns undefined when there are more than `limit` bytes
 * @throws NotKept when the file cannot be written, or the error of the sender
 */
export async function measuredWrite(
  bytes: Readable,
  path: string,
  limit: number,
): Promise<Measured | undefined> {
  const hash = createHash('sha256');
  const tooLarge = new Error('too large');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      size += chunk.length;
      hash.update(chunk);
      next(size > limit ? tooLarge : null, chunk);
    },
  });
  const file = createWriteStream(path);
  try {
    await pipeline(bytes, measure, file);
    return {size, hash: hash.digest('hex')};
  } catch (error) {
    await closed(file);
    await rm(path, {force: true}).catch(() => {});
    if (error === tooLarge) return undefined;
    throw file.errored === error ? new NotKept(error) : error;
  }
}

/** A stream that is destroyed early may still create its file before it closes. */
const closed = (file: WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (file.closed) resolve();
    else file.once('close', resolve);
  });
