import {usualTerms} from '../commerce-seeds.ts';
import {invalid, notFound} from '../replies.ts';
import type {Ask, Context, Json, Plan, Reply} from '../types.ts';
import {bodyOf, EXTERNALS, judgePlan, wholeNumber} from './judge.ts';

/** Concurrent sessions of a plan that does not say how many. */
const USUAL_CONCURRENCY = 3;

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function pricesOf(value: unknown): Record<string, number> {
  const prices = Object.entries({...(typeof value === 'object' ? value : {})});
  return Object.fromEntries(prices.map(([code, cents]) => [code, wholeNumber(cents, 0) ?? 0]));
}

/** Stores a (judged) body in a plan. */
function fill(context: Context, plan: Plan, body: Json): void {
  const {terms} = plan;
  const {faults} = context;
  const keeps = faults.has('plan-recurring-keeps-duration');
  plan.title = String(body.name);
  plan.kind = body.type === 'prepaid' ? 'prepaid' : 'recurring';
  plan.months = plan.kind === 'prepaid' || keeps ? wholeNumber(body.duration, 1) : null;
  terms.details = String(body.details);
  terms.recommended = body.recommended === true;
  terms.private = body.private === true;
  terms.assignsCollections = body.assigns_collections === true;
  terms.downloadFiles = body.download_files === true;
  terms.freeTrial = body.free_trial === true;
  terms.freeTrialDays = terms.freeTrial ? wholeNumber(body.free_trial_days, 1) : null;
  terms.concurrencyLimit = wholeNumber(body.concurrency_limit, 1) ?? USUAL_CONCURRENCY;
  terms.collections = Array.isArray(body.collections) ? body.collections.map(String) : [];
  terms.prices = pricesOf(body.prices);
  terms.customer = textOrNull(body.customer);
  terms.invoice = textOrNull(body.invoice);
  terms.fileName = textOrNull(body.file_name);
  terms.uploadFile = textOrNull(body.upload_file);
  terms.updatedAt = context.now();
}

/** POST /dashboard/plans. */
export function createPlan(context: Context, ask: Ask): Reply {
  const ignored = Object.fromEntries(EXTERNALS.map((field) => [field, undefined]));
  const body = {...ask.body, ...ignored};
  const errors = judgePlan(context, body);
  if (errors.size > 0) return invalid(errors, context.faults);
  const {world, store} = context;
  const terms = usualTerms(context.now(), '', {});
  const id = world.nextPlan;
  world.nextPlan += 4;
  const plan: Plan = {id, title: '', kind: 'recurring', months: null, subscribable: true, terms};
  fill(context, plan, body);
  store.plans.set(id, plan);
  return {status: 201, body: {CODE: 'success', data: {plan_id: id}}};
}

function planOf(context: Context, id: string, anyStore = false): Plan | undefined {
  if (!/^[1-9]\d{0,14}$/.test(id)) return undefined;
  const stores = anyStore ? context.world.stores : [context.store];
  const plan = stores.map((one) => one.plans.get(Number(id))).find((one) => one !== undefined);
  return plan?.terms.deletedAt === null ? plan : undefined;
}

/** PUT /dashboard/plans/{plan_id}. */
export function updatePlan(context: Context, ask: Ask, id: string): Reply {
  const {faults} = context;
  const plan = planOf(context, id, faults.has('plan-update-any-store'));
  if (plan === undefined) return notFound('plan');
  const body = {...bodyOf(plan), ...ask.body};
  const errors = judgePlan(context, body);
  if (errors.size > 0 && !faults.has('plan-update-unchecked')) return invalid(errors, faults);
  if (faults.has('plan-update-ignored')) return {status: 204};
  plan.firstTitle ??= plan.title;
  plan.terms.updates += 1;
  if (faults.has('plan-second-update-lost') && plan.terms.updates > 1) return {status: 204};
  fill(context, plan, body);
  return {status: 204};
}

/** DELETE /api/v1/dashboard/plans/{plan_id}. */
export function deletePlan(context: Context, id: string): Reply {
  const {faults} = context;
  const plan = planOf(context, id, faults.has('plan-delete-any-store'));
  if (plan === undefined) return notFound('plan');
  const lost = faults.has('plan-delete-no-effect');
  if (!lost) plan.terms.deletedAt = context.now();
  if (!lost && !faults.has('plan-deleted-assignable')) plan.subscribable = false;
  const message = `${plan.title} is no longer sold. Running subscriptions go on to their end.`;
  return {status: 200, body: {CODE: 'success', message}};
}
