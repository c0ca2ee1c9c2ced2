/** Content as the defects of its operations see it, and what lists and responses show of it. */

import type {Seam} from '../../../defect.ts';
import {isRefused, type Done, type Input, type Page, type View} from '../../../operation.ts';
import type {IssueBody} from '../../../store/content/issue-body.ts';
import type {Conversion, Issue} from '../../../store/content/issue.ts';
import {afterwards, around} from '../../breaking.ts';
import {plain} from '../../families/reads.ts';
import {resource} from '../../families/resource.ts';
import {isNewest, searches} from '../../families/searches.ts';
import {together} from '../../families/seams.ts';
import type {Shown} from '../../families/shown-rows.ts';
import {membersOf} from '../members.ts';

export const CREATE = ['createIssue'];
export const UPDATE = ['updateIssue'];
export const READ = ['getIssue'];
export const LIST = ['listIssues'];
export const DELETE = ['deleteIssue'];

/** Content with what defects note about it. */
interface Noted extends Issue {
  /** Whether it was deleted, or got another external_id. */
  gone?: true;
  moved?: boolean;
  /** Its name before an update during its conversion. */
  first?: string | undefined;
}

/** The content that a request names by its id, as the defects of its operations see it. */
export const ISSUE = resource<Noted, IssueBody>({
  table: 'issues',
  named: (view, {path}) => view.find<Noted>('issues', path['id'] ?? ''),
});

export const upload = membersOf(ISSUE, CREATE);
export const update = membersOf(ISSUE, UPDATE);
export const deletion = membersOf(ISSUE, DELETE);

export const {listing, hiding, adding} = searches<Noted>(LIST, 'issues');

/** Whether content is the newest of its store. */
export const newest = isNewest('issues');

/** The content with an external_id. */
export const byReference = (view: View, id = ''): Noted | undefined =>
  view.by<Noted>('issues', 'external_id', id);

export const isBook = ({kind}: Issue): boolean => kind === 'physical';

/** The operations that find content by its id. */
export const BY_ID = [...READ, ...UPDATE, ...DELETE];

/** Keeps deleted content with other members where only lists and orders find it by its id. */
export const notedAsGone = (members: Partial<Issue> = {}): Seam =>
  together(
    ISSUE.after(DELETE, {}, (done, {before}) => ({
      ...done,
      changes: before ? [{table: 'issues', put: {...before, ...members, gone: true}}] : [],
    })),
    ISSUE.finding(BY_ID, (issue) => (issue.gone ? undefined : issue)),
  );

/** Whether a conversion is in a state. */
export const inState =
  (state: Conversion['state']) =>
  (conversion: Conversion | null): boolean =>
    conversion?.state === state;

/** Changes members of the issue in the response to an upload, but not in the stored one. */
export const showing = (other: (issue: Shown, body: IssueBody) => Shown): Seam =>
  ISSUE.after(CREATE, {}, (done, {body: sent}) => {
    const body = done.body as {CODE: string; data: {issue: unknown; message: string}};
    const shown = plain<Shown>(body.data.issue);
    return {
      ...done,
      body: {...body, data: {...body.data, issue: {...shown, ...other(shown, sent)}}},
    };
  });

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

interface ListBody {
  CODE: string;
  data: {paginator: Paginator};
}

const paginatorIn = (done: Done): Paginator => (done.body as ListBody).data.paginator;

/** A list with other members of its paginator. */
const withPaginator = (done: Done, other: Partial<Paginator>): Done => {
  const body = done.body as ListBody;
  return {
    ...done,
    body: {...body, data: {...body.data, paginator: {...paginatorIn(done), ...other}}},
  };
};

/** Changes the paginators of lists. @param other by the page of the request */
export const paging = (
  other: (paginator: Paginator, page: number, input: Input) => Partial<Paginator>,
): Seam =>
  afterwards(LIST, (done, _view, input) =>
    withPaginator(done, other(paginatorIn(done), pageOf(input), input)),
  );

/**
 * Changes the rows of pages.
 * @param other returns the rows of a page, given the correct ones and those of any other page
 */
export const rowsOfPages = (
  other: (
    rows: unknown[],
    page: number,
    rowsOf: (page: number) => unknown[],
    query: string | undefined,
  ) => unknown[],
): Seam =>
  around(LIST, (next) => (view, input) => {
    const rowsOf = (page: number): unknown[] => {
      const done = next(view, {...input, query: {...input.query, page: String(page)}});
      return isRefused(done) ? [] : paginatorIn(done).data;
    };
    const done = next(view, input);
    if (isRefused(done)) return done;
    const rows = other(paginatorIn(done).data, pageOf(input), rowsOf, input.query['query']);
    return withPaginator(done, {data: rows});
  });

const pageOf = ({query: {page = '1'}}: Input): number => Number(page);
