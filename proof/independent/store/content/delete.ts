import {notFound, refuse} from '../replies.ts';
import {pause} from '../time.ts';
import type {Ask, Context, Reply} from '../types.ts';
import {isConverting} from './conversion.ts';
import {issueNamed} from './find.ts';
import {refuseFeature, refuseLicensed, refuseRole} from './gates.ts';
import {removeIssue} from './remove.ts';
import type {Issue} from './types.ts';

/** Why a faulty server does not delete content now; null when it does. */
function refuseEnd(context: Context, issue: Issue): Reply | null {
  const busy = context.faults.has('issue-delete-converting-409') && isConverting(context, issue);
  return busy ? refuse(409, 'This title is being converted.') : null;
}

/** DELETE /dashboard/issues/{issue_id}. */
export async function deleteIssue(context: Context, _ask: Ask, id: string): Promise<Reply> {
  const {faults} = context;
  const limited = refuseRole(context, faults.has('limited-deletes'));
  const open = faults.has('content-off-deletes');
  const closed = limited ?? refuseFeature(context, false, open);
  if (closed !== null) return closed;
  const issue = issueNamed(context, id, faults.has('issue-delete-any-store'));
  const gone = issue?.history.includes('deleted') === true;
  if (issue === undefined || (gone && !faults.has('issue-delete-again-200'))) {
    return notFound('content');
  }
  const refused = refuseLicensed(issue) ?? refuseEnd(context, issue);
  if (refused !== null) return refused;
  if (faults.has('issue-delete-race')) await pause(150);
  removeIssue(context, issue);
  const message = `${issue.name} is no longer in the library.`;
  return {status: 200, body: {CODE: 'success', message, data: null}};
}
