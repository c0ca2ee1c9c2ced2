import type {Context} from '../types.ts';
import {isConverting} from './conversion.ts';
import {unshelve} from './shelve.ts';
import type {Issue} from './types.ts';

/** The content that a faulty server deletes with one title. */
function others({faults, store}: Context, issue: Issue): Issue[] {
  if (!faults.has('issue-delete-takes-namesakes')) return [];
  return [...store.commerce.issues.values()].filter((one) => one.name === issue.name);
}

/** Deletes content (a faulty server leaves something of it). */
export function removeIssue(context: Context, issue: Issue): void {
  const {faults, store} = context;
  if (faults.has('issue-delete-no-effect')) return;
  for (const one of [issue, ...others(context, issue)]) unshelve(store, one);
  const stays =
    faults.has('issue-deleted-listed') ||
    faults.has('issue-deleted-read-by-external') ||
    faults.has('issue-delete-again-200') ||
    (faults.has('issue-deleted-comes-back') && isConverting(context, issue));
  if (!stays) return;
  issue.history.push('deleted');
  store.commerce.issues.set(issue.id, issue);
}

/** Whether content that a faulty server still has is to be seen somewhere. */
export function isThere(
  context: Context,
  issue: Issue,
  where: 'list' | 'id' | 'external',
): boolean {
  if (!issue.history.includes('deleted')) return true;
  const {faults} = context;
  if (faults.has('issue-deleted-comes-back')) return !isConverting(context, issue);
  if (faults.has('issue-deleted-listed')) return where === 'list';
  return faults.has('issue-deleted-read-by-external') && where === 'external';
}
