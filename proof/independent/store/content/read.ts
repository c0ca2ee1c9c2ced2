import {notFound} from '../replies.ts';
import type {Ask, Context, Reply} from '../types.ts';
import {isConverting} from './conversion.ts';
import {issueNamed} from './find.ts';
import {isThere} from './remove.ts';
import type {Issue} from './types.ts';
import {itemView} from './view.ts';

/** Whether a faulty server does not show content. */
function isHidden(context: Context, issue: Issue, id: string): boolean {
  const {faults} = context;
  const external = String(issue.id) !== id;
  if (faults.has('issue-external-unread') && external) return true;
  if (faults.has('issue-read-converting-404') && isConverting(context, issue)) return true;
  return !isThere(context, issue, external ? 'external' : 'id');
}

/** Content as a read sees it (a faulty cache keeps the name of the first read). */
function seen({faults}: Context, issue: Issue): Issue {
  if (!faults.has('issue-read-stale')) return issue;
  const first = issue.history.find((entry) => entry.startsWith('read:'));
  if (first !== undefined) return {...issue, name: first.slice(5)};
  issue.history.push(`read:${issue.name}`);
  return issue;
}

/** GET /dashboard/issues/{id or external_reference}. */
export function readIssue(context: Context, _ask: Ask, id: string): Reply {
  const issue = issueNamed(context, id, context.faults.has('issue-read-any-store'));
  if (issue === undefined || isHidden(context, issue, id)) return notFound('content');
  const view = itemView(context, seen(context, issue));
  return {status: 200, body: {CODE: 'success', data: {issue: view}}};
}
