import {cancelManualOrders} from './orders/moves.ts';
import {looksElsewhere} from './part-h/states.ts';
import {addMonths, isDay, localDay} from './time.ts';
import type {Context, Json, Plan, User} from './types.ts';

function endOf(context: Context, plan: Plan, from: string, custom: unknown): string | null {
  const {faults} = context;
  const usual = plan.months === null ? null : addMonths(from, plan.months);
  if (typeof custom !== 'string' || faults.has('valid-to-ignored')) return usual;
  if (faults.has('valid-to-ignored-for-recurring') && plan.kind === 'recurring') return usual;
  if (faults.has('valid-to-day-before') && isDay(custom)) {
    return localDay(Date.parse(`${custom}T00:00:00Z`), context.store);
  }
  return custom;
}

function planOf(context: Context, value: unknown): Plan | undefined {
  if (typeof value !== 'number') return undefined;
  const stores = [context.store, ...context.world.stores];
  return stores.map((store) => store.plans.get(value)).find((plan) => plan !== undefined);
}

/** Gives a user the plan that a (judged) body names. */
export function assignPlan(context: Context, user: User, body: Json): void {
  const plan = planOf(context, body.assign_new_plan);
  if (plan === undefined) return;
  context.world.nextNumber += 3;
  const from = localDay(context.now(), context.store);
  user.plans.push({
    subscription: String(context.world.nextNumber),
    plan,
    label: plan.title,
    from,
    until: endOf(context, plan, from, body.new_plan_custom_valid_to),
    cancelledAt: null,
    reason: null,
  });
}

/** Names the newest running plan of a user. */
export function namePlan(context: Context, user: User, name: string): void {
  const {faults} = context;
  if (faults.has('plan-name-ignored')) return;
  const running = user.plans.filter((one) => one.cancelledAt === null);
  const newest = running.at(-1);
  if (newest === undefined) return;
  if (faults.has('plan-name-once') && newest.label !== newest.plan.title) return;
  newest.label = faults.has('plan-name-ascii') ? name.replaceAll(/[^\x20-\x7e]/g, '?') : name;
  if (!faults.has('plan-name-spills')) return;
  const all = [...context.store.users.values()].flatMap(({plans}) => plans);
  for (const one of all) if (one.plan === newest.plan) one.label = name;
}

/** The numbers of the subscriptions that orders gave. */
function orderedSubscriptions(context: Context): Set<string | null> {
  const products = context.store.commerce.orders.flatMap((order) => order.products);
  return new Set(products.map((one) => one.subscription));
}

/** Cancels what an anonymized user still has of plans. */
export function cancelPlans(context: Context, user: User): void {
  const {faults} = context;
  if (faults.has('anonymize-plans-kept')) return;
  const running = user.plans.filter((one) => one.cancelledAt === null);
  const newest = faults.has('anonymize-newest-plan-only') ? running.slice(-1) : running;
  const chosen = faults.has('anonymize-fourth-plan-kept') ? newest.slice(0, 3) : newest;
  const ordered = orderedSubscriptions(context);
  for (const one of chosen) {
    if (faults.has('anonymize-ordered-plans-kept') && ordered.has(one.subscription)) continue;
    if (faults.has('anonymize-suspended-plans-kept') && one.suspended === true) continue;
    if (faults.has('anonymize-prepaid-kept') && one.plan.kind === 'prepaid') continue;
    if (faults.has('anonymize-recurring-kept') && one.plan.kind === 'recurring') continue;
    one.cancelledAt = context.now();
    one.reason = 'deactivate_user';
  }
}

/** Whether a faulty server cancels no order of a user who leaves. */
function keepsOrders({faults}: Context, user: User, anonymize: boolean): boolean {
  const again = user.history.includes('reactivate');
  if (again && faults.has('second-deactivation-orders-kept')) return true;
  if (!anonymize && faults.has('deactivate-orders-kept')) return true;
  return anonymize && faults.has('anonymize-orders-kept');
}

/** Cancels the active manual orders of a user. */
export function cancelOrders(context: Context, user: User, anonymize: boolean): void {
  const {faults} = context;
  if (keepsOrders(context, user, anonymize) || looksElsewhere(context)) return;
  const active = user.purchases.filter((one) => !one.cancelled && one.channel === 'manual');
  const chosen =
    faults.has('deactivate-first-order-only') && !anonymize ? active.slice(0, 1) : active;
  const capped = faults.has('deactivate-sixth-order-kept') ? chosen.slice(0, 5) : chosen;
  for (const one of capped) {
    one.cancelled = true;
    const reason = faults.has('anonymize-orders-no-reason') ? null : 'deactivate_user';
    one.reason = anonymize ? reason : 'account_closed';
  }
  if (chosen.length < active.length) return;
  const silent = anonymize && faults.has('anonymize-orders-no-reason');
  const reason = anonymize ? 'deactivate_user' : 'account_closed';
  cancelManualOrders(context, user, silent ? null : reason);
}
