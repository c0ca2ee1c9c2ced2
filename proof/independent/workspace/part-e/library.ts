import type {Context} from '../context.ts';
import type {FileVersion, Publication} from '../model.ts';
import {findTool} from '../tools.ts';
import type {World} from '../world.ts';

/** Whether a tool of this file replaced the working version. */
function isReplacement(w: World, file: FileVersion): boolean {
  return findTool(w, file.tool ?? '')?.makes === 'replacement';
}

/** The workspace whose list is served, where a faulty list looks for it in the query. */
export function listedSpace(c: Context): Context['space'] | undefined {
  if (!c.w.faults.has('list-of-workspace-in-query')) return undefined;
  return c.w.spaces.get(c.query['workspace_id'] ?? c.query['workspace'] ?? '');
}

/** The rows of the list, as a faulty query joins them with the files. */
export function joinedRows(w: World, rows: Publication[]): Publication[] {
  if (w.faults.has('list-leaves-out-fileless')) return rows.filter((one) => one.working !== null);
  if (!w.faults.has('list-row-per-version')) return rows;
  return rows.flatMap((one) => Array.from({length: Math.max(1, one.versions.length)}, () => one));
}

/** The rows by whose number the list judges whether there are more. */
export function countedRows(w: World, all: Publication[], following: Publication[]): Publication[] {
  return w.faults.has('list-more-of-whole-count') ? all : following;
}

/** How many publications fill a page, where it is full by its versions. */
export function joinedSize(w: World, rows: readonly Publication[], size: number): number {
  if (!w.faults.has('list-page-of-joined-rows')) return size;
  let joined = 0;
  const end = rows.findIndex((one) => {
    joined += Math.max(1, one.versions.length);
    return joined > size;
  });
  return end < 0 ? size : Math.max(1, end);
}

/** The file whose size is kept as that of the working file. */
export function measuredFile(w: World, working: FileVersion | undefined): FileVersion | undefined {
  if (!w.faults.has('working-size-lags-one-replacement')) return working;
  const run = w.runs.get(working?.run ?? '');
  return w.files.get(run?.input ?? '') ?? working;
}

/** Spoils the versions of a publication after one was added. */
export function afterAddition(w: World, publication: Publication, isWorking: boolean): void {
  if (!isWorking && w.faults.has('copy-resets-current')) {
    publication.working = publication.versions[0] ?? null;
  }
  const isFirst = isWorking && publication.versions.length === 2;
  if (isFirst && w.faults.has('original-new-id-after-replacement')) renew(w, publication);
}

/** Gives the original a new id. */
function renew(w: World, publication: Publication): void {
  const original = w.files.get(publication.versions[0] ?? '');
  if (original === undefined) return;
  const id = w.fileId();
  w.files.delete(original.id);
  w.files.set(id, {...original, id});
  publication.versions[0] = id;
}

/** Whether a faulty server has lost a version, because a later one replaced it. */
export function isSuperseded(w: World, file: FileVersion): boolean {
  if (!w.faults.has('download-superseded-404')) return false;
  const working = w.publications.get(file.publication)?.working;
  return isReplacement(w, file) && working !== file.id;
}

/** The moment from which a download link is valid. */
export function linkedFrom(w: World, file: FileVersion): number {
  return w.faults.has('download-link-dated-by-version') ? file.created : w.now();
}

/** Whether a file name makes a faulty storage fail. */
export function isUnfitName(w: World, name: string): boolean {
  return w.faults.has('download-unicode-name-500') && /[^\p{ASCII}\u{80}-\u{ff}]/u.test(name);
}
