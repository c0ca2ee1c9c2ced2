import type {Chapter} from '../../chapter.ts';
import {refuse, type Refused, type Transition, type View} from '../../operation.ts';
import {renderFile, type FileRow, type PublicationRow} from '../publications/rows.ts';

function publicationOf(view: View, id: string): PublicationRow | Refused {
  const row = view.find<PublicationRow>('publications', id);
  return row && row.appearsAt <= view.now
    ? row
    : refuse('publication-not-found', 'a publication of this workspace', id, 'take an id from the list');
}

/** The original, and after it what tools derived, in the order in which it was made. */
const listPublicationFiles: Transition = (view, {path}) => {
  const publication = publicationOf(view, path['publication']!);
  if ('refused' in publication) return publication;
  const rows = view.all<FileRow>('files', 'publication', publication.key);
  return {
    situation: 'files',
    body: {data: rows.map((row) => renderFile(row, publication)), current_file_id: publication.workingFile},
  };
};

/** The working version: the next tool run acts on it (Resources, File version). */
const getCurrentPublicationFile: Transition = (view, {path}) => {
  const publication = publicationOf(view, path['publication']!);
  if ('refused' in publication) return publication;
  const row = publication.workingFile === null ? undefined : view.find<FileRow>('files', publication.workingFile);
  if (!row) return refuse('file-not-found', 'a publication with a file', publication.key, 'wait until it has one');
  return {situation: 'current', body: renderFile(row, publication)};
};

export const files: Chapter = {
  name: 'workspace/files',
  resources: {file: 'files'},
  refusals: {'getCurrentPublicationFile.file-not-found': 'The publication has no file yet.'},
  operations: {listPublicationFiles, getCurrentPublicationFile},
};
