import {invalidField} from '../requests.ts';
import type {Seam} from '../../../defect.ts';
import {Rendered, type Input, type View} from '../../../operation.ts';
import type {IssueBody} from '../../../store/content/issue-body.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {afterwards, around} from '../../breaking.ts';

/** How defects change what is stored of content issues, and what responses show of them. */

export const CREATE = ['createIssue'];
export const UPDATE = ['updateIssue'];
export const READ = ['getIssue'];
export const LIST = ['listIssues'];
export const DELETE = ['deleteIssue'];

/** The body of a request about an issue. */
export const bodyOf = ({body}: Input): IssueBody => body as IssueBody;

/** Operations refuse some requests for a field. */
export const refusingWhere = (
  operations: string[],
  field: string,
  is: (body: IssueBody) => boolean,
): Seam =>
  around(
    operations,
    (next) => (view, input) => (is(bodyOf(input)) ? invalidField(field) : next(view, input)),
  );

/** Operations take some requests that the guard against a situation would refuse. */
export const takingWhere = (
  operations: string[],
  situation: string,
  is: (body: IssueBody, view: View) => boolean,
): Seam =>
  around(
    operations,
    (next, without) => (view, input) =>
      is(bodyOf(input), view)
        ? without((guard) => guard === situation)(view, input)
        : next(view, input),
  );

/** Operations get another body. */
export const givenAs = (
  operations: string[],
  other: (body: IssueBody, view: View) => IssueBody,
): Seam =>
  around(
    operations,
    (next) => (view, input) => next(view, {...input, body: other(bodyOf(input), view)}),
  );

/**
 * Operations store, and creations show, some members otherwise than they were given.
 * @param other the members that are another value
 */
export const writing = (
  operations: string[],
  other: (body: IssueBody) => Partial<IssueBody>,
): Seam => givenAs(operations, (body) => ({...body, ...other(body)}));

/** Operations store issues with other members than they show on creation. */
export const storing = (
  operations: string[],
  other: (issue: Issue, body: IssueBody, view: View) => Partial<Issue>,
): Seam =>
  afterwards(operations, (done, view, input) => ({
    ...done,
    changes: (done.changes ?? []).map((change) => {
      if (change.table !== 'issues' || !('put' in change)) return change;
      const issue = change.put as Issue;
      const put: Issue = {...issue, ...other(issue, bodyOf(input), view)};
      return {table: 'issues', put};
    }),
  }));

/** An upload is answered with an issue that has other members; what is stored stays as it is. */
export const showing = (
  other: (issue: Record<string, unknown>, body: IssueBody) => Record<string, unknown>,
): Seam =>
  afterwards(CREATE, (done, _view, input) => {
    const body = done.body as {CODE: string; data: {issue: unknown; message: string}};
    const {issue, message} = body.data;
    const shown = (issue instanceof Rendered ? issue.value : issue) as Record<string, unknown>;
    const data = {issue: {...shown, ...other(shown, bodyOf(input))}, message};
    return {...done, body: {...body, data}};
  });

/** The issue that a request names, as it was before. */
export const before = (view: View, {path}: {path: Record<string, string>}): Issue | undefined =>
  view.find<Issue>('issues', path['id'] ?? '');

/** Other issues change with the one that an operation is about. */
export const besides = (operations: string[], other: Partial<Issue>): Seam =>
  afterwards(operations, (done, view, {path}) => {
    const others = view.newest<Issue>('issues', {limit: 4, where: ({key}) => key !== path['id']});
    const changes = others.map((issue) => ({table: 'issues', put: {...issue, ...other}}));
    return {...done, changes: [...changes, ...(done.changes ?? [])]};
  });

/** Whether a request is about a physical book. */
export const isBook = ({type}: IssueBody): boolean => type === 'physical';
