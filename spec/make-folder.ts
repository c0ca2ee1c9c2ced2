import {mkdirSync, statSync} from 'node:fs';
import {dirname, resolve} from 'node:path';

/**
 * Makes a folder with those above it that are missing; one that is there is left as it is. (Node's
 * own `recursive` never ends where a file system refuses a folder as not found, as `/proc` does.)
 * @throws the error of the file system
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  let folder = resolve(path);
  while (!isFolder(folder)) {
    missing.push(folder);
    if (dirname(folder) === folder) break;
    folder = dirname(folder);
  }
  for (const one of missing.reverse()) makeOne(one);
}

const isFolder = (path: string): boolean =>
  statSync(path, {throwIfNoEntry: false})?.isDirectory() === true;

/** Another process may have made it at the same moment. */
function makeOne(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}
