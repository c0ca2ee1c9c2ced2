import {invalidField, notFound} from '../replies.ts';
import type {Ask, Context, Json, Reply} from '../types.ts';
import {conversionState, isConverting} from './conversion.ts';
import {issueByNumber, issueNamed} from './find.ts';
import type {Issue} from './types.ts';
import {itemView} from './view.ts';

/** Content on one page of the list. */
const PAGE_SIZE = 12;

/** How much content a store may hold before `reached_issues_limit` is true, and how much free. */
const MOST = {all: 2000, free: 200} as const;

/** A text without accents, in small letters. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function isDeferred(context: Context, issue: Issue): boolean {
  return conversionState(context, issue).status === 'deferred';
}

/** The content that a search asks for. */
function searched(context: Context, all: Issue[], query: string): Issue[] {
  if (query === 'converting') return all.filter((one) => isConverting(context, one));
  if (query === 'deferred') return all.filter((one) => isDeferred(context, one));
  const numbered = issueByNumber(context, query);
  if (numbered !== undefined) return [numbered];
  return all.filter((one) => folded(one.name).includes(folded(query)));
}

/** By day of publication, the newest first; those of one day by number. */
function inOrder(one: Issue, other: Issue): number {
  const days = other.publicationDate.localeCompare(one.publicationDate);
  return days === 0 ? one.id - other.id : days;
}

/** The addresses of the pages. */
function addresses(context: Context, query: URLSearchParams): (page: number) => string {
  const path = `${context.world.origin}/integration-api/v1/dashboard/issues`;
  return (page) => {
    const tail = new URLSearchParams(query);
    tail.set('page', String(page));
    return `${path}?${tail.toString()}`;
  };
}

function linksOf(page: number, last: number, at: (page: number) => string): Json[] {
  const numbers = Array.from({length: last}, (_, index) => index + 1);
  return [
    {url: page > 1 ? at(page - 1) : null, label: 'Previous', active: false},
    ...numbers.map((one) => ({url: at(one), label: String(one), active: one === page})),
    {url: page < last ? at(page + 1) : null, label: 'Next', active: false},
  ];
}

function paginator(context: Context, ask: Ask, found: Issue[], page: number): Json {
  const from = (page - 1) * PAGE_SIZE;
  const rows = found.slice(from, from + PAGE_SIZE);
  const last = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const at = addresses(context, ask.query);
  const empty = rows.length === 0;
  return {
    current_page: page,
    data: rows.map((one) => itemView(context, one)),
    first_page_url: at(1),
    from: empty ? null : from + 1,
    last_page: last,
    last_page_url: at(last),
    links: linksOf(page, last, at),
    next_page_url: page < last ? at(page + 1) : null,
    path: at(1).split('?')[0],
    per_page: PAGE_SIZE,
    prev_page_url: page > 1 ? at(page - 1) : null,
    to: empty ? null : from + rows.length,
    total: found.length,
  };
}

/** GET /dashboard/issues. */
export function listIssues(context: Context, ask: Ask): Reply {
  const text = ask.query.get('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(text)) {
    return invalidField('page', 'A whole number from 1 on.', context.faults);
  }
  const all = [...context.store.commerce.issues.values()];
  const found = searched(context, all, ask.query.get('query') ?? '').toSorted(inOrder);
  if (found.length === 0) return notFound('content');
  const data = {
    paginator: paginator(context, ask, found, Number(text)),
    reached_issues_limit: all.length >= MOST.all,
    reached_free_issues_limit: all.filter((one) => one.free).length >= MOST.free,
  };
  return {status: 200, body: {CODE: 'success', data}};
}

/** GET /dashboard/issues/{id or external_reference}. */
export function readIssue(context: Context, _ask: Ask, id: string): Reply {
  const issue = issueNamed(context, id);
  if (issue === undefined) return notFound('content');
  return {status: 200, body: {CODE: 'success', data: {issue: itemView(context, issue)}}};
}
