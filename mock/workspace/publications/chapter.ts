import type {Chapter} from '../../chapter.ts';
import {refuse, type Settle, type Transition} from '../../operation.ts';
import {titleOf} from '../uploads/formats.ts';
import {cursorAfter, positionOf} from './cursor.ts';
import {renderPublication, type FileRow, type PublicationRow} from './rows.ts';
import {demo, suite} from './template.ts';

/**
 * Keyset pages, newest first: a publication added meanwhile cannot shift the window (Endpoints).
 */
const listPublications: Transition = (view, {query}) => {
  const {cursor} = query;
  const before = cursor === undefined ? undefined : positionOf(view, cursor);
  const unknown =
    cursor !== undefined && before === undefined ? view.freedom('cursor.unknown') : undefined;
  if (unknown === 'empty_page')
    return {situation: 'page', body: {data: [], next_cursor: null, has_more: false}};
  if (cursor !== undefined && unknown === 'refused' && view.checks('cursor-refused'))
    return refuse(
      'cursor-refused',
      "the previous page's `next_cursor`, of this workspace",
      cursor.slice(0, 80),
      'omit it for the first page',
    );
  const size = view.number('publications.page_size');
  const rows = view.newest<PublicationRow>('publications', {
    ...(before !== undefined && {before}),
    limit: size + 1,
    where: (row) => row.appearsAt <= view.now,
  });
  const more = rows.length > size;
  if (more) rows.pop();
  const form = view.freedom('cursor.on_last_page');
  return {
    situation: 'page',
    body: {
      data: rows.map((row) => view.rendered(row, renderPublication)),
      next_cursor:
        more || (form === 'text' && rows.length)
          ? cursorAfter(view, rows.at(-1)!.seq)
          : form === 'absent'
            ? undefined
            : null,
      has_more: more,
    },
  };
};

const getPublication: Transition = (view, {path}) => {
  const id = path['publication']!;
  const row = view.find<PublicationRow>('publications', id);
  if (!row || row.appearsAt > view.now)
    return refuse(
      'publication-not-found',
      'a publication of this workspace',
      id,
      'take an id from the list; a reserved id is none yet',
    );
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
    files: {
      indexes: {
        publication: {of: (row: FileRow) => row.publication},
        object: {of: (row: FileRow) => row.object, scope: 'world'},
      },
    },
  },
  numbers: {'publications.page_size': 50, 'publications.titled_after_ms': 2000},
  freedoms: {
    /** How long after its registration a publication is listed and read. */
    'publications.appears_after_ms': 0,
    /**
     * What stands in `next_cursor` when nothing follows: `null`, `absent` or a `text` (NS-WS-26).
     */
    'cursor.on_last_page': 'null',
    /**
     * What a cursor that was never issued brings: `refused`, `first_page` or `empty_page`
     * (NS-WS-27).
     */
    'cursor.unknown': 'refused',
    /** The title is known only once the file was read (NS-WS-09). */
    'titles.empty_at_first': false,
  },
  resources: {publication: 'publications'},
  refusals: {
    'publication-not-found': 'No such publication in this workspace.',
    'cursor-refused': 'The cursor was not issued for this list.',
  },
  operations: {listPublications, getPublication},
  settle: {'publication-titled': titled},
  templates: {demo, suite},
};
