import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {WorldMeta} from '../world/change.ts';
import {DamagedFile} from './damaged-file.ts';
import type {Ports} from '../world/ports.ts';
import {Document} from './document.ts';
import {MARK, refuseDataWithoutMark, refuseObjectsWithoutWorlds, WORLDS} from './folder-files.ts';
import {FolderIndex} from './folder-index.ts';
import type {IndexedContent} from './indexed-content.ts';
import type {CommitLogPorts, StoredWorld} from './lowdb-commit-log.ts';
import type {Start} from './end-mark.ts';
import {checkIndexStart, countStart} from './starts.ts';
import {loadWorlds, settleWorlds, storedOf, tidyWorlds} from './stored-worlds.ts';
import type {LoadedWorld} from './world-folder.ts';

/** The content of the file that marks a data folder. */
interface FolderMark {
  /** Whether an index lists the content; folders of version 0.1 have none. */
  indexed?: true;
}

/** What opening a folder needs of the machine. */
type OpeningPorts = CommitLogPorts & Pick<Ports, 'chance'>;

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
  /** This start. */
  start: Start;
}

/**
 * Opens a folder that this process has locked: checks everything, and then removes what a crash left and writes new
 * files.
 * @param others its content other than worlds: the objects
 * @throws DamagedFile
 */
export async function openFolder(
  folder: string,
  ports: OpeningPorts,
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
  ports: OpeningPorts,
  others: IndexedContent | undefined,
): Promise<CheckedFolder> {
  const {indexed} = (await mark.read()) ?? (await markNew(folder, mark));
  if (!indexed) await refuseObjectsWithoutWorlds(folder);
  const index = indexed ? await FolderIndex.load(folder, ports) : undefined;
  if (index) checkIndexStart(index);
  const worlds = await loadWorlds(join(folder, WORLDS), ports.disk, index);
  if (!indexed) refuseOldMark(mark, worlds);
  await others?.check(index, bucketsOf(storedOf(worlds, index)));
  return {worlds, index};
}

/** Refuses a mark that knows of no index beside worlds that do. @throws DamagedFile */
function refuseOldMark({path}: Document<FolderMark>, worlds: CheckedFolder['worlds']): void {
  const [newer] = [...worlds].filter(([, {stored}]) => stored?.log.start !== undefined);
  if (newer) throw new DamagedFile(path, `it is older than the folder of world \`${newer[0]}\``);
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
  ports: OpeningPorts,
  others: IndexedContent | undefined,
): Promise<OpenFolder> {
  const worlds = join(folder, WORLDS);
  await mkdir(worlds, {recursive: true});
  await known?.tidy();
  await tidyWorlds(worlds, loaded);
  const index = known ?? (await FolderIndex.create(folder, ports));
  const stored = storedOf(loaded, index);
  const unlisted = [...stored.keys()].filter((world) => !index.has(WORLDS, world));
  await index.keep(...unlisted.map((world) => ({table: WORLDS, put: {key: world}})));
  await settleWorlds(worlds, loaded, index, ports.disk);
  await others?.addTo(index);
  if (!known) await mark.write({indexed: true});
  await others?.tidy();
  const start = await countStart(
    index,
    [...stored.values()].map(({log}) => log),
    ports.chance(),
  );
  return {worlds, stored, index, start};
}

/** The names under which worlds store their objects. */
const bucketsOf = (stored: ReadonlyMap<string, StoredWorld>): Set<string> =>
  new Set(
    [...stored].map(([world, {durable}]) => (JSON.parse(durable.meta) as WorldMeta).place ?? world),
  );
