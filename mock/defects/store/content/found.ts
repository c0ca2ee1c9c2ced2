import type {Defect} from '../../../defect.ts';
import {refuse} from '../../../operation.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {around, finding, receiving, seeing, findingBy} from '../../breaking.ts';
import {LIST, READ} from './changed-issues.ts';
import {linkTo, listing, pageOf, paging, rowsOfPages, withoutQuery} from './listed-issues.ts';
import {foreignFound, refusedAs, together} from '../../families/seams.ts';
import {defects} from '../../table.ts';

/** A search by a text that is neither a filter nor an id. */
const isName = (query: string): boolean => !/^(converting|deferred|\d*)$/.test(query);

/** Whether an issue is the newest of its store. */
const isNewest = ({seq}: Issue, newest: Issue | undefined): boolean => newest?.seq === seq;

/** Defects of how issues are found, one by one and in lists. */
export const found: Defect[] = defects({
  'store.content.reference-finds-the-issue': {
    'an external_id finds nothing': findingBy(READ, () => undefined),
    'an external_id does not find what is free': findingBy<Issue>(READ, (issue) =>
      issue?.free ? undefined : issue,
    ),
    'an external_id finds the newest issue': findingBy(
      READ,
      (row, {table, view}) => row && view.newest(table, {limit: 1})[0],
    ),
  },
  'store.content.reference-finds-the-issue @ an ISBN': {
    'digits are always taken for an id': findingBy(READ, (row, {value}) =>
      /^\d+$/.test(value) ? undefined : row,
    ),
  },
  'store.access.list-shows-own-only @ content that waits': {
    'content that waits is listed in every store': together(
      foreignFound(LIST),
      listing(
        (isFound, issue, query, view) =>
          isFound && (query === 'deferred' || issue.tenant === view.tenant),
      ),
    ),
  },
  'store.content.read-gives-the-issue': {
    'the newest issue is read in the place of another': finding<Issue>(
      READ,
      'issues',
      (_issue, view) => view.newest<Issue>('issues', {limit: 1})[0],
    ),
    'the newest issue is read in the place of a pdf': finding<Issue>(
      READ,
      'issues',
      (issue, view) =>
        issue.extension === 'pdf'
          ? view.newest<Issue>('issues', {limit: 1, where: ({key}) => key !== issue.key})[0]
          : issue,
    ),
  },
  'store.content.list-shows-every-issue': {
    'the newest issue is missing in the list without a query': listing(
      (isFound, issue, query, view) =>
        isFound && (query !== '' || !isNewest(issue, view.newest<Issue>('issues', {limit: 1})[0])),
    ),
    'full pages of the whole list lack their last issue': rowsOfPages((rows, {query}) =>
      query['query'] === undefined && rows.length > 14 ? rows.slice(0, -1) : rows,
    ),
    'the list without a query has no pdf': listing(
      (isFound, {extension}, query) => isFound && (query !== '' || extension !== 'pdf'),
    ),
  },
  'store.content.name-finds-the-issue': {
    'names are not searched': listing((isFound, _issue, query) => isFound && !isName(query)),
    'names of what is free are not searched': listing(
      (isFound, {free}, query) => isFound && !(free && isName(query)),
    ),
  },
  'store.content.number-finds-the-issue': {
    'ids are not searched': seeing(LIST, () => ({find: () => undefined})),
    'ids of pdfs are not searched': finding<Issue>(LIST, 'issues', (issue) =>
      issue.extension === 'pdf' ? undefined : issue,
    ),
  },
  'store.content.external-id-may-find-the-issue': {
    'a search for an external_id is forbidden': around(
      LIST,
      (next) => (view, input) =>
        view.by('issues', 'external_id', input.query['query'] ?? '')
          ? refuse('feature-off', {expected: 'a name', got: 'an external_id', todo: 'use a name'})
          : next(view, input),
    ),
  },
  'store.content.search-leaves-others-out': {
    'the query is ignored': receiving(LIST, ({query: {page = '1'}}) => ({query: {page}})),
    'a search for a name finds the oldest issue, too': listing(
      (isFound, issue, query, view) =>
        isFound || (isName(query) && isNewest(issue, view.oldest<Issue>('issues', {limit: 1})[0])),
    ),
    'a search for a name finds the newest issue, too': listing(
      (isFound, issue, query, view) =>
        isFound || (isName(query) && isNewest(issue, view.newest<Issue>('issues', {limit: 1})[0])),
    ),
  },
  'store.content.search-without-a-match': {
    'a search that finds nothing is answered 400': refusedAs(
      'nothing-found',
      {status: 400},
      {in: LIST},
    ),
  },
});

