import type {Seam} from '../../../defect.ts';
import type {Input, View} from '../../../operation.ts';
import type {Row} from '../../../world/change.ts';
import {afterwards, seeing} from '../../breaking.ts';

/** The operation that lists publications. */
export const LIST = ['listPublications'];

/** The body of a page. */
export interface Page {
  data: unknown[];
  next_cursor?: string | null;
  has_more: boolean;
}

/** The rows that an operation reads for a page. */
export type PageOf = Parameters<View['newest']>[1];

/** Changes members of pages. */
export const paged = (change: (page: Page, input: Input, view: View) => Partial<Page>): Seam =>
  afterwards(LIST, (done, view, input) => {
    const page = done.body as Page;
    return {...done, body: {...page, ...change(page, input, view)}};
  });

/** The same for the pages of a cursor: all except the first. */
export const secondPage = (change: (page: Page, view: View) => Partial<Page>): Seam =>
  paged((page, {query}, view) => (query['cursor'] === undefined ? {} : change(page, view)));

/** Changes the rows of pages. */
export const rows = (choose: (view: View, page: PageOf) => Row[]): Seam =>
  seeing(LIST, (view) => ({
    newest: <R extends Row>(_table: string, page: PageOf) => choose(view, page) as R[],
  }));

/** The rows of a page as documented. */
export const newest = (view: View, page: PageOf): Row[] => view.newest('publications', page);

/** The rows of a page, shifted by one: the first is missing, and one more follows. */
export const skippingOne = (view: View, page: PageOf): Row[] =>
  newest(view, {...page, limit: page.limit + 1}).slice(1);

/** The rows of a page, preceded by the last row of the page before it. */
export const repeatingOne = (view: View, page: PageOf): Row[] =>
  newest(view, {...page, ...(page.before !== undefined && {before: page.before + 1})});

/** The id of a row of a page. */
export const idIn = (row: unknown): string => String(memberOf(row, 'id'));

/** The title of a row of a page. */
export const titleIn = (row: unknown): string => String(memberOf(row, 'title'));

/** A member of a row, which may be a `Rendered` with the row as its value. */
function memberOf(row: unknown, name: string): unknown {
  const {value = row} = row as {value?: unknown};
  return (value as Record<string, unknown>)[name];
}
