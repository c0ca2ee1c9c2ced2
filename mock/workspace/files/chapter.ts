import type {Chapter} from '../../chapter.ts';
import {refuse, type Refused, type Settle, type Transition, type View} from '../../operation.ts';
import {renderFile, type FileRow, type PublicationRow} from '../publications/rows.ts';

function publicationOf(view: View, id: string): PublicationRow | Refused {
  const row = view.find<PublicationRow>('publications', id);
  return row && row.appearsAt <= view.now
    ? row
    : refuse(
        'publication-not-found',
        'a publication of this workspace',
        id,
        'take an id from the list',
      );
}

function shown(view: View, row: FileRow, publication: PublicationRow): object {
  const {current, ...rest} = renderFile(row, publication);
  return current || view.freedom('files.current_where_true') === false ? {current, ...rest} : rest;
}

/** The original, and after it what tools derived, in the order in which it was made. */
const listPublicationFiles: Transition = (view, {path}) => {
  const publication = publicationOf(view, path['publication']!);
  if ('refused' in publication) return publication;
  // Nothing is derived before there is a working version: what is kept by now is the original, not
  // shown yet.
  const rows =
    publication.workingFile === null
      ? []
      : view.all<FileRow>('files', 'publication', publication.key);
  return {
    situation: 'files',
    body: {
      data: rows.map((row) => shown(view, row, publication)),
      current_file_id: publication.workingFile,
    },
  };
};

/** The working version: the next tool run acts on it (Resources, File version). */
const getCurrentPublicationFile: Transition = (view, {path}) => {
  const publication = publicationOf(view, path['publication']!);
  if ('refused' in publication) return publication;
  const row =
    publication.workingFile === null
      ? undefined
      : view.find<FileRow>('files', publication.workingFile);
  if (!row)
    return refuse(
      'file-not-found',
      'a publication with a file',
      publication.key,
      'wait until it has one',
    );
  return {situation: 'current', body: shown(view, row, publication)};
};

/** The original is there some time after its registration. */
const appears: Settle = (view, key) => {
  const file = view.anywhere<FileRow>('files', key);
  const publication = file && view.anywhere<PublicationRow>('publications', file.publication);
  const put: PublicationRow | undefined = publication && {
    ...publication,
    workingFile: file.key,
    workingSize: file.size,
  };
  return {changes: put ? [{table: 'publications', put}] : []};
};

export const files: Chapter = {
  name: 'workspace/files',
  freedoms: {
    /** How long after its registration a publication has its file (Errors: "has no file yet"). */
    'files.appear_after_ms': 0,
    /** Only the row of the working version carries `current`. */
    'files.current_where_true': false,
  },
  resources: {file: 'files'},
  refusals: {'getCurrentPublicationFile.file-not-found': 'The publication has no file yet.'},
  operations: {listPublicationFiles, getCurrentPublicationFile},
  settle: {'file-appears': appears},
};
