import {mkdirSync, statSync} from 'node:fs';
import {dirname, resolve} from 'node:path';

/**
 * Creates a folder with its missing parents; an existing one is left unchanged. (Node's own `recursive` never ends
 * when a file system reports a refused folder as not found, as `/proc` does.)
 * @returns the folders that were created, the innermost last
 * @throws the error of the file system
 */
export function makeFolder(path: string): string[] {
  const missing: string[] = [];
  let folder = resolve(path);
  while (!isFolder(folder)) {
    missing.push(folder);
    if (dirname(folder) === folder) break;
    folder = dirname(folder);
  }
  for (const one of missing.reverse()) makeOne(one);
  return missing;
}

const isFolder = (path: string): boolean =>
  statSync(path, {throwIfNoEntry: false})?.isDirectory() === true;

/** Ignores that another process has created it in the meantime. */
function makeOne(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}
