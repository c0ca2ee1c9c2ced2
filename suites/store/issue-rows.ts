/** How responses show content issues. */

import {isObject} from '../../spec/json.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {NothingSeen, summaryOf} from '../language/judge.ts';
import {isSameId, rowsFound} from './rows-found.ts';

/** A content issue as a response shows it. */
export type IssueRow = Record<string, unknown>;

/** The pointer to the rows of a page of the list. */
const ISSUE_ROWS = '/data/paginator/data';

/**
 * The issue that a response shows. The body of a read is not shown in the document: it is taken from
 * `data.issue`, `data`, or the whole body, whichever has an id.
 * @throws NothingSeen for a response without an issue
 */
export function issueIn(exchange: Exchange): IssueRow {
  const {op, body, status} = exchange;
  const data: unknown = isObject(body) ? body.data : undefined;
  const places = [isObject(data) ? data.issue : undefined, data, body];
  const issue = places.filter(isObject).find(({id}) => id !== undefined);
  if (status >= 300 || !issue)
    throw new NothingSeen(`${op} was answered ${summaryOf(exchange)}, without an issue`, exchange);
  return issue;
}

/** The issues of pages of the list; a page that found nothing (404) has none. */
export const issuesIn = (pages: Exchange | Exchange[]): IssueRow[] => rowsFound(pages, ISSUE_ROWS);

/** The row of an uploaded issue; undefined if the pages do not show it. */
export const issueRow = (pages: Exchange | Exchange[], created: Exchange): IssueRow | undefined => {
  const {id} = issueIn(created);
  return issuesIn(pages).find((row) => isSameId(row.id, id));
};
