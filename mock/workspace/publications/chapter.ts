import type {Chapter} from '../../chapter.ts';
import {refuse, type Settle, type Transition} from '../../operation.ts';
import {titleOf} from '../uploads/formats.ts';
import {cursorAfter, positionOf} from './cursor.ts';
import {renderPublication, type FileRow, type PublicationRow} from './rows.ts';
import {demo, suite} from './template.ts';

/** Keyset pages, newest first: a publication added meanwhile cannot shift the window (Endpoints). */
const listPublications: Transition = (view, {query}) => {
  const {cursor} = query;
  const before = cursor === undefined ? undefined : positionOf(view, cursor);
  if (cursor !== undefined && before === undefined && view.checks('cursor-refused'))
    return refuse('cursor-refused', "the previous page's `next_cursor`, of this workspace", cursor.slice(0, 80), 'omit it for the first page');
  const size = view.number('publications.page_size');
  const rows = view.newest<PublicationRow>('publications', {
    ...(before !== undefined && {before}), limit: size + 1, where: (row) => row.appearsAt <= view.now,
  });
  const more = rows.length > size;
  if (more) rows.pop();
  const last = view.freedom('cursor.absent_on_last_page') === true ? undefined : null;
  return {
    situation: 'page',
    body: {
      data: rows.map((row) => view.rendered(row, renderPublication)),
      next_cursor: more ? cursorAfter(view, rows.at(-1)!.seq) : last,
      has_more: more,
    },
  };
};

const getPublication: Transition = (view, {path}) => {
  const id = path['publication']!;
  const row = view.find<PublicationRow>('publications', id);
  if (!row || row.appearsAt > view.now)
    return refuse('publication-not-found', 'a publication of this workspace', id, 'take an id from the list; a reserved id is none yet');
  return {situation: 'publication', body: view.rendered(row, renderPublication)};
};

/** The title is read from the file some time after registration. */
const titled: Settle = (view, key) => {
  const row = view.anywhere<PublicationRow>('publications', key);
  const put: PublicationRow | undefined = row && {...row, title: titleOf(row.filename)};
  return {changes: put ? [{table: 'publications', put}] : []};
};

export const publications: Chapter = {
  name: 'workspace/publications',
  tables: {
    publications: {},
    files: {indexes: {publication: {of: (row: FileRow) => row.publication}}},
  },
  numbers: {'publications.page_size': 50, 'publications.titled_after_ms': 2000},
  freedoms: {'publications.appears_after_ms': 0, 'cursor.absent_on_last_page': false, 'titles.empty_at_first': false},
  resources: {publication: 'publications'},
  refusals: {
    'publication-not-found': 'No such publication in this workspace.',
    'cursor-refused': 'The cursor was not issued for this list.',
  },
  operations: {listPublications, getPublication},
  settle: {'publication-titled': titled},
  templates: {demo, suite},
};
