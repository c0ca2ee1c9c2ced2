import {closeSync, openSync, readSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {UsageError} from '../spec/usage-error.ts';

/** A file that a command writes. */
export interface OwnFile {
  /** The flag that names it, for messages. */
  flag: string;
  path: string;
  /** How each such file begins. */
  beginning: string;
}

/**
 * Checks that a file can be written, before anything happens.
 * @throws UsageError for a folder that is missing, and for a file that something else wrote: it would be lost
 */
export function requireWritable({flag, path, beginning}: OwnFile): void {
  const found = statSync(path, {throwIfNoEntry: false});
  const folder = dirname(path);
  if (!statSync(folder, {throwIfNoEntry: false})?.isDirectory())
    throw new UsageError(`${flag} ${path}: there is no folder ${folder}; make it first`);
  if (!found) return;
  if (!found.isFile() || beginningOf(path, beginning.length) !== beginning)
    throw new UsageError(
      `${flag} ${path}: this is there already, and presscheck did not write it; give another name`,
    );
}

function beginningOf(path: string, length: number): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes)).toString();
  } finally {
    closeSync(file);
  }
}

/**
 * Writes a file beside its place and renames it: readers see all of it or nothing. Only its owner may read it.
 * @throws UsageError when that is not possible
 */
export function writeWhole({flag, path}: OwnFile, text: string): void {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    rmSync(draft, {force: true});
    writeFileSync(draft, text, {flag: 'wx', mode: 0o600});
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, {force: true});
    throw new UsageError(
      `${flag} ${path}: cannot be written (${(error as NodeJS.ErrnoException).code}); ` +
        'give a file in a folder that can be written',
    );
  }
}
