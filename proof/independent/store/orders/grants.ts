import type {Order, OrderProduct} from '../commerce-types.ts';
import {isPushedOut} from '../part-h/states.ts';
import {addMonths, localDay} from '../time.ts';
import {entryOf} from './products.ts';
import type {Context, Plan, User, UserPlan} from '../types.ts';

/** The user of an order. */
export function userOf(context: Context, order: Order): User | undefined {
  const {faults, store, world} = context;
  const stores = faults.has('orders-any-store') ? world.stores : [store];
  return stores.map((one) => one.users.get(order.userId)).find((user) => user !== undefined);
}

/** The subscription that a product of an order gave. */
export function subscriptionOf(user: User, product: OrderProduct): UserPlan | undefined {
  if (product.subscription === null) return undefined;
  return user.plans.find((one) => one.subscription === product.subscription);
}

function subscribe(context: Context, user: User, product: OrderProduct, plan: Plan): void {
  context.world.nextNumber += 3;
  const from = localDay(context.now(), context.store);
  const usual = plan.months === null ? null : addMonths(from, plan.months);
  product.subscription = String(context.world.nextNumber);
  user.plans.push({
    subscription: product.subscription,
    plan,
    label: plan.title,
    from,
    until: product.expiration ?? usual,
    cancelledAt: null,
    reason: null,
  });
}

/** Gives what an approved order sells: content, and subscriptions. */
export function grant(context: Context, user: User, order: Order): void {
  order.approvedAt = context.now();
  for (const product of order.products) {
    const plan = context.store.plans.get(Number(product.id));
    if (product.type === 'subscription' && plan !== undefined) {
      subscribe(context, user, product, plan);
      continue;
    }
    user.purchases.push({
      orderNumber: order.number,
      issueId: entryOf(context, product.id)?.issueId ?? 0,
      channel: order.type === 'sale' ? 'checkout' : 'manual',
      cancelled: false,
      reason: null,
      order: order.id,
    });
  }
}

/** Whether access was over once, which a faulty server does not forget. */
function isLapsed({faults}: Context, order: Order, product: OrderProduct): boolean {
  const lapsed = order.history.includes(`lapsed:${product.id}`);
  return lapsed && faults.has('order-expired-stays-expired');
}

/** Whether a product is paused (a faulty server withholds others, or not those). */
function isWithheld(context: Context, order: Order, product: OrderProduct): boolean {
  const {faults} = context;
  if (isLapsed(context, order, product)) return true;
  if (faults.has('permission-no-access') && order.type === 'permission') return true;
  if (faults.has('report-no-access') && order.type === 'report') return true;
  if (faults.has('order-pause-keeps-plans') && product.type === 'subscription') return false;
  return product.paused && !faults.has('order-pause-keeps-access');
}

/** Whether the status of an order lets its products be read. */
function isLive({faults}: Context, order: Order, product: OrderProduct): boolean {
  if (faults.has('order-pause-keeps-plans') && product.type === 'subscription') return true;
  if (faults.has('order-pause-keeps-access')) return true;
  if (faults.has('order-pause-first-product-only') && order.status === 'paused') return true;
  return order.status === 'approved';
}

/** Whether a last day of access is over: it may be the last one, or the one that begins without. */
export function isOver({variants}: Context, last: string | null, today: string): boolean {
  if (last === null) return false;
  return variants.has('orders-access-ends-when-day-begins') ? last <= today : last < today;
}

/** Whether a product of a cancelled order can be read until a day to come. */
function isReadableStill(
  context: Context,
  order: Order,
  product: OrderProduct,
  today: string,
): boolean {
  const {faults, variants} = context;
  const goesOn = variants.has('orders-subscriptions-end-with-period');
  if (goesOn && product.type === 'subscription') return true;
  if (faults.has('order-cancel-day-ignored-for-plans') && product.type === 'subscription') {
    return false;
  }
  return order.accessUntil !== null && !isOver(context, order.accessUntil, today);
}

/** Whether a faulty server lets an order be read that gives nothing (yet, or any more). */
function isReadAnyway({faults}: Context, {cancelReason, status}: Order): boolean {
  if (faults.has('sale-pending-access') && status === 'pending') return true;
  return faults.has('reactivate-restores-access') && cancelReason === 'account_closed';
}

/** Whether a product of an order can be read today. */
export function isReadable(context: Context, order: Order, product: OrderProduct): boolean {
  const user = userOf(context, order);
  if (user === undefined || user.deletedAt !== null) return false;
  if (isReadAnyway(context, order)) return true;
  if (order.approvedAt === null || isWithheld(context, order, product)) return false;
  const today = localDay(context.now(), context.store);
  const subscription = subscriptionOf(user, product);
  const last = subscription === undefined ? product.expiration : subscription.until;
  if (isOver(context, last, today)) return false;
  const ended = (subscription?.cancelledAt ?? null) !== null;
  if (order.status !== 'cancelled') return isLive(context, order, product) && !ended;
  if (ended && order.accessUntil === null) return false;
  return isReadableStill(context, order, product, today);
}

/** Whether a faulty server looks at the oldest order of a product alone, and that is over. */
function endsWithOldest(context: Context, own: Order[], type: string, id: string): boolean {
  if (!context.faults.has('access-ends-with-sooner-order')) return false;
  const products = own.flatMap((order) => order.products);
  const oldest = products.find((one) => one.type === type && one.id === id);
  return isOver(context, oldest?.expiration ?? null, localDay(context.now(), context.store));
}

/** Whether a user may read a product by any order, or has the plan otherwise. */
export function mayRead(context: Context, user: User, type: string, id: string): boolean {
  const {orders} = context.store.commerce;
  const own = orders.filter((order) => order.userId === user.id);
  if (context.faults.has('order-cancel-ends-other-access')) {
    const ended = own.filter((order) => order.status === 'cancelled');
    if (ended.some(({products}) => products.some((one) => one.id === id))) return false;
  }
  if (endsWithOldest(context, own, type, id)) return false;
  const ordered = own.some((order) => {
    if (isPushedOut(context, order)) return false;
    return order.products.some((one) => {
      return one.type === type && one.id === id && isReadable(context, order, one);
    });
  });
  if (ordered || type !== 'subscription' || user.deletedAt !== null) return ordered;
  const numbers = new Set(own.flatMap((order) => order.products.map((one) => one.subscription)));
  const today = localDay(context.now(), context.store);
  return user.plans.some((one) => {
    const running = one.cancelledAt === null && (one.until === null || one.until >= today);
    return running && String(one.plan.id) === id && !numbers.has(one.subscription);
  });
}
