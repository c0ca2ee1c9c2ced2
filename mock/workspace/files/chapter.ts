import type {Chapter} from '../../chapter.ts';
import {refuse, type DueHandler, type Input, type Transition, type View} from '../../operation.ts';
import {renderFile, type FileRow, type PublicationRow} from '../publications/rows.ts';
import {visiblePublication} from '../publications/visible-publication.ts';

/** A file version in the form of responses; with a freedom `current` is omitted. */
function renderVersion(view: View, row: FileRow, publication: PublicationRow): object {
  const {current, ...rest} = renderFile(row, publication);
  return current || view.freedom('files.current_where_true') === false ? {current, ...rest} : rest;
}

/**
 * GET /publications/{publication}/files: lists the original, then the files that tools derived, oldest first
 * (Resources, File version).
 */
const listPublicationFiles: Transition = (view, {path}) => {
  const publication = visiblePublication(view, path['publication']);
  if ('refused' in publication) return publication;
  // A publication without a working version has no files yet: its original appears later.
  const rows =
    publication.workingFile === null
      ? []
      : view.all<FileRow>('files', 'publication', publication.key);
  return {
    situation: 'files',
    body: {
      data: rows.map((row) => renderVersion(view, row, publication)),
      current_file_id: publication.workingFile,
    },
  };
};

/**
 * GET /publications/{publication}/files/current: returns the working version, which the next tool run uses (Resources,
 * File version).
 */
const getCurrentPublicationFile: Transition = (view, {path}) => {
  const publication = visiblePublication(view, path['publication']);
  if ('refused' in publication) return publication;
  const row =
    publication.workingFile === null
      ? undefined
      : view.find<FileRow>('files', publication.workingFile);
  if (!row)
    return refuse('file-not-found', {
      expected: 'a publication with a file',
      got: `${publication.key}, which has none`,
      todo: 'wait until it has one',
    });
  return {situation: 'current', body: renderVersion(view, row, publication)};
};

/** Due event: the original becomes the working version some time after its registration. */
const fileAppears: DueHandler = (view, key) => {
  const file = view.anywhere<FileRow>('files', key);
  const publication = file && view.anywhere<PublicationRow>('publications', file.publication);
  const put: PublicationRow | undefined = publication && {
    ...publication,
    workingFile: file.key,
    workingSize: file.size,
  };
  return {changes: put ? [{table: 'publications', put}] : []};
};

/** The keys of a publication of this workspace, of its files and of its runs that have not ended. */
function ownPublication(view: View, {path: {publication = ''}}: Input): string[] {
  if (!view.find('publications', publication)) return [];
  const rows = [
    ...view.all('files', 'publication', publication),
    ...view.all('runs', 'working', publication),
  ];
  return [publication, ...rows.map(({key}) => key)];
}

/** The file versions of a publication (Resources, File version). */
export const files: Chapter = {
  name: 'workspace/files',
  freedoms: {
    'files.appear_after_ms': {
      values: [0, 5000],
      others: 'number of milliseconds',
      meaning:
        'Milliseconds between a registration and the first file of the publication (Errors: "has no file yet").',
    },
    'files.current_where_true': {
      values: [false, true],
      meaning: 'Whether only the row of the working version has the member `current`.',
    },
  },
  resources: {file: 'files'},
  refusals: {'getCurrentPublicationFile.file-not-found': 'The publication has no file yet.'},
  operations: {listPublicationFiles, getCurrentPublicationFile},
  waits: {
    getPublication: ownPublication,
    listPublicationFiles: ownPublication,
    getCurrentPublicationFile: ownPublication,
  },
  onDue: {'file-appears': fileAppears},
};
