/** The files of a data folder. */

import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {DamagedFile} from './damaged-file.ts';

/** The file that marks a folder as a data folder. */
export const MARK = 'presscheck.json';

/** The folder of the worlds, and the table of the index that lists them. */
export const WORLDS = 'worlds';

/** The files and folders with the data of users. */
const DATA_FILES = [WORLDS, 'objects', 'index'];

/** The files and folders that presscheck writes. */
const OWN_FILES = [
  ...DATA_FILES,
  MARK,
  'owner.json',
  '.presscheck.lock',
  '.gate.lock',
  '.presscheck.json.tmp',
  '.owner.json.tmp',
];

/** Files that operating systems and version control create in any folder. */
const IGNORED_FILES = [
  '.DS_Store',
  'Thumbs.db',
  'desktop.ini',
  'lost+found',
  '.gitkeep',
  '.gitignore',
];

/** Whether a file is one of these, which are ignored. */
export const isIgnored = (file: string): boolean => IGNORED_FILES.includes(file);

/** Refuses a folder with a file that presscheck did not write. @throws DamagedFile */
export async function refuseForeignFiles(folder: string): Promise<void> {
  const files = await readdir(folder);
  const foreign = files.find((file) => !OWN_FILES.includes(file) && !isIgnored(file));
  if (foreign !== undefined)
    throw new DamagedFile(
      join(folder, foreign),
      'presscheck did not write this, and a data folder holds no other files',
      'Give --data an empty folder, or one that presscheck made',
    );
}

/** Refuses a folder without its mark that holds data: it is not new. @throws DamagedFile */
export async function refuseDataWithoutMark(folder: string): Promise<void> {
  const files = await readdir(folder);
  if (DATA_FILES.some((name) => files.includes(name)))
    throw new DamagedFile(join(folder, MARK), 'the file is missing');
}

/** Earlier versions created the folder of objects after that of the worlds. @throws DamagedFile */
export async function refuseObjectsWithoutWorlds(folder: string): Promise<void> {
  const files = await readdir(folder);
  if (files.includes('objects') && !files.includes(WORLDS))
    throw new DamagedFile(join(folder, WORLDS), 'the folder is missing');
}
