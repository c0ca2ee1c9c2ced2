import {refuse, type Refused, type View} from '../../operation.ts';
import type {Issue} from './issue.ts';

/** An issue of this store by its numeric id. */
export const issueById = (view: View, id: string): Issue | undefined =>
  view.find<Issue>('issues', id);

/** An issue of this store by its id, or else by its external_id (Content, Endpoints). */
export const issueByAnyId = (view: View, id: string): Issue | undefined =>
  issueById(view, id) ?? view.by<Issue>('issues', 'external_id', id);

/**
 * The refusal for an id that this store does not have: 404, or 403 for an issue of another store
 * where a freedom says so (Errors; NS-ST-78).
 */
export function noSuchIssue(view: View, id: string): Refused {
  const isForeign = !issueById(view, id) && view.anywhere<Issue>('issues', id) !== undefined;
  const isForbidden = isForeign && view.freedom('content.foreign') === 'forbidden';
  return refuse(isForbidden ? 'foreign-refused' : 'issue-not-found', {
    expected: 'content of this store',
    got: isForeign ? `content ${id} of another store` : `no content ${id}`,
    todo: 'list the content, or upload some first',
  });
}
