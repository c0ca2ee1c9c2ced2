import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {Document} from './document.ts';
import {MARK, refuseDataWithoutMark, refuseObjectsWithoutWorlds, WORLDS} from './folder-files.ts';
import {FolderIndex} from './folder-index.ts';
import type {IndexedContent} from './indexed-content.ts';
import type {CommitLogPorts, StoredWorld} from './lowdb-commit-log.ts';
import {loadWorlds, storedOf, tidyWorlds} from './stored-worlds.ts';
import type {LoadedWorld} from './world-folder.ts';

/** The content of the file that marks a data folder. */
interface FolderMark {
  /** Whether an index lists the content; folders of version 0.1 have none. */
  indexed?: true;
}

/** A folder that was checked completely. */
interface CheckedFolder {
  worlds: Map<string, LoadedWorld>;
  /** Absent if the folder is new, or an earlier version wrote it. */
  index: FolderIndex | undefined;
}

/** A folder that can be read and changed. */
export interface OpenFolder {
  /** Path of the folder of the worlds. */
  worlds: string;
  /** The stored worlds. */
  stored: Map<string, StoredWorld>;
  index: FolderIndex;
}

/**
 * Opens a folder that this process has locked: checks everything, and then removes what a crash left and writes new
 * files.
 * @param others its content other than worlds: the objects
 * @throws DamagedFile
 */
export async function openFolder(
  folder: string,
  ports: CommitLogPorts,
  others: IndexedContent | undefined,
): Promise<OpenFolder> {
  const head = {kind: 'folder', world: ''};
  const mark = new Document<FolderMark>(join(folder, MARK), head, ports.disk);
  const checked = await check(folder, mark, ports, others);
  return complete(folder, checked, mark, ports, others);
}

/** Checks the content of a folder without changes; a new folder is marked. @throws DamagedFile */
async function check(
  folder: string,
  mark: Document<FolderMark>,
  ports: CommitLogPorts,
  others: IndexedContent | undefined,
): Promise<CheckedFolder> {
  const {indexed} = (await mark.read()) ?? (await markNew(folder, mark));
  if (!indexed) await refuseObjectsWithoutWorlds(folder);
  const index = indexed ? await FolderIndex.load(folder, ports) : undefined;
  const worlds = await loadWorlds(join(folder, WORLDS), ports.disk, index);
  await others?.check(index);
  return {worlds, index};
}

/** Marks a new folder. @throws DamagedFile when it is not new, and has lost its mark */
async function markNew(folder: string, mark: Document<FolderMark>): Promise<FolderMark> {
  await refuseDataWithoutMark(folder);
  await mark.write({});
  return {};
}

/** Removes what a crash left in an intact folder, and adds to its index what it does not contain yet. */
async function complete(
  folder: string,
  {worlds: loaded, index: known}: CheckedFolder,
  mark: Document<FolderMark>,
  ports: CommitLogPorts,
  others: IndexedContent | undefined,
): Promise<OpenFolder> {
  const worlds = join(folder, WORLDS);
  await mkdir(worlds, {recursive: true});
  await known?.tidy();
  await tidyWorlds(worlds, loaded);
  const index = known ?? (await FolderIndex.create(folder, ports));
  const stored = storedOf(loaded);
  for (const world of stored.keys())
    if (!index.has(WORLDS, world)) await index.put(WORLDS, {key: world});
  await others?.addTo(index);
  if (!known) await mark.write({indexed: true});
  await others?.tidy();
  return {worlds, stored, index};
}