/** Defects of the paginator, and of the issues on pages. */
export const pages: Defect[] = defects({
  'store.content.paginator-numbers-agree': {
    'the total is one more': paging(({total}) => ({total: total + 1})),
    'a page says that it ends one issue further': paging(({to}) => ({
      to: to === null ? to : to + 1,
    })),
    'later pages begin at the first issue': paging(({from, current_page: page}) => ({
      from: page > 1 ? 1 : from,
    })),
    'every page is the first': paging(() => ({current_page: 1})),
    'a list of a full page has a second one': paging(({total, per_page: size}) => ({
      last_page: Math.floor(total / size) + 1,
    })),
    'pages say that they have twenty issues': paging(() => ({per_page: 20})),
    'the total is that of the page': paging(({data}) => ({total: data.length})),
  },
  'store.content.outer-pages-have-no-link-outwards': {
    'the first page has one before it': paging(
      ({prev_page_url: link, current_page: page}, input) => ({
        prev_page_url: page === 1 ? linkTo(0, input) : link,
      }),
    ),
    'no page has one before it': paging(() => ({prev_page_url: null})),
    'a full last page has one behind it': paging(
      ({next_page_url: link, data, per_page: size, current_page: page}, input) => ({
        next_page_url: data.length === size ? linkTo(page + 1, input) : link,
      }),
    ),
    'the second of three pages has none before it': paging(
      ({prev_page_url: link, current_page: page, last_page: last}) => ({
        prev_page_url: page > 1 && page < last ? null : link,
      }),
    ),
  },
  'store.content.links-lead-to-their-pages': {
    'the link to the last page leads to the first': paging((_page, input) => ({
      last_page_url: linkTo(1, input),
    })),
    'the link to the first page leads to the present one': paging((_page, input) => ({
      first_page_url: linkTo(pageOf(input), input),
    })),
    'the link to the page before leads to the present one': paging(
      ({prev_page_url: link}, input) => ({
        prev_page_url: link && linkTo(pageOf(input), input),
      }),
    ),
    'the links of later pages lead through the whole list': paging((page, input) =>
      pageOf(input) > 1
        ? {
            first_page_url: withoutQuery(page.first_page_url),
            last_page_url: withoutQuery(page.last_page_url),
            next_page_url: withoutQuery(page.next_page_url),
            prev_page_url: withoutQuery(page.prev_page_url),
          }
        : {},
    ),
    'the `links` of later pages lead through the whole list': paging(({links}, input) =>
      pageOf(input) > 1
        ? {links: links.map((link) => ({...link, url: withoutQuery(link.url)}))}
        : {},
    ),
  },
  'store.content.links-lead-to-their-pages @ on three pages': {
    'the link of the third page to the one before leads through the whole list': paging(
      ({prev_page_url: link}, input) =>
        pageOf(input) > 2 ? {prev_page_url: withoutQuery(link)} : {},
    ),
    'the link of the second page to the next leads through the whole list': paging(
      ({next_page_url: link}, input) =>
        pageOf(input) === 2 ? {next_page_url: withoutQuery(link)} : {},
    ),
  },
  'store.content.walk-visits-each-once': {
    'a page begins with the last issue of the one before': rowsOfPages((rows, input, rowsOf) => {
      const page = pageOf(input);
      return page > 1 ? [...rowsOf(page - 1).slice(-1), ...rows.slice(1)] : rows;
    }),
    'the link to the next page leads to the first': paging(({next_page_url: link}, input) => ({
      next_page_url: link && linkTo(1, input),
    })),
    'the link to the next page lacks the query that the other links have': paging(
      ({next_page_url: link}, input) => ({
        next_page_url: link && linkTo(pageOf(input) + 1, {...input, query: {}}),
      }),
    ),
    'the link to the next page lacks the query that only `links` have': paging(
      ({first_page_url: first, last_page_url: last, next_page_url: next}) => ({
        first_page_url: withoutQuery(first),
        last_page_url: withoutQuery(last),
        next_page_url: withoutQuery(next),
      }),
    ),
    'the links to the next page and the first lack the query': paging(
      ({first_page_url: first, next_page_url: next}) => ({
        first_page_url: withoutQuery(first),
        next_page_url: withoutQuery(next),
      }),
    ),
    'pages of ten: the link to the next page lacks the query': together(
      {seam: 'number', number: 'content.page_size', set: 10},
      paging(({next_page_url: link}) => ({next_page_url: withoutQuery(link)})),
    ),
    'each page is sorted by itself': rowsOfPages((rows, input, rowsOf) => {
      const first = rowsOf(1);
      return pageOf(input) > 1 ? [...first.slice(0, 1), ...rows.slice(1)] : rows;
    }),
  },
  'store.content.walk-visits-each-once @ on three pages': {
    'the third page is the second again': rowsOfPages((rows, input, rowsOf) =>
      pageOf(input) === 3 ? rowsOf(2).slice(0, rows.length) : rows,
    ),
  },
  'store.content.walk-visits-each-once @ without a query': {
    'pages of the whole list begin with the first issue of all': rowsOfPages(
      (rows, {query}, rowsOf) =>
        query['query'] === undefined ? [...rowsOf(1).slice(0, 1), ...rows.slice(1)] : rows,
    ),
  },
});
