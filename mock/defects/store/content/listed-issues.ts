/** Helpers that change the content of lists and their paginators. */

import type {Seam} from '../../../defect.ts';
import {
  isRefused,
  Page,
  type Done,
  type Input,
  type Refused,
  type View,
} from '../../../operation.ts';
import type {Issue} from '../../../store/content/issue.ts';
import type {Row} from '../../../world/change.ts';
import {afterwards, around, seeing} from '../../breaking.ts';
import {linkWithout} from '../../link-without.ts';
import {LIST} from './changed-issues.ts';

/** The page of a table that a list requests. */
interface Wanted<R> {
  skip?: number;
  limit: number;
  where?: (row: R) => boolean;
}

/**
 * Lets lists find other issues than they should.
 * @param other whether a list has an issue, given the correct answer, the issue, and the query
 */
export const listing = (
  other: (isFound: boolean, issue: Issue, query: string, view: View) => boolean,
): Seam =>
  seeing(LIST, (view, {query: {query = ''}}) => ({
    newest: (table, page) =>
      table === 'issues' ? newestOf(view, query, other, page) : view.newest(table, page),
    // The issues found by a part of a name in an index are filtered by the whole name for the page.
    newestUnder: (table, under, page) =>
      table === 'issues'
        ? newestOf(view, query, other, page)
        : view.newestUnder(table, under, page),
    all: <R extends Row>(table: string, index: string, value: string): R[] => {
      const found = view.all<R>(table, index, value);
      if (table !== 'issues') return found;
      const keys = new Set(found.map(({key}) => key));
      const where = (row: R): boolean =>
        other(keys.has(row.key), row as unknown as Issue, query, view);
      return view.oldest<R>(table, {limit: Infinity, where});
    },
  }));

/** Adds to or removes from the newest issues of a page. */
const newestOf = <R extends Row>(
  view: View,
  query: string,
  other: Parameters<typeof listing>[0],
  page: Wanted<R>,
): R[] => {
  const {where = () => true} = page;
  return view.newest<R>('issues', {
    ...page,
    where: (row) => other(where(row), row as unknown as Issue, query, view),
  });
};

/** The paginator of a list. */
export interface Paginator {
  current_page: number;
  data: unknown[];
  first_page_url: Page | null;
  from: number | null;
  last_page: number;
  last_page_url: Page | null;
  links: {url: Page | null; label: string; active: boolean}[];
  next_page_url: Page | null;
  per_page: number;
  prev_page_url: Page | null;
  to: number | null;
  total: number;
}

/** Changes the paginators of lists. */
export const paging = (
  other: (paginator: Paginator, input: Input, view: View) => Partial<Paginator>,
): Seam =>
  afterwards(LIST, (done, view, input) => {
    const body = done.body as ListBody;
    const {paginator} = body.data;
    const changed = {...paginator, ...other(paginator, input, view)};
    return {...done, body: {...body, data: {...body.data, paginator: changed}}};
  });

/** The link to a page of the list. */
export function linkTo(number: number, {query: {query}}: Input): Page {
  const parameters = new URLSearchParams({...(query && {query}), page: String(number)});
  return new Page(`/integration-api/v1/dashboard/issues?${parameters.toString()}`);
}

/** The same page of the whole list. */
export const withoutQuery = (link: Page | null): Page | null => linkWithout(link, 'query');

/** The page of a request. */
export const pageOf = ({query: {page = '1'}}: Input): number => Number(page);

/**
 * Changes the rows of pages.
 * @param other returns the rows of a page, given the correct ones and those of any other page
 */
export const rowsOfPages = (
  other: (rows: unknown[], input: Input, rowsOf: (page: number) => unknown[]) => unknown[],
): Seam =>
  around(LIST, (next) => (view, input) => {
    const rowsOf = (page: number): unknown[] =>
      rowsIn(next(view, {...input, query: {...input.query, page: String(page)}}));
    const done = next(view, input);
    if (isRefused(done)) return done;
    const body = done.body as ListBody;
    const data = other(body.data.paginator.data, input, rowsOf);
    const paginator = {...body.data.paginator, data};
    return {...done, body: {...body, data: {...body.data, paginator}}};
  });

interface ListBody {
  CODE: string;
  data: {paginator: Paginator};
}

const rowsIn = (done: Done | Refused): unknown[] =>
  isRefused(done) ? [] : (done.body as ListBody).data.paginator.data;
