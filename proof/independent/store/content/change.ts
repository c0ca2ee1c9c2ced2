import {blame, invalid, notFound} from '../replies.ts';
import type {Ask, Context, Errors, Json, Reply} from '../types.ts';
import {isConverting} from './conversion.ts';
import {fillIssue} from './fill.ts';
import {issueByNumber} from './find.ts';
import {judgeTaken, refuseFeature, refuseLicensed, refuseRole} from './gates.ts';
import {judgeIssue} from './judge.ts';
import {shelve} from './shelve.ts';
import type {Issue} from './types.ts';

/** What a faulty server takes of the file. */
function changeFile({faults}: Context, issue: Issue, body: Json): void {
  const {extension, file_url: url} = body;
  if (faults.has('issue-type-changed') && typeof extension === 'string') {
    issue.extension = extension;
  }
  if (faults.has('issue-file-changed') && typeof url === 'string' && url !== issue.fileUrl) {
    issue.fileUrl = url;
    issue.history.push('file');
  }
}

/** Judges that the file and its type stay as they are. */
function judgeSame(issue: Issue, body: Json, errors: Errors): void {
  const type = issue.physical === null ? 'digital' : 'physical';
  const stored: Json = {extension: issue.extension, file_url: issue.fileUrl, type};
  for (const [field, value] of Object.entries(stored)) {
    const sent = body[field] ?? null;
    if (sent !== null && sent !== value) blame(errors, field, 'This cannot be changed.');
  }
}

function judgeUpdate(context: Context, issue: Issue, body: Json): Errors {
  changeFile(context, issue, body);
  const type = issue.physical === null ? 'digital' : 'physical';
  const file = {extension: issue.extension, file_url: issue.fileUrl, type};
  const errors = judgeIssue(context, {...body, ...file});
  judgeSame(issue, body, errors);
  judgeTaken(context, body, issue, errors);
  return errors;
}

/** Lets orders follow content to another external_id. */
function follow({store}: Context, before: string, issue: Issue): void {
  if (before === issue.externalId) return;
  store.commerce.catalog.delete(before);
  for (const order of store.commerce.orders) {
    for (const product of order.products) {
      if (product.type === 'content' && product.id === before) product.id = issue.externalId;
    }
  }
}

/** PUT /dashboard/issues/{issue_id}. */
export function updateIssue(context: Context, {body}: Ask, id: string): Reply {
  const {faults} = context;
  const open = faults.has('content-off-updates');
  const limited = refuseRole(context, faults.has('limited-updates'));
  const closed = limited ?? refuseFeature(context, false, open);
  if (closed !== null) return closed;
  const issue = issueByNumber(context, id, faults.has('issue-update-any-store'));
  if (issue === undefined) return notFound('content');
  const printed = issue.physical !== null;
  const refused = refuseLicensed(issue) ?? refuseFeature(context, printed, open);
  if (refused !== null) return refused;
  const errors = judgeUpdate(context, issue, body);
  if (errors.size > 0 && !faults.has('issue-update-unchecked')) return invalid(errors, faults);
  if (!isForgotten(context, issue)) change(context, issue, body);
  return {status: 204};
}

/** Whether a faulty server answers an update without carrying it out. */
function isForgotten(context: Context, issue: Issue): boolean {
  const {faults} = context;
  if (faults.has('issue-second-update-lost') && issue.version > 1) return true;
  if (faults.has('issue-update-printed-lost') && issue.physical !== null) return true;
  if (faults.has('issue-update-converting-lost') && isConverting(context, issue)) return true;
  return faults.has('issue-update-ignored');
}

/** Carries out an update. */
function change(context: Context, issue: Issue, body: Json): void {
  const before = issue.externalId;
  if (issue.version === 1) issue.history.push(`name:${issue.name}`);
  const type = issue.physical === null ? 'digital' : 'physical';
  fillIssue(context, issue, {...body, type});
  issue.version += 1;
  follow(context, before, issue);
  shelve(context.store, issue);
}
