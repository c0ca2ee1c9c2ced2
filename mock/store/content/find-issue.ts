import {refuse, type Refused, type View} from '../../operation.ts';
import type {Issue} from './issue.ts';

/** Finds an issue of this store by its numeric id. */
export const issueById = (view: View, id: string): Issue | undefined =>
  view.find<Issue>('issues', id);

/** Finds an issue of this store by its id, or else by its external_id (Content, Endpoints). */
export const issueByAnyId = (view: View, id: string): Issue | undefined =>
  issueById(view, id) ?? view.by<Issue>('issues', 'external_id', id);

/**
 * The refusal for an id that does not exist in this store: 404, or with a freedom 403 for an issue of another store
 * (Errors; NS-ST-78).
 */
export function noSuchIssue(view: View, id: string): Refused {
  const isForeign = !issueById(view, id) && view.anywhere<Issue>('issues', id) !== undefined;
  const isForbidden = isForeign && view.freedom('content.foreign') === 'forbidden';
  const named = view.by<Issue>('issues', 'external_id', id);
  if (named)
    return refuse('issue-not-found', {
      expected: 'the numeric id of content',
      got: `the external_id of content ${named.key}`,
      todo: `send ${named.key}: only a read takes an external_id (Content, Endpoints; NS-ST-62)`,
    });
  return refuse(isForbidden ? 'foreign-refused' : 'issue-not-found', {
    expected: 'content of this store',
    got: isForeign ? `content ${id} of another store` : `no content ${id}`,
    todo: 'list the content, or upload some first',
  });
}
