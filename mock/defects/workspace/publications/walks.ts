import type {Defect} from '../../../defect.ts';
import {isRefused, refuse, type View} from '../../../operation.ts';
import type {PublicationRow} from '../../../workspace/publications/rows.ts';
import type {Row} from '../../../world/change.ts';
import {around, breaking, viewWith} from '../../breaking.ts';
import {
  idIn,
  LIST,
  newest,
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

/** Inserts an empty page with the same cursor before the page of a cursor. */
const emptyPagesBetween = around(LIST, (next) => {
  const served = new Set<string>();
  return (view, input) => {
    const {cursor = ''} = input.query;
    const done = next(view, input);
    if (cursor === '' || isRefused(done) || served.has(cursor)) return done;
    served.add(cursor);
    return {...done, body: {data: [], next_cursor: cursor, has_more: true}};
  };
});

/** A view whose pages begin after a number of rows. */
const fromOffset = (view: View, offset: number): View =>
  viewWith(view, {
    newest: <R extends Row>(table: string, {before: _before, limit, ...page}: PageOf) =>
      view.newest(table, {...page, limit: offset + limit}).slice(offset) as R[],
  });

/** Uses the number of rows before a page as the cursor, so that pages shift when a publication is added. */
const byOffset = around(LIST, (next) => {
  const offsets = new Map<string | undefined, number>([[undefined, 0]]);
  return (view, input) => {
    const offset = offsets.get(input.query['cursor']) ?? 0;
    const done = next(fromOffset(view, offset), input);
    if (isRefused(done)) return done;
    const {data, next_cursor: cursor} = done.body as Page;
    offsets.set(cursor ?? '', offset + data.length);
    return done;
  };
});

/** The same, except for the first two pages, whose cursor is a position. */
const laterPagesByOffset = around(LIST, (next) => {
  const offsets = new Map<string, number>();
  return (view, input) => {
    const {cursor} = input.query;
    const offset = cursor === undefined ? undefined : offsets.get(cursor);
    const done = next(offset === undefined ? view : fromOffset(view, offset), input);
    if (isRefused(done) || cursor === undefined) return done;
    const {data, next_cursor: nextCursor} = done.body as Page;
    const first = idIn(data[0]);
    const before = view
      .newest<PublicationRow>('publications', {limit: 10_000})
      .findIndex(({key}) => key === first);
    if (nextCursor) offsets.set(nextCursor, before + data.length);
    return done;
  };
});

/** Lets a cursor lead to the first page once a publication was added after it was issued. */
const staleCursors = around(LIST, (next) => {
  const counts = new Map<string | undefined | null, number>();
  return (view, input) => {
    const {cursor} = input.query;
    const count = view.count('publications');
    const done = next(view, counts.get(cursor) === count ? input : {...input, query: {}});
    if (!isRefused(done)) counts.set((done.body as Page).next_cursor, count);
    return done;
  };
});

/** Refuses a cursor once a publication was added after it was issued. */
const refusedCursors = around(LIST, (next) => {
  const counts = new Map<string, number>();
  return (view, input) => {
    const {cursor} = input.query;
    const count = view.count('publications');
    if (cursor !== undefined && counts.get(cursor) !== count)
      return refuse('cursor-refused', {
        expected: 'the list as it was',
        got: 'another',
        todo: 'none',
      });
    const done = next(view, input);
    const {next_cursor: issued} = (isRefused(done) ? {} : done.body) as Partial<Page>;
    if (typeof issued === 'string') counts.set(issued, count);
    return done;
  };
});

/** Defects of walks through all pages of the list (Endpoints, list). */
export const walks: Defect[] = [
  ...breaking('workspace.publications.walk-visits-each-once', {
    'the oldest of more than 60 publications is never listed': rows(hidingTheOldest),
    'one row is lost between pages': rows((view, page) =>
      page.before === undefined ? newest(view, page) : skippingOne(view, page),
    ),
    'the last row of a page is repeated on the next': rows(repeatingOne),
    'an empty page comes in between': emptyPagesBetween,
  }),
  ...breaking('workspace.publications.page-is-stable', {
    'pages are counted by offset': byOffset,
    'later pages are counted by offset': laterPagesByOffset,
    'a cursor is refused once the list has grown': refusedCursors,
    'a cursor older than the newest row leads to the first page': staleCursors,
  }),
];
