import type {Defect, Seam} from '../../../defect.ts';
import type {FileRow, PublicationRow} from '../../../workspace/publications/rows.ts';
import {atPlace, breaking, finding, receiving, seeing} from '../../breaking.ts';
import {runsWhere} from '../rows.ts';

/** Length of an id: the prefix `pub_` and 20 letters. */
const ID_LENGTH = 24;

/** Lets only the publications of the first page be read. */
const onlyTheNewest = finding<PublicationRow>(['getPublication'], 'publications', (row, view) =>
  view.newest<PublicationRow>('publications', {limit: 50}).includes(row) ? row : undefined,
);

/** Reads the oldest publication instead of the one in the path. */
const alwaysTheOldest = receiving(['getPublication'], (_input, view) => {
  const [oldest] = view.oldest<PublicationRow>('publications', {limit: 1});
  return {path: {publication: oldest?.key ?? ''}};
});

/** Shows the time of the newest file version as the creation time of a publication. */
const asOldAsItsFile = finding<PublicationRow>(['getPublication'], 'publications', (row, view) => {
  const newest = view.all<FileRow>('files', 'publication', row.key).at(-1);
  return newest?.tool == null ? row : {...row, createdAt: newest.createdAt};
});

/** Replaces the id in a path. */
const readingIdAs = (other: (id: string) => string): Seam =>
  receiving(['getPublication'], ({path}) => ({
    path: {...path, publication: other(path['publication'] ?? '')},
  }));

/** Defects of reading a publication (Resources, Publication). */
export const reading: Defect[] = [
  ...breaking('workspace.publications.creation-time-is-when-registered', {
    'the creation time is always the same day in 2020': {
      seam: 'member',
      situation: 'registered',
      pointer: '/created_at',
      edit: {set: '2020-01-01T00:00:00.000Z'},
    },
    'the creation time is rounded to the hour': seeing(['createPublication'], (view) => ({
      now: view.now - (view.now % 3_600_000),
    })),
  }),
  ...breaking('workspace.publications.has-creation-time', {
    'the creation time is two hours early': seeing(['createPublication'], (view) => ({
      now: view.now - 2 * 3_600_000,
    })),
  }),
  ...breaking('workspace.publications.has-creation-time', {
    'the creation time is that of the newest version': asOldAsItsFile,
  }),
  ...breaking('workspace.publications.unknown-is-not-found', {
    'what follows an id is ignored': readingIdAs((id) => id.slice(0, ID_LENGTH)),
    'zeros before an id are ignored': readingIdAs((id) => id.replace(/^0+/, '')),
  }),
  ...breaking('workspace.publications.type-is-that-of-the-file', {
    'every publication is a book': {
      seam: 'member',
      situation: 'registered',
      pointer: '/type',
      edit: {set: 'book'},
    },
  }),
  ...atPlace(
    'an audiobook after a run',
    breaking('workspace.publications.type-is-that-of-the-file', {
      'an audiobook with a run is called a book': finding<PublicationRow>(
        ['getPublication'],
        'publications',
        (row, view) =>
          runsWhere(view, ({publication}) => publication === row.key).length
            ? {...row, type: 'book'}
            : row,
      ),
      'an audiobook of which a file was made is called a book': finding<PublicationRow>(
        ['getPublication'],
        'publications',
        (row, view) => {
          const where = ({publication, tool}: FileRow): boolean =>
            publication === row.key && tool !== null;
          return view.newest<FileRow>('files', {limit: 1, where}).length
            ? {...row, type: 'book'}
            : row;
        },
      ),
    }),
  ),
  ...breaking('workspace.publications.listed-is-readable', {
    'only the newest 50 publications can be read': onlyTheNewest,
    'reading shows another title': {
      seam: 'member',
      situation: 'publication',
      pointer: '/title',
      edit: {set: 'Another book'},
    },
    'reading shows another creation time': {
      seam: 'member',
      situation: 'publication',
      pointer: '/created_at',
      edit: {set: '2001-01-01T00:00:00.000Z'},
    },
    'reading shows another working file': {
      seam: 'member',
      situation: 'publication',
      pointer: '/working_file_id',
      edit: {set: 'file_other'},
    },
    'the list shows other ids': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/*/id',
      edit: {set: 'pub_listed'},
    },
    'every id reads the oldest publication': alwaysTheOldest,
  }),
];
