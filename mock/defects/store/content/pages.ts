/** Defects of the paginator, and of the content on pages. */

import type {Defect, Seam} from '../../../defect.ts';
import {Page, type Input} from '../../../operation.ts';
import {together} from '../../families/seams.ts';
import {linkWithout} from '../../link-without.ts';
import {defects} from '../../table.ts';
import {paging, rowsOfPages, type Paginator} from './changed-issues.ts';

type Link = 'first' | 'last' | 'next' | 'prev';

/** The link to a page of the list. */
const linkTo = (number: number, {query: {query}}: Pick<Input, 'query'>): Page => {
  const parameters = new URLSearchParams({...(query && {query}), page: String(number)});
  return new Page(`/integration-api/v1/dashboard/issues?${parameters.toString()}`);
};

/** The same page of the whole list. */
const withoutQuery = (link: Page | null): Page | null => linkWithout(link, 'query');

/** Shows other links, where there are some. */
const linked = (
  names: Link[],
  other: (link: Page, page: number, input: Input) => Page | null,
): Seam =>
  paging((paginator, page, input) => {
    const changed = names.map((short) => {
      const name = `${short}_page_url` as const;
      const link = paginator[name];
      return [name, link && other(link, page, input)];
    });
    return Object.fromEntries(changed) as Partial<Paginator>;
  });

const leading = (name: Link, to: (page: number) => number): Seam =>
  linked([name], (_link, page, input) => linkTo(to(page), input));

/** Shows links without their query, on some pages. */
const unsearched = (names: Link[], isMeant: (page: number) => boolean = () => true): Seam =>
  linked(names, (link, page) => (isMeant(page) ? withoutQuery(link) : link));

/** Shows a page otherwise, if something holds of its paginator. */
const where = (
  isMeant: (paginator: Paginator) => boolean,
  other: (page: number, input: Input) => Partial<Paginator>,
): Seam => paging((paginator, page, input) => (isMeant(paginator) ? other(page, input) : {}));

/** Begins some pages with other rows. */
const beginning = (
  isMeant: (page: number, query: string | undefined) => boolean,
  first: (rowsOf: (page: number) => unknown[], page: number) => unknown[],
): Seam =>
  rowsOfPages((rows, page, rowsOf, query) =>
    isMeant(page, query) ? [...first(rowsOf, page), ...rows.slice(1)] : rows,
  );

/** The last of several pages, where the rows fill it exactly. */
const isFilled = ({
  data,
  per_page: size,
  current_page: page,
  last_page: last,
}: Paginator): boolean => page > 1 && page === last && data.length === size;

/** Every page of a list of one page, which the rows fill exactly. */
const isOneFull = ({total, per_page: size}: Paginator): boolean => total === size;

const isLater = (page: number): boolean => page > 1;

/** Defects of pages. */
export const pages: Defect[] = defects({
  'store.content.paginator-numbers-agree': {
    'the total is one more': paging(({total}) => ({total: total + 1})),
    'a page says that it ends one issue further': paging(({to}) => ({to: to && to + 1})),
    'later pages begin at the first issue': paging(({from}, page) => ({from: page > 1 ? 1 : from})),
    'every page is the first': paging(() => ({current_page: 1})),
    'a list of a full page has a second one': paging(({total, per_page: size}) => ({
      last_page: Math.floor(total / size) + 1,
    })),
    'pages say that they have twenty issues': paging(() => ({per_page: 20})),
    'the total is that of the page': paging(({data}) => ({total: data.length})),
  },
  'store.content.outer-pages-have-no-link-outwards': {
    'the first page has one before it': where(
      ({current_page: page}) => page === 1,
      (_page, input) => ({prev_page_url: linkTo(0, input)}),
    ),
    'no page has one before it': paging(() => ({prev_page_url: null})),
    'a full last page has one behind it': where(
      ({data, per_page: size}) => data.length === size,
      (page, input) => ({next_page_url: linkTo(page + 1, input)}),
    ),
    'the second of three pages has none before it': where(
      ({current_page: page, last_page: last}) => page > 1 && page < last,
      () => ({prev_page_url: null}),
    ),
  },
  'store.content.links-lead-to-their-pages': {
    'the link to the last page of one full page leads behind it': where(
      isOneFull,
      (page, input) => ({last_page_url: linkTo(page + 1, input)}),
    ),
    'the link to the last page leads to the first': leading('last', () => 1),
    'the link to the first page leads to the present one': leading('first', (page) => page),
    'the link to the page before leads to the present one': leading('prev', (page) => page),
    'the link to the page before leads through the whole list': unsearched(['prev']),
    'the links of later pages lead through the whole list': unsearched(
      ['first', 'last', 'next', 'prev'],
      isLater,
    ),
    'the `links` of later pages lead through the whole list': paging(({links}, page) => ({
      links: links.map((link) => (page > 1 ? {...link, url: withoutQuery(link.url)} : link)),
    })),
  },
  'store.content.paginator-numbers-agree @ on two full pages': {
    'a full last page says that there is another': where(isFilled, (page) => ({
      last_page: page + 1,
    })),
  },
  'store.content.outer-pages-have-no-link-outwards @ on two full pages': {
    'the second of two full pages has one behind it': where(isFilled, (page, input) => ({
      next_page_url: linkTo(page + 1, input),
    })),
  },
  'store.content.walk-visits-each-once @ on two full pages': {
    'a full last page is the first again': rowsOfPages((rows, page, rowsOf) =>
      page === 2 && rows.length === rowsOf(1).length ? rowsOf(1) : rows,
    ),
  },
  'store.content.links-lead-to-their-pages @ on two full pages': {
    'the link of a full last page to the last leads behind it': where(isFilled, (page, input) => ({
      last_page_url: linkTo(page + 1, input),
    })),
  },
  'store.content.links-lead-to-their-pages @ on three pages': {
    'the link of the third page to the one before leads through the whole list': unsearched(
      ['prev'],
      (page) => page > 2,
    ),
    'the link of the second page to the next leads through the whole list': unsearched(
      ['next'],
      (page) => page === 2,
    ),
  },
  'store.content.walk-visits-each-once': {
    'a page begins with the last issue of the one before': beginning(isLater, (rowsOf, page) =>
      rowsOf(page - 1).slice(-1),
    ),
    'the link to the next page leads to the first': leading('next', () => 1),
    'the link to the next page lacks the query that the other links have': unsearched(['next']),
    'the link to the next page lacks the query that only `links` have': unsearched([
      'first',
      'last',
      'next',
    ]),
    'the links to the next page and the first lack the query': unsearched(['first', 'next']),
    'pages of ten: the link to the next page lacks the query': together(
      {seam: 'number', number: 'content.page_size', set: 10},
      unsearched(['next']),
    ),
    'each page is sorted by itself': beginning(isLater, (rowsOf) => rowsOf(1).slice(0, 1)),
  },
  'store.content.walk-visits-each-once @ on three pages': {
    'the third page is the second again': rowsOfPages((rows, page, rowsOf) =>
      page === 3 ? rowsOf(2).slice(0, rows.length) : rows,
    ),
  },
  'store.content.walk-visits-each-once @ without a query': {
    'pages of the whole list begin with the first issue of all': beginning(
      (_page, query) => query === undefined,
      (rowsOf) => rowsOf(1).slice(0, 1),
    ),
  },
});
