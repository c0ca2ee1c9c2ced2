import {invalidField, notFound} from '../replies.ts';
import type {Ask, Context, Json, Reply} from '../types.ts';
import {isThere} from './remove.ts';
import {searched} from './search.ts';
import type {Issue} from './types.ts';
import {itemView} from './view.ts';

/** Content on one page of the list. */
function pageSize({variants}: Context): number {
  return variants.has('content-pages-of-100') ? 100 : 12;
}

/** How much content a store may hold before `reached_issues_limit` is true, and how much free. */
const MOST = {all: 2000, free: 200} as const;

/** By day of publication, the newest first; those of one day by number. */
function inOrder({faults, variants}: Context, page: number): (one: Issue, other: Issue) => number {
  if (variants.has('content-list-by-number')) return (one, other) => other.id - one.id;
  if (variants.has('content-list-by-name')) return byName;
  if (variants.has('content-list-oldest-first')) return (one, other) => one.id - other.id;
  const sign = faults.has('issues-order-unstable') && page % 2 === 0 ? -1 : 1;
  return (one, other) => {
    const days = other.publicationDate.localeCompare(one.publicationDate);
    return days === 0 ? sign * (one.id - other.id) : days;
  };
}

const byName = (one: Issue, other: Issue): number =>
  one.name.localeCompare(other.name) || one.id - other.id;

/** The content on a page. */
function rowsOn(context: Context, found: Issue[], page: number): Issue[] {
  const {faults} = context;
  const usual = pageSize(context);
  const overlap = faults.has('issues-page-repeats-one') && page > 1 ? 1 : 0;
  const from = (page - 1) * usual - overlap;
  const size = faults.has('issues-page-of-thirteen') ? usual + 1 : usual;
  const rows = found.slice(from, from + size);
  const last = found[from - 1];
  if (!faults.has('issues-same-day-lost') || last === undefined) return rows;
  return rows.filter((one) => one.publicationDate !== last.publicationDate);
}

function lastPage(context: Context, total: number): number {
  const size = pageSize(context);
  if (context.faults.has('issues-last-page-extra')) return Math.floor(total / size) + 1;
  return Math.max(1, Math.ceil(total / size));
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

/** Content as the list shows it (a faulty list shows a conversion as it was at first). */
function listedView(context: Context, issue: Issue): Json {
  const view = itemView(context, issue);
  const stale = context.faults.has('conversion-stale-in-list') && issue.conversion.takes > 0;
  if (stale) view.conversion_status = 'started_dispatching_conversion';
  return view;
}

function paginator(context: Context, ask: Ask, found: Issue[], page: number): Json {
  const {faults, store} = context;
  const from = (page - 1) * pageSize(context);
  const rows = rowsOn(context, found, page);
  const last = lastPage(context, found.length);
  const total = faults.has('issues-total-all') ? store.commerce.issues.size : found.length;
  const at = addresses(context, ask.query);
  const empty = rows.length === 0;
  return {
    current_page: page,
    data: rows.map((one) => listedView(context, one)),
    first_page_url: at(1),
    from: empty ? null : from + 1,
    last_page: last,
    last_page_url: at(last),
    links: linksOf(page, last, at),
    next_page_url: page < last ? at(page + 1) : null,
    path: at(1).split('?')[0],
    per_page: pageSize(context),
    prev_page_url: page > 1 ? at(page - 1) : null,
    to: empty ? null : from + rows.length,
    total,
  };
}

/** How long a list does not show new content yet, in milliseconds. */
function lagOf({variants}: Context, query: string | null): number {
  if (variants.has('lists-lag-by-a-second')) return 1000;
  const byState = query === 'converting' || query === 'deferred';
  const shortly = variants.has('content-listed-shortly') && !byState;
  return shortly ? 10_000 : -Infinity;
}

/** GET /dashboard/issues. */
export function listIssues(context: Context, ask: Ask): Reply {
  const text = ask.query.get('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(text)) {
    return invalidField('page', 'A whole number from 1 on.', context.faults);
  }
  const {faults, store, world} = context;
  const everywhere = faults.has('issues-converting-any-store');
  const mixed = everywhere && ask.query.get('query') === 'converting';
  const stores = mixed ? world.stores : [store];
  const stored = stores.flatMap((one) => [...one.commerce.issues.values()]);
  const lag = lagOf(context, ask.query.get('query'));
  const all = stored
    .filter((one) => isThere(context, one, 'list'))
    .filter((one) => one.createdAt <= context.now() - lag);
  const order = inOrder(context, Number(text));
  const found = searched(context, all, ask.query.get('query') ?? '').toSorted(order);
  if (found.length === 0) return notFound('content');
  const data = {
    paginator: paginator(context, ask, found, Number(text)),
    reached_issues_limit: all.length >= MOST.all,
    reached_free_issues_limit: all.filter((one) => one.free).length >= MOST.free,
  };
  return {status: 200, body: {CODE: 'success', data}};
}
