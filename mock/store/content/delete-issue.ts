import {defined} from '../../../spec/defined.ts';
import {guarded} from '../../guarded.ts';
import {contentIsOn, mayManage} from './features.ts';
import {issueByAnyId, issueById, noSuchIssue} from './find-issue.ts';
import type {Issue} from './issue.ts';

/**
 * DELETE /dashboard/issues/{issue_id}: deletes content. Orders keep the name under which they sold it. In one
 * description the external_id identifies it as well (NS-ST-62).
 */
export const deleteIssue = guarded<Issue | undefined>({
  find: (view, {path: {id = ''}}) =>
    view.freedom('content.delete_by_external_id') === true
      ? issueByAnyId(view, id)
      : issueById(view, id),
  guards: [
    contentIsOn,
    mayManage,
    {
      situation: 'issue-not-found',
      fixed: true,
      judge: (issue, view, {path: {id = ''}}) => (issue ? undefined : noSuchIssue(view, id)),
    },
  ],
  perform: (issue) => ({
    situation: 'deleted',
    body: {CODE: 'success'},
    changes: [{table: 'issues', del: defined(issue, 'the issue that is deleted').key}],
  }),
});
