import {closeSync, constants, fstatSync, openSync, readSync, type Stats} from 'node:fs';

/** Bytes to read at once from a file of unknown size, such as those of `/proc`. */
const PART = 65_536;

/** A path that is not a readable file; the message says why. */
export class NoPlainFile extends Error {
  override name = 'NoPlainFile';
}

/**
 * Reads a file that a user names. It never blocks or reads without end: a pipe, a device, a folder, or a file that is
 * too large is refused.
 * @param most maximum size in bytes
 * @throws NoPlainFile, or the error of the file system
 */
export function readPlainFile(path: string, most: number): Buffer {
  // Without O_NONBLOCK, opening a pipe without a writer would block.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new NoPlainFile(`it is ${kindOf(stats)}`);
    if (stats.size > most) throw tooLarge(most);
    return contentOf(file, stats.size, most);
  } finally {
    closeSync(file);
  }
}

/** Why a file could not be read, in words or as the code of the file system, for example `ENOENT`. */
export function whyUnread(error: unknown): string {
  const {code, message} = error as NodeJS.ErrnoException;
  return code ?? message;
}

function contentOf(file: number, size: number, most: number): Buffer {
  const parts: Buffer[] = [];
  let total = 0;
  for (;;) {
    const part = Buffer.allocUnsafe(Math.max(PART, size - total));
    const read = readSync(file, part);
    if (read === 0) return parts.length === 1 ? (parts[0] ?? part) : Buffer.concat(parts, total);
    parts.push(part.subarray(0, read));
    total += read;
    if (total > most) throw tooLarge(most);
  }
}

const tooLarge = (most: number): NoPlainFile => new NoPlainFile(`it has more than ${most} bytes`);

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}
