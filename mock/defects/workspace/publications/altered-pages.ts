import type {Seam} from '../../../defect.ts';
import {
  isRefused,
  type Done,
  type Input,
  type Refused,
  type Transition,
  type View,
} from '../../../operation.ts';
import type {Row} from '../../../world/change.ts';
import {around} from '../../breaking.ts';
import {findingNewest, plain, showing, type PageOf} from '../../families/reads.ts';
import {resource} from '../../families/resource.ts';
import {GIVEN} from '../../families/when.ts';
import {PUBLICATIONS} from '../rows.ts';

export type {PageOf};

/** The operation that lists publications. */
export const LIST = PUBLICATIONS;

/** The body of a page. */
export interface Page {
  data: unknown[];
  next_cursor?: string | null;
  has_more: boolean;
}

/** Changes members of pages. */
export const paged = (change: (page: Page, input: Input, view: View) => Partial<Page>): Seam =>
  showing<Page>(LIST, (page, view, input) => change(page, input, view));

/** The same for the pages of a cursor: all except the first. */
export const secondPage = (change: (page: Page, view: View) => Partial<Page>): Seam =>
  paged((page, {query}, view) => (query['cursor'] === undefined ? {} : change(page, view)));

/** Changes the rows of pages. */
export const rows = (choose: (view: View, page: PageOf) => Row[]): Seam =>
  findingNewest(LIST, 'publications', (page, view) => choose(view, page));

/** The rows of a page as documented. */
export const newest = (view: View, page: PageOf): Row[] => view.newest('publications', page);

/** The rows of a page, shifted by one: the first is missing, and one more follows. */
export const skippingOne = (view: View, page: PageOf): Row[] =>
  newest(view, {...page, limit: page.limit + 1}).slice(1);

/** The rows of a page, preceded by the last row of the page before it. */
export const repeatingOne = (view: View, page: PageOf): Row[] =>
  newest(view, {...page, ...(page.before !== undefined && {before: page.before + 1})});

/** Leaves the newest publication out. */
export const withoutTheNewest = rows((view, page) =>
  page.before === undefined ? skippingOne(view, page) : newest(view, page),
);

/** The id of a row of a page. */
export const idIn = (row: unknown): string => plain<{id: string}>(row).id;

/**
 * Serves the page of a cursor by what was noted when this cursor was issued.
 * @param note what is noted, of the page that issues a cursor and the note of its own cursor
 */
export const noting = <Note>(
  note: (page: Page, view: View, noted: Note | undefined, input: Input) => Note | undefined,
  serve: (noted: Note | undefined, next: Transition, view: View, input: Input) => Done | Refused,
): Seam =>
  around(LIST, (next) => {
    const notes = new Map<string, Note | undefined>();
    return (view, input) => {
      const noted = notes.get(input.query['cursor'] ?? '');
      const done = serve(noted, next, view, input);
      if (isRefused(done)) return done;
      const page = done.body as Page;
      if (page.next_cursor) notes.set(page.next_cursor, note(page, view, noted, input));
      return done;
    };
  });

/** A cursor as a resource that a request names: `nth` and `from` count the requests with each cursor by itself. */
export const ofCursors = resource<{key: string; tenant: string; seq: number}, object>({
  table: 'cursors',
  named: ({tenant}, {query: {cursor}}) =>
    cursor === undefined ? undefined : {key: cursor, tenant, seq: 0},
});

/** Requests for the pages of a cursor: all except the first. */
export const LATER = {query: {cursor: GIVEN}} as const;
