/** Versions of a publication, as defects show them. */

import type {Seam} from '../../defect.ts';
import type {Input, View} from '../../operation.ts';
import type {FileRow, PublicationRow} from '../../workspace/publications/rows.ts';
import {listing, showing} from '../families/reads.ts';
import {FILES, filesOf, isRepair, ofPublications, PUBLICATIONS, runsOf} from './rows.ts';

/** A file version in the response. */
export interface Version {
  id: string;
  current: boolean;
  kind: string;
  tool: string | null;
  size_bytes: number;
}

/** The body of the version list. */
interface VersionList {
  data: Version[];
  current_file_id: string | null;
}

/** Shows another file of a publication as its working version; undefined: the right one. */
export const working = (
  operations: string[],
  choose: (files: FileRow[], view: View, row: PublicationRow) => Pick<FileRow, 'key'> | undefined,
): Seam =>
  ofPublications.mistaking(operations, (row, view) => ({
    workingFile: choose(filesOf(view, row.key), view, row)?.key ?? row.workingFile,
  }));

/** The first of some versions: the original. */
export const first = <T>(versions: T[]): T | undefined => versions[0];
/** The newest of some versions. */
export const last = <T>(versions: T[]): T | undefined => versions.at(-1);

/** Changes members of the version list. */
export const versionList = (
  change: (list: VersionList, view: View, publication: string) => Partial<VersionList> | undefined,
): Seam =>
  showing<VersionList>(FILES, (list, view, {path}: Input) =>
    change(list, view, path['publication'] ?? ''),
  );

/** Changes the rows of the version list. */
export const versionsAs = (
  change: (rows: Version[], view: View, publication: string) => Version[],
): Seam =>
  listing<Version>(FILES, (rows, view, {path}) => change(rows, view, path['publication'] ?? ''));

/** Leaves versions out of the list. */
export const only = (isListed: (row: Version, at: number, all: Version[]) => boolean): Seam =>
  versionsAs((rows) => rows.filter(isListed));

/** Changes the `current` flags of the version list. */
export const flagging = (isCurrent: (row: Version, at: number, all: Version[]) => boolean): Seam =>
  versionsAs((rows) => rows.map((row, at) => ({...row, current: isCurrent(row, at, rows)})));

/** Names the originals of some publications as their working files in the list of publications. */
export const originalsListed = (
  isMeant: (publication: string, view: View, input: Input) => boolean,
): Seam =>
  listing<{id: string; working_file_id: unknown}>(PUBLICATIONS, (rows, view, input) =>
    rows.map((row) => {
      const [original] = isMeant(row.id, view, input) ? filesOf(view, row.id) : [];
      return original ? {...row, working_file_id: original.key} : row;
    }),
  );

/** Changes the version list of a publication from its third repair on. */
export const afterThreeRepairs = (
  change: (list: VersionList, repairs: FileRow[]) => Partial<VersionList>,
): Seam =>
  versionList((list, view, publication) => {
    const repairs = filesOf(view, publication).filter(isRepair);
    return repairs.length > 2 ? change(list, repairs) : {};
  });

/** From the third repair on, the second one. */
export const secondOfThree = (files: FileRow[]): FileRow | undefined => {
  const repairs = files.filter(isRepair);
  return repairs.length > 2 ? repairs[1] : undefined;
};

/** After a failure that follows upon a repair, the original. */
export const originalAfterFailure = (
  files: FileRow[],
  view: View,
  {key}: PublicationRow,
): FileRow | undefined =>
  files.some(isRepair) && runsOf(view, key)[0]?.state === 'failed' ? files[0] : undefined;
