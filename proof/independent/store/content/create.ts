import {invalid} from '../replies.ts';
import {pause} from '../time.ts';
import type {Ask, Context, Errors, Json, Reply} from '../types.ts';
import {conversionTime, isConverting} from './conversion.ts';
import {fillIssue} from './fill.ts';
import {judgeTaken, refuseFeature, refuseRole} from './gates.ts';
import {judgeIssue} from './judge.ts';
import {NOTHING_PRINTED} from './judge-physical.ts';
import {noTerms, shelve} from './shelve.ts';
import type {Issue} from './types.ts';
import {issueView} from './view.ts';

/** New content, not yet filled. */
function blankIssue(context: Context, body: Json): Issue {
  const now = context.now();
  const {world} = context;
  const printed = body.type === 'physical';
  const id = world.nextIssue;
  world.nextIssue += 3;
  return {
    id,
    externalId: '',
    name: '',
    extension: printed ? null : String(body.extension),
    fileUrl: printed ? null : String(body.file_url),
    description: '',
    publicationDate: '',
    lang: 'es',
    free: false,
    bisac: [],
    terms: noTerms(),
    prices: [],
    contents: null,
    cover: null,
    physical: printed ? NOTHING_PRINTED : null,
    version: 1,
    userId: context.adminId ?? 0,
    owned: true,
    conversion: {since: now, takes: 0},
    createdAt: now,
    updatedAt: now,
    history: [],
  };
}

/** Stores a (judged) upload. */
function makeIssue(context: Context, body: Json): Issue {
  const issue = blankIssue(context, body);
  fillIssue(context, issue, body);
  issue.conversion.takes = conversionTime(issue);
  const all = [...context.store.commerce.issues.values()];
  if (all.some((one) => isConverting(context, one))) issue.history.push('in-a-row');
  shelve(context.store, issue);
  return issue;
}

/** Stores what was refused, as a faulty server does. */
function storeRefused({faults}: Context, errors: Errors | null): boolean {
  if (errors === null) return faults.has('printed-off-stored');
  return faults.has('upload-refused-stored') && errors.size === 1 && errors.has('cover');
}

/** Whether a faulty server does not look at the switch of content. */
function isOpen({faults}: Context, printed: boolean): boolean {
  if (faults.has('content-off-printed-open') && printed) return true;
  return faults.has('content-off-uploads');
}

/** POST /dashboard/issues. */
export async function createIssue(context: Context, {body}: Ask): Promise<Reply> {
  const {faults} = context;
  const printed = body.type === 'physical';
  const refused =
    refuseRole(context, faults.has('limited-uploads')) ??
    refuseFeature(context, printed, isOpen(context, printed));
  if (refused !== null) {
    if (storeRefused(context, null)) makeIssue(context, body);
    return refused;
  }
  const errors = judgeIssue(context, body);
  judgeTaken(context, body, null, errors);
  if (errors.size > 0) {
    if (storeRefused(context, errors)) makeIssue(context, {...body, cover: null});
    return invalid(errors, faults);
  }
  if (faults.has('upload-external-race')) await pause(150);
  const issue = makeIssue(context, body);
  const message = `${issue.name}: the title will be processed and available in the library shortly.`;
  const data = {issue: issueView(context, issue), message};
  return {status: 201, body: {CODE: 'success', data}, headers: {'X-Resource-Id': String(issue.id)}};
}
