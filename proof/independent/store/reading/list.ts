import {refuse} from '../replies.ts';
import {localDay} from '../time.ts';
import type {Ask, Context, Errors, Json, Reply} from '../types.ts';
import {orderOf, readCursor} from './cursor.ts';
import {judgeReading} from './judge.ts';
import {cursorAt, PAGE_SIZE, pageAt, sizeOf} from './pages.ts';
import type {Reading} from './types.ts';
import {readingView} from './view.ts';

/** The refusal of a query: 400, with what is wrong with each filter. */
function refuseQuery(errors: Errors): Reply {
  const reply = refuse(400, 'These filters cannot be used so.');
  const fields = Object.fromEntries(errors);
  return {...reply, body: {...(reply.body as Json), errors: fields}};
}

function inPeriod(context: Context, query: URLSearchParams, one: Reading): boolean {
  const {faults} = context;
  const from = query.get('from_date');
  const to = query.get('to_date');
  if (from === null || to === null) return true;
  if (faults.has('readings-unprocessed-missing') && one.processedAt === null) return false;
  const {store, variants} = context;
  const zoneMinutes = variants.has('reading-days-of-utc') ? 0 : store.zoneMinutes;
  const day = localDay(one.startedAt, {...store, zoneMinutes});
  return from <= day && day <= to;
}

/** Whether a session is of the user and the content that a query names. */
function isOf({faults}: Context, query: URLSearchParams, one: Reading): boolean {
  const issue = query.get('issue_id');
  const user = query.get('user_id');
  const prefix = faults.has('readings-issue-prefix') && issue !== null;
  const ofIssue = prefix
    ? String(one.issueId).startsWith(issue)
    : issue === null || Number(issue) === one.issueId;
  const ofUser = user === null || Number(user) === one.userId;
  const both = issue !== null && user !== null;
  return both && faults.has('readings-user-or-issue') ? ofIssue || ofUser : ofIssue && ofUser;
}

/** Whether somebody read for the reason that a query names. */
function isFor({faults}: Context, query: URLSearchParams, one: Reading): boolean {
  const reason = query.get('reason_type');
  const value = query.get('reason_value');
  if (reason === null) return true;
  if (faults.has('readings-reason-online-only') && one.mode === 'offline') return false;
  const plan = reason.endsWith('global_subscription') && one.reason.startsWith('subscription_');
  const mixed = faults.has('readings-plan-of-any-reason') && value !== null && plan;
  const right = one.reason === reason || mixed;
  return right && (value === null || Number(value) === one.reasonValue);
}

/** The sessions of the store, as far as a faulty server does not lose some. */
function known(context: Context, query: URLSearchParams): Reading[] {
  const {faults, store, world} = context;
  const stores = faults.has('readings-issue-any-store') && query.has('issue_id');
  const all = (stores ? world.stores : [store]).flatMap(({commerce}) => commerce.readings);
  if (faults.has('readings-deleted-content-crashes')) {
    if (all.some((one) => !store.commerce.issues.has(one.issueId))) throw new TypeError('no issue');
  }
  if (context.variants.has('reading-appears-later')) {
    return all.filter(({notedAt = 0}) => notedAt <= context.now() - 1000);
  }
  if (!faults.has('readings-user-app-missing') || !query.has('user_id')) return all;
  return all.filter((one) => one.clientType !== 'app');
}

/** The sessions that a query asks for, in the order of the list. */
function found(context: Context, query: URLSearchParams): Reading[] {
  const all = known(context, query)
    .filter((one) => isOf(context, query, one) && isFor(context, query, one))
    .filter((one) => inPeriod(context, query, one))
    .toSorted(orderOf(context));
  const lonely = all.length > PAGE_SIZE && all.length % PAGE_SIZE === 1;
  return lonely && context.faults.has('readings-lonely-last-lost') ? all.slice(0, -1) : all;
}

function urlOf(path: string, query: URLSearchParams, cursor: string | null): string | null {
  if (cursor === null) return null;
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  return `${path}?${next.toString()}`;
}

/** Whether the store has no reading sessions to show. */
function isOff({faults, store}: Context, query: URLSearchParams): boolean {
  if (faults.has('readings-off-filtered-open') && query.has('issue_id')) return false;
  return !store.commerce.features.consumption;
}

/** GET /consumption/sessions. */
export function listReading(context: Context, ask: Ask): Reply {
  const {world} = context;
  if (isOff(context, ask.query)) {
    return refuse(403, 'Reading sessions are not part of the plan of this store.');
  }
  const {query} = ask;
  const errors = judgeReading(query);
  if (errors.size > 0) return refuseQuery(errors);
  const place = readCursor(query.get('cursor') ?? '');
  const page = pageAt(context, found(context, query), place, sizeOf(context, query));
  const path = `${world.origin}/integration-api/v1/consumption/sessions`;
  const next = cursorAt(context, page, 'after');
  const previous = cursorAt(context, page, 'before');
  const body = {
    CODE: 'success',
    current_page: page.number,
    data: page.rows.map((one) => readingView(context, one)),
    path,
    per_page: PAGE_SIZE,
    next_cursor: next,
    next_page_url: urlOf(path, query, next),
    prev_cursor: previous,
    prev_page_url: urlOf(path, query, previous),
  };
  return {status: 200, body};
}
