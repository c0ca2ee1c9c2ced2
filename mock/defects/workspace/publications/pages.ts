import type {Seam} from '../../../defect.ts';
import type {FileRow} from '../../../workspace/publications/rows.ts';
import {listing, numbering} from '../../families/reads.ts';
import {lacking, off, refusedAs, shown} from '../../families/seams.ts';
import {defects} from '../../table.ts';
import {
  LATER,
  LIST,
  ofCursors,
  paged,
  repeatingOne,
  rows,
  secondPage,
  withoutTheNewest,
} from './altered-pages.ts';

const SIZE = 'publications.page_size';

/** Shows another `has_more`, by what it should be, the rows of the page and those of the whole list. */
const more = (
  other: (is: boolean, of: {length: number; total: number; isFirst: boolean}) => boolean,
): Seam =>
  paged(({data: {length}, has_more: is}, {query}, view) => {
    const isFirst = query['cursor'] === undefined;
    return {has_more: other(is, {length, total: view.count('publications'), isFirst})};
  });

/** More versions than a check makes. */
const MANY = 10;

/** Defects of single pages of the list of publications (Endpoints, list). */
export const pages = defects({
  'workspace.publications.page-has-next-cursor': {
    'no page has a cursor': lacking('page', '/next_cursor', 'null'),
    'the second page has no cursor': secondPage(() => ({next_cursor: null})),
    'the second page has an empty cursor': secondPage(() => ({next_cursor: ''})),
  },
  'workspace.publications.page-holds-50-while-more-remain': {
    'a page holds 49': off(SIZE, -1),
    'the second page holds 49': numbering(
      LIST,
      SIZE,
      (size, _view, {query}) => size - (query['cursor'] === undefined ? 0 : 1),
    ),
  },
  'workspace.publications.page-holds-50-while-more-remain @ a publication with versions': {
    'versions count as rows of a page': numbering(LIST, SIZE, (size, view) => {
      const where = ({tool}: FileRow): boolean => tool !== null;
      return size - view.newest<FileRow>('files', {limit: MANY, where}).length;
    }),
  },
  'workspace.publications.page-holds-at-most-50': {
    'a page holds 51': off(SIZE, 1),
    'a page holds 100': off(SIZE, 50),
  },
  'workspace.publications.has-more-is-exact': {
    'has_more is true after two full pages': more((is, {total}) => is || total === 100),
    'has_more is false while row 101 remains': more(
      (is, {total, isFirst}) => is && (isFirst || total !== 101),
    ),
    'has_more is false on the first of exactly two full pages': more(
      (is, {total, isFirst}) => is && !(isFirst && total === 100),
    ),
    'has_more is always true': shown('page', '/has_more', true),
    'has_more is always false': shown('page', '/has_more', false),
    'has_more is true after a full last page': more((is, {length}) => is || length === 50),
    'has_more is false while one row remains': more((is, {total}) => is && total !== 51),
    'has_more is true on the second page': more((is, {isFirst}) => is || !isFirst),
  },
  'workspace.publications.has-more-is-exact @ a full first page': {
    'has_more is false however many publications there are': shown('page', '/has_more', false),
  },
  'workspace.publications.has-more-is-exact @ lists of any length': {
    'two rows are not more': paged(({data}, {query}, view) =>
      query['cursor'] === undefined && view.count('publications') === data.length + 2
        ? {has_more: false, next_cursor: null}
        : {},
    ),
    'a last page of five rows is followed by another': more((is, {length}) => is || length === 5),
  },
  'workspace.publications.cursor-is-optional': {
    'a request without cursor is refused': ofCursors.asking(LIST, {}, ({query}) => ({
      query: {cursor: 'none', ...query},
    })),
    'the first row is missing without cursor': withoutTheNewest,
  },
  'workspace.publications.cursor-leads-to-the-next-page': {
    'a cursor leads to the first page': ofCursors.asking(LIST, {}, () => ({query: {}})),
    'a cursor leads to the last row of its own page': rows(repeatingOne),
    'a used cursor leads to the first page': ofCursors.asking(LIST, {...LATER, from: 2}, () => ({
      query: {},
    })),
  },
  'workspace.publications.newest-first': {
    'the list is oldest first': rows((view, {before, ...page}) =>
      view.oldest('publications', {...page, ...(before !== undefined && {after: before})}),
    ),
    'the list is sorted by title': listing<{title: string}>(LIST, (data) =>
      data.toSorted((one, other) => (one.title < other.title ? -1 : 1)),
    ),
    'the second page is oldest first': secondPage(({data}) => ({data: data.toReversed()})),
  },
  'workspace.publications.unknown-cursor-does-no-harm': {
    'an unknown cursor is answered 500': refusedAs('cursor-refused', {status: 500}),
  },
});
