import {invalid, notFound, refuse, blame} from '../replies.ts';
import type {Ask, Context, Errors, Json, Reply} from '../types.ts';
import {conversionTime} from './conversion.ts';
import {fillIssue} from './fill.ts';
import {externalIdTaken, issueByNumber, issueNamed} from './find.ts';
import {judgeIssue} from './judge.ts';
import {NOTHING_PRINTED} from './judge-physical.ts';
import {noTerms, shelve, unshelve} from './shelve.ts';
import type {Issue} from './types.ts';
import {issueView} from './view.ts';

/** What the operator has not switched on for this store; null when nothing is in the way. */
function refuseFeature({store}: Context, printed: boolean): Reply | null {
  const {content, physical} = store.commerce.features;
  if (!content) return refuse(403, 'Content is not part of the plan of this store.');
  return printed && !physical ? refuse(403, 'This store does not sell printed books.') : null;
}

function judgeTaken(context: Context, body: Json, self: Issue | null, errors: Errors): void {
  if (errors.has('external_id') || !externalIdTaken(context, body.external_id, self)) return;
  blame(errors, 'external_id', 'Other content has it.');
}

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

/** POST /dashboard/issues. */
export function createIssue(context: Context, {body}: Ask): Reply {
  const refused = refuseFeature(context, body.type === 'physical');
  if (refused !== null) return refused;
  const errors = judgeIssue(context, body);
  judgeTaken(context, body, null, errors);
  if (errors.size > 0) return invalid(errors, context.faults);
  const issue = blankIssue(context, body);
  fillIssue(context, issue, body);
  issue.conversion.takes = conversionTime(issue);
  shelve(context.store, issue);
  const message = `${issue.name}: the title will be processed and available in the library shortly.`;
  const data = {issue: issueView(context, issue), message};
  return {status: 201, body: {CODE: 'success', data}, headers: {'X-Resource-Id': String(issue.id)}};
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

function refuseLicensed(issue: Issue): Reply | null {
  return issue.owned ? null : refuse(403, 'Licensed content belongs to another store.');
}

/** PUT /dashboard/issues/{issue_id}. */
export function updateIssue(context: Context, {body}: Ask, id: string): Reply {
  const closed = refuseFeature(context, false);
  if (closed !== null) return closed;
  const issue = issueByNumber(context, id);
  if (issue === undefined) return notFound('content');
  const refused = refuseLicensed(issue) ?? refuseFeature(context, issue.physical !== null);
  if (refused !== null) return refused;
  const errors = judgeUpdate(context, issue, body);
  if (errors.size > 0) return invalid(errors, context.faults);
  const before = issue.externalId;
  const type = issue.physical === null ? 'digital' : 'physical';
  fillIssue(context, issue, {...body, type});
  issue.version += 1;
  follow(context, before, issue);
  shelve(context.store, issue);
  return {status: 204};
}

/** DELETE /dashboard/issues/{issue_id}. */
export function deleteIssue(context: Context, _ask: Ask, id: string): Reply {
  const closed = refuseFeature(context, false);
  if (closed !== null) return closed;
  const issue = issueNamed(context, id);
  if (issue === undefined) return notFound('content');
  const refused = refuseLicensed(issue);
  if (refused !== null) return refused;
  unshelve(context.store, issue);
  const message = `${issue.name} is no longer in the library.`;
  return {status: 200, body: {CODE: 'success', message, data: null}};
}
