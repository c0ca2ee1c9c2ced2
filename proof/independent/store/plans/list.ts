import {invalidField, notFound} from '../replies.ts';
import type {Ask, Context, Plan, Reply} from '../types.ts';
import {planView} from './view.ts';

/** Plans on one page of the list. */
const PAGE_SIZE = 15;

function holds(text: string, wanted: string): boolean {
  return text.toLowerCase().includes(wanted.toLowerCase());
}

/** Whether a search finds a plan: by its name, its type, or the words of its description. */
function matches({faults}: Context, plan: Plan, query: string): boolean {
  const all = plan.terms.details.replaceAll(/<[^>]*>/g, '');
  const words = faults.has('plans-search-long-details-missing') ? all.slice(0, 100) : all;
  const stale = faults.has('plans-search-renamed-stale');
  const title = stale ? (plan.firstTitle ?? plan.title) : plan.title;
  const texts = [
    faults.has('plan-search-names-missing') && query !== '' ? '' : title,
    faults.has('plan-search-types-missing') ? '' : plan.kind,
    faults.has('plan-search-details-missing') ? '' : words,
  ];
  return texts.some((text) => holds(text, query));
}

/** Plans of other stores that a faulty search finds by their types and descriptions. */
function strangers({faults, store, world}: Context, query: string): Plan[] {
  if (query === '' || !faults.has('plans-search-any-store')) return [];
  const others = world.stores.filter((one) => one !== store);
  const plans = others.flatMap((one) => [...one.plans.values()]);
  return plans.filter((plan) => holds(plan.kind, query) || holds(plan.terms.details, query));
}

function found(context: Context, query: string): Plan[] {
  const {faults, store, world} = context;
  const stores = faults.has('plans-any-store') ? world.stores : [store];
  const own = stores.flatMap((one) => [...one.plans.values()]);
  const all = [...own, ...strangers(context, query)];
  const lag = context.variants.has('lists-lag-by-a-second') ? 1000 : -Infinity;
  const hidden = context.variants.has('plans-deleted-hidden');
  const plans = all
    .filter((plan) => matches(context, plan, query))
    .filter(({terms}) => terms.createdAt <= context.now() - lag)
    .filter(({terms}) => !hidden || terms.deletedAt === null);
  if (context.variants.has('plans-list-newest-first')) return plans.sort((a, b) => b.id - a.id);
  return plans.sort((one, other) => one.title.localeCompare(other.title) || one.id - other.id);
}

/** GET /dashboard/plans. */
export function listPlans(context: Context, ask: Ask): Reply {
  const text = ask.query.get('offset') ?? '0';
  if (!/^\d{1,7}$/.test(text)) {
    return invalidField('offset', 'A whole number from 0 on.', context.faults);
  }
  const offset = Number(text);
  const plans = found(context, ask.query.get('query') ?? '');
  const page = plans.slice(offset, offset + PAGE_SIZE);
  if (page.length === 0) return notFound('plan');
  const rows = page.map((plan) => planView(context, plan));
  const data = {plans: rows, offset, size: PAGE_SIZE, total: plans.length};
  return {status: 200, body: {CODE: 'success', data}};
}

/** GET /dashboard/plans/collections. */
export function listCollections(context: Context): Reply {
  return {status: 200, body: {CODE: 'success', data: context.store.commerce.collections}};
}
