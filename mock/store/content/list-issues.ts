import {guarded} from '../../guarded.ts';
import {refuse, type View} from '../../operation.ts';
import {pageNumber} from '../page-number.ts';
import {readingIsOn} from './features.ts';
import {issueById} from './find-issue.ts';
import type {Issue} from './issue.ts';
import {partsToSearch} from './name-parts.ts';
import {paginator} from './paginator.ts';
import {renderListItem} from './render-issue.ts';

/** The page that was requested, with its issues. */
interface FoundPage {
  /** From 1; 0 when the parameter `page` is not a page number. */
  number: number;
  total: number;
  issues: Issue[];
}

/** Path of the list relative to the world's base URL. */
const PATH = '/integration-api/v1/dashboard/issues';

/** GET /dashboard/issues: lists content, newest first; pages count from 1 (NS-ST-63). */
export const listIssues = guarded<FoundPage>({
  find(view, {query: {query = '', page = '1'}}) {
    const number = pageNumber(page);
    const size = view.number('content.page_size');
    const from = Math.max(0, number - 1) * size;
    return {
      number,
      ...(query === '' ? anyIssues(view, from, size) : issuesWith(view, query, from, size)),
    };
  },
  guards: [
    readingIsOn,
    {
      situation: 'nothing-found',
      judge({number, issues}, view, {query: {query = '', page = '1'}}) {
        const mayBeEmpty = view.freedom('content.nothing_found') === 'empty' && number > 0;
        if ((issues.length && number > 0) || mayBeEmpty) return undefined;
        return refuse('nothing-found', {
          expected: 'a search that finds content',
          got: `query=${query} page=${page}`,
          todo: 'search with the name or the id of content, or list without a query',
        });
      },
    },
  ],
  perform({number, total, issues}, view, {query: {query}}) {
    const page = paginator({
      number,
      size: view.number('content.page_size'),
      total,
      rows: issues.map((issue) => view.rendered(issue, renderListItem)),
      path: PATH,
      query: query === undefined ? {} : {query},
    });
    const data = {paginator: page, reached_issues_limit: false, reached_free_issues_limit: false};
    return {situation: 'issue-page', body: {CODE: 'success', data}};
  },
});

type ListedIssues = Omit<FoundPage, 'number'>;

/** A page of all issues; skipping the pages before it costs nothing. */
const anyIssues = (view: View, from: number, size: number): ListedIssues => {
  const page = {limit: size, skip: from};
  const isOldestFirst = view.freedom('content.order') === 'oldest';
  return {
    total: view.count('issues'),
    issues: isOldestFirst ? view.oldest('issues', page) : view.newest('issues', page),
  };
};

/** A page of the issues that match a query, in the order of the list. */
function issuesWith(view: View, query: string, from: number, size: number): ListedIssues {
  const all = matchingIssues(view, query);
  if (view.freedom('content.order') === 'oldest') all.reverse();
  return {total: all.length, issues: all.slice(from, from + size)};
}

/**
 * The issues that match a query, newest first: those in conversion, those whose conversion is pending, the one with an
 * id, or else those with the text in their name (Content, Rules).
 */
function matchingIssues(view: View, query: string): Issue[] {
  if (query === 'converting' || query === 'deferred')
    return view.all<Issue>('issues', 'conversion', query).reverse();
  const byId = /^\d{1,15}$/.test(query) ? issueById(view, query) : undefined;
  const isByExternalId = view.freedom('content.query_by_external_id') === true;
  const one = byId ?? (isByExternalId ? view.by<Issue>('issues', 'external_id', query) : undefined);
  if (one) return [one];
  const wanted = query.toLowerCase();
  const isExact = view.freedom('content.query_by_name') === 'exact';
  const page = {
    limit: Infinity,
    where: isExact
      ? ({name}: Issue) => name.toLowerCase() === wanted
      : ({name}: Issue) => name.toLowerCase().includes(wanted),
  };
  const values = partsToSearch(view, wanted);
  return values
    ? view.newestUnder('issues', {index: 'name_part', values}, page)
    : view.newest('issues', page);
}
