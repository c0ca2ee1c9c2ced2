import type {Seam} from '../../../defect.ts';
import {isRefused, refuse, type Refused, type View} from '../../../operation.ts';
import type {PublicationRow} from '../../../workspace/publications/rows.ts';
import type {Row} from '../../../world/change.ts';
import {around, viewWith} from '../../breaking.ts';
import {defects} from '../../table.ts';
import {
  idIn,
  LATER,
  LIST,
  newest,
  noting,
  ofCursors,
  repeatingOne,
  rows,
  skippingOne,
  type Page,
  type PageOf,
} from './altered-pages.ts';

/** Omits the oldest publication from a list of more than 60. */
function hidingTheOldest(view: View, page: PageOf): Row[] {
  if (view.count('publications') <= 60) return newest(view, page);
  const [oldest] = view.oldest('publications', {limit: 1});
  return newest(view, {...page, where: (row) => row !== oldest});
}

/** Changes the rows of pages with some number of rows. */
const pagesOf = (length: number, other: (view: View, page: PageOf) => Row[]): Seam =>
  rows((view, page) => {
    const own = newest(view, page);
    return own.length === length ? other(view, page) : own;
  });

/** A view whose pages begin after a number of rows. */
const fromOffset = (view: View, offset: number): View =>
  viewWith(view, {
    newest: <R extends Row>(table: string, {before: _before, limit, ...page}: PageOf) =>
      view.newest(table, {...page, limit: offset + limit}).slice(offset) as R[],
  });

const positionOf = ({data: [first]}: Page, view: View): number =>
  view
    .newest<PublicationRow>('publications', {limit: 10_000})
    .findIndex(({key}) => key === idIn(first));

const countOf = (_page: Page, view: View): number => view.count('publications');

/** Serves the first page again to a key, if another one of its workspace has read the first page since. */
const ofLastReader = around(LIST, (next) => {
  const readers = new Map<string, string | undefined>();
  return (view, input) => {
    const {cursor} = input.query;
    if (cursor === undefined) readers.set(view.tenant, input.by);
    const isMoved = cursor !== undefined && readers.get(view.tenant) !== input.by;
    return next(view, isMoved ? {...input, query: {}} : input);
  };
});

const refuseCursor = (): Refused =>
  refuse('cursor-refused', {expected: 'the list as it was', got: 'another', todo: 'none'});

/** Every cursor ends with a first page that is asked for later, or with one that another key asks for. */
const endedByFirstPages = (ofWhom: 'anybody' | 'another key'): Seam =>
  around(LIST, (next) => {
    const given = new Map<string, string | undefined>();
    return (view, input) => {
      const {cursor} = input.query;
      if (cursor !== undefined && !given.has(cursor)) return refuseCursor();
      const done = next(view, input);
      if (isRefused(done)) return done;
      for (const [one, by] of cursor === undefined ? given : [])
        if (ofWhom === 'anybody' || by !== input.by) given.delete(one);
      const {next_cursor: following} = done.body as Page;
      if (following) given.set(following, input.by);
      return done;
    };
  });

/** Defects of walks through all pages of the list (Endpoints, list). */
export const walks = defects({
  'workspace.publications.walk-visits-each-once': {
    'the oldest of more than 60 publications is never listed': rows(hidingTheOldest),
    'one row is lost between pages': rows((view, page) =>
      page.before === undefined ? newest(view, page) : skippingOne(view, page),
    ),
    'the last row of a page is repeated on the next': rows(repeatingOne),
    'an empty page comes in between': ofCursors.after(
      LIST,
      {...LATER, nth: 1},
      (done, {query: {cursor}}) => ({
        ...done,
        body: {data: [], next_cursor: cursor, has_more: true},
      }),
    ),
  },
  'workspace.publications.walk-visits-each-once @ while another key reads the first page': {
    'the first page of another key begins the walk anew': ofLastReader,
    'the first page of another key ends every cursor': endedByFirstPages('another key'),
    'every first page ends every cursor': endedByFirstPages('anybody'),
  },
  'workspace.publications.walk-visits-each-once @ lists of any length': {
    'a page of two rows begins with a row again': pagesOf(2, repeatingOne),
    'the last of three rows is missing': pagesOf(3, (view, page) => newest(view, page).slice(0, 2)),
  },
  'workspace.publications.walk-visits-each-once @ a publication without a file': {
    'publications without a file are not listed': rows((view, page) =>
      newest(view, {...page, where: (row) => (row as PublicationRow).workingFile !== null}),
    ),
  },
  'workspace.publications.page-is-stable': {
    'pages are counted by offset': noting<number>(
      ({data}, _view, offset = 0) => offset + data.length,
      (offset = 0, next, view, input) => next(fromOffset(view, offset), input),
    ),
    'later pages are counted by offset': noting<number>(
      (page, view, _offset, {query}) =>
        query['cursor'] === undefined ? undefined : positionOf(page, view) + page.data.length,
      (offset, next, view, input) =>
        next(offset === undefined ? view : fromOffset(view, offset), input),
    ),
    'a cursor is refused once the list has grown': noting<number>(
      countOf,
      (count, next, view, input) =>
        input.query['cursor'] === undefined || count === view.count('publications')
          ? next(view, input)
          : refuseCursor(),
    ),
    'a cursor older than the newest row leads to the first page': noting<number>(
      countOf,
      (count, next, view, input) =>
        next(view, count === view.count('publications') ? input : {...input, query: {}}),
    ),
  },
});
