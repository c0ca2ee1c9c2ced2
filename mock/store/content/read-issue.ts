import {defined} from '../../../spec/defined.ts';
import {guarded} from '../../guarded.ts';
import type {View} from '../../operation.ts';
import {readingIsOn} from './features.ts';
import {issueByAnyId, noSuchIssue} from './find-issue.ts';
import type {Issue} from './issue.ts';
import {renderIssue, renderListItem} from './render-issue.ts';

/** GET /dashboard/issues/{id}: one issue, by its id or by its external_id. */
export const getIssue = guarded<Issue | undefined>({
  find: (view, {path: {id = ''}}) => issueByAnyId(view, id),
  guards: [
    readingIsOn,
    {
      situation: 'issue-not-found',
      fixed: true,
      judge: (issue, view, {path: {id = ''}}) => (issue ? undefined : noSuchIssue(view, id)),
    },
  ],
  perform: (issue, view) => ({
    situation: 'issue',
    body: readBody(view, defined(issue, 'the issue that was found')),
  }),
});

/** The document does not show what contains the issue, and which members it has (NS-ST-95). */
function readBody(view: View, issue: Issue): object {
  const isListed = view.freedom('content.read_members') === 'listed';
  const shown = view.rendered(issue, isListed ? renderListItem : renderIssue);
  const around = view.freedom('content.read_envelope');
  if (around === 'bare') return shown;
  return {CODE: 'success', data: around === 'issue' ? {issue: shown} : shown};
}
