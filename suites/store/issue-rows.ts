/** How responses show content issues. */

import {isObject, toText} from '../../spec/json.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {NothingSeen, summaryOf} from '../language/judge.ts';
import {List, type Row} from '../tables/list.ts';

/** A content issue as a response shows it. */
export type IssueRow = Row;

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

/** The list of content. Ids are numbers; they may be shown as texts where the document does not show their form (NS-ST-95). */
export const issues = new List({
  kind: 'issue',
  rows: '/data/paginator/data',
  idOf: ({id}) => toText(id),
  idIn: (created) => toText(issueIn(created).id),
});

export const {rows: issuesIn, rowOf: issueRow} = issues;
