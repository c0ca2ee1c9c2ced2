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

/** What presscheck needs while it runs. */
const PROCESS_FILES = ['owner.json', '.presscheck.lock', '.gate.lock', '.owner.json.tmp'];

/** The files and folders that presscheck writes. */
const OWN_FILES = [...DATA_FILES, MARK, '.presscheck.json.tmp', ...PROCESS_FILES];

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

/** Whether a file says that a process uses the folder. */
export const isOfProcess = (file: string): boolean => PROCESS_FILES.includes(file);

/** Whether presscheck writes a file of this name. */
export const isOwn = (file: string): boolean => OWN_FILES.includes(file);

/** Refuses a folder with a file that presscheck did not write. @throws DamagedFile */
export async function refuseForeignFiles(folder: string): Promise<void> {
  const files = await readdir(folder);
  const foreign = files.find((file) => !isOwn(file) && !isIgnored(file));
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
