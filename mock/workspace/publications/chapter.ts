import {orNull, text} from '../../../spec/schema-parts.ts';
import type {Chapter} from '../../chapter.ts';
import {guarded} from '../../guarded.ts';
import {refuse, type DueHandler, type Transition, type View} from '../../operation.ts';
import {titleOf} from '../uploads/formats.ts';
import {cursorAfter, positionOf} from '../../sealed.ts';
import {hasAppeared, renderPublication, type FileRow, type PublicationRow} from './rows.ts';
import {demo, suite} from './template.ts';

/** The purpose of the seals of this list's cursors. */
const CURSOR = 'cursor';

/** The page of a cursor, or the first one. */
interface RequestedPage {
  cursor: string | undefined;
  /** The `seq` before which the page begins; undefined for the first page. */
  before: number | undefined;
}

/** How this world responds to an unknown cursor; undefined for any other cursor. */
const unknownCursor = ({cursor, before}: RequestedPage, view: View): unknown =>
  cursor !== undefined && before === undefined ? view.freedom('cursor.unknown') : undefined;

/**
 * GET /publications: lists pages by position, newest first. A publication that is added in the meantime does not shift
 * them (Endpoints).
 */
const listPublications = guarded<RequestedPage>({
  find: (view, {query: {cursor}}) => ({
    cursor,
    before: cursor === undefined ? undefined : positionOf(view, CURSOR, cursor),
  }),
  guards: [
    {
      situation: 'page',
      fixed: true,
      judge: (page, view) =>
        unknownCursor(page, view) === 'empty_page'
          ? {situation: 'page', body: {data: [], next_cursor: null, has_more: false}}
          : undefined,
    },
    {
      situation: 'cursor-refused',
      judge: (page, view) =>
        unknownCursor(page, view) === 'refused'
          ? refuse('cursor-refused', {
              expected: "the previous page's `next_cursor`, of this workspace",
              got: (page.cursor ?? '').slice(0, 80),
              todo: 'omit it for the first page',
            })
          : undefined,
    },
  ],
  perform({before}, view) {
    const size = view.number('publications.page_size');
    const rows = view.newest<PublicationRow>('publications', {
      ...(before !== undefined && {before}),
      limit: size + 1,
      where: (row) => hasAppeared(row, view.now),
    });
    const more = rows.length > size;
    if (more) rows.pop();
    return {
      situation: 'page',
      body: {
        data: rows.map((row) => view.rendered(row, renderPublication)),
        next_cursor: nextCursor(view, rows.at(-1), more),
        has_more: more,
      },
    };
  },
});

/** The value of `next_cursor`; undefined: the member is omitted (NS-WS-26). */
function nextCursor(
  view: View,
  last: PublicationRow | undefined,
  more: boolean,
): string | null | undefined {
  const form = view.freedom('cursor.on_last_page');
  if (last && (more || form === 'text')) return cursorAfter(view, CURSOR, last.seq);
  return form === 'absent' ? undefined : null;
}

/** GET /publications/{publication} (Resources, Publication). */
const getPublication: Transition = (view, {path: {publication: id = ''}}) => {
  const row = view.find<PublicationRow>('publications', id);
  if (!row || !hasAppeared(row, view.now))
    return refuse('publication-not-found', {
      expected: 'a publication of this workspace',
      got: id,
      todo: 'take an id from the list; a reserved id is no publication yet',
    });
  return {situation: 'publication', body: view.rendered(row, renderPublication)};
};

/** Due event: the title is read from the file some time after registration (NS-WS-09). */
const titled: DueHandler = (view, key) => {
  const row = view.anywhere<PublicationRow>('publications', key);
  const put: PublicationRow | undefined = row && {...row, title: titleOf(row.filename)};
  return {changes: put ? [{table: 'publications', put}] : []};
};

/** Publications, and the pages of their list (Resources, Publication). */
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
  forms: (freedom) => ({
    'PublicationPage/next_cursor': freedom('cursor.on_last_page') === 'text' ? text : orNull(text),
    PublicationPage: {shown: {next_cursor: '2f.dHEZ6ny'}},
  }),
  freedoms: {
    'publications.appears_after_ms': {
      values: [0, 3000],
      others: 'number of milliseconds',
      meaning:
        'Milliseconds between a registration and the time from which it is listed and readable.',
    },
    'cursor.on_last_page': {
      values: ['null', 'absent', 'text'],
      meaning: 'The value of `next_cursor` on the last page: `null`, `absent` or a `text`.',
      open: ['NS-WS-26'],
    },
    'cursor.unknown': {
      values: ['refused', 'first_page', 'empty_page'],
      meaning: 'The response to an unknown cursor: `refused`, `first_page` or `empty_page`.',
      open: ['NS-WS-27'],
    },
    'titles.empty_at_first': {
      values: [false, true],
      meaning: 'Whether the title is null until the file was read.',
      open: ['NS-WS-09'],
    },
  },
  resources: {publication: 'publications'},
  refusals: {
    'publication-not-found': 'No such publication in this workspace.',
    'cursor-refused': 'The cursor was not issued for this list.',
  },
  operations: {listPublications, getPublication},
  onDue: {'publication-titled': titled},
  templates: {demo, suite},
};
