/** Helpers that change what is stored of content, and what responses show of it. */

import {invalidField} from '../requests.ts';
import type {Seam} from '../../../defect.ts';
import {Rendered, type Input, type View} from '../../../operation.ts';
import type {IssueBody} from '../../../store/content/issue-body.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {afterwards, around, acceptingWhere} from '../../breaking.ts';
import {withRows} from '../../stored-rows.ts';

export const CREATE = ['createIssue'];
export const UPDATE = ['updateIssue'];
export const READ = ['getIssue'];
export const LIST = ['listIssues'];
export const DELETE = ['deleteIssue'];

/** The body of a request about an issue. */
export const bodyOf = ({body}: Input): IssueBody => body as IssueBody;

/** Lets operations refuse some requests because of a field. */
export const refusingWhere = (
  operations: string[],
  field: string,
  is: (body: IssueBody) => boolean,
): Seam =>
  around(
    operations,
    (next) => (view, input) => (is(bodyOf(input)) ? invalidField(field) : next(view, input)),
  );

/** Lets operations accept some requests that the guard for a situation would refuse. */
export const takingWhere = (
  operations: string[],
  situation: string,
  is: (body: IssueBody, view: View) => boolean,
): Seam => acceptingWhere(operations, situation, (input, view) => is(bodyOf(input), view));

/** Gives operations another body. */
export const givenAs = (
  operations: string[],
  other: (body: IssueBody, view: View) => IssueBody,
): Seam =>
  around(
    operations,
    (next) => (view, input) => next(view, {...input, body: other(bodyOf(input), view)}),
  );

/**
 * Lets operations store, and creations show, other values of some members.
 * @param other the members with other values
 */
export const writing = (
  operations: string[],
  other: (body: IssueBody) => Partial<IssueBody>,
): Seam => givenAs(operations, (body) => ({...body, ...other(body)}));

/** Lets operations store other members than they show on creation. */
export const storing = (
  operations: string[],
  other: (issue: Issue, body: IssueBody, view: View) => Partial<Issue>,
): Seam =>
  afterwards(operations, (done, view, input) =>
    withRows<Issue>(done, 'issues', (issue) => other(issue, bodyOf(input), view)),
  );

/** Changes members of the issue in the response to an upload, but not in the stored one. */
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

/** The issue that a request identifies, before the request. */
export const before = (view: View, {path}: {path: Record<string, string>}): Issue | undefined =>
  view.find<Issue>('issues', path['id'] ?? '');

/** Changes other issues together with the one that an operation concerns. */
export const besides = (operations: string[], other: Partial<Issue>): Seam =>
  afterwards(operations, (done, view, {path}) => {
    const others = view.newest<Issue>('issues', {limit: 4, where: ({key}) => key !== path['id']});
    const changes = others.map((issue) => ({table: 'issues', put: {...issue, ...other}}));
    return {...done, changes: [...changes, ...(done.changes ?? [])]};
  });

/** Whether a request is about a physical book. */
export const isBook = ({type}: IssueBody): boolean => type === 'physical';
