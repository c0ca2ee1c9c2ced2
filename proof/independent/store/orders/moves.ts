import type {Order} from '../commerce-types.ts';
import {sendMail} from '../mail.ts';
import {stumbles} from '../part-h/states.ts';
import {addMonths, DAY} from '../time.ts';
import type {Context, User} from '../types.ts';
import {gatewayFor} from './gateway.ts';
import {grant, subscriptionOf, userOf} from './grants.ts';

/** Notes that money was paid. */
export function recordPayment(context: Context, order: Order): void {
  context.store.commerce.payments.push({
    order: order.id,
    amount: order.unitPrice,
    currency: order.currency ?? '',
    gateway: order.type === 'sale' ? gatewayFor(context, order) : null,
    at: context.now(),
  });
}

/** Approves a pending order that was paid. */
export function approve(context: Context, order: Order): void {
  const user = userOf(context, order);
  const {faults} = context;
  const paysAnyway = faults.has('checkout-pays-cancelled') || faults.has('checkout-cancel-race');
  const open = order.status === 'pending' || paysAnyway;
  if (user === undefined || !open || faults.has('sale-payment-ignored')) return;
  const late = context.now() - order.createdAt > DAY / 24;
  if (faults.has('sale-late-payment-lost') && late) return;
  if (stumbles(context, order)) return;
  order.status = 'approved';
  if (faults.has('order-created-moves-on-approval')) order.createdAt = context.now();
  recordPayment(context, order);
  grant(context, user, order);
  if (faults.has('sale-late-mail-missing') && order.history.includes('pay-later')) return;
  if (faults.has('sale-mail-at-creation')) return;
  sendMail(context, user, order, 'sale-approved');
}

/** The sooner of two last days (null: there is none). */
function sooner(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** Ends what an order gave. */
function withdraw(context: Context, user: User, order: Order): void {
  for (const one of user.purchases) {
    if (one.order !== order.id) continue;
    one.cancelled = true;
    one.reason = order.cancelReason;
  }
  for (const product of order.products) {
    const subscription = subscriptionOf(user, product);
    product.expiration = sooner(product.expiration, order.accessUntil);
    if (subscription === undefined) continue;
    const goesOn = context.variants.has('orders-subscriptions-end-with-period');
    if (goesOn && order.accessUntil === null) {
      subscription.until ??= addMonths(subscription.from, 1);
      product.expiration = subscription.until;
      continue;
    }
    subscription.until = sooner(subscription.until, order.accessUntil);
    subscription.cancelledAt ??= context.now();
    subscription.reason ??= order.cancelReason;
  }
}

/** Cancels an order. */
export function cancel(
  context: Context,
  order: Order,
  reason: string | null,
  until: string | null,
): void {
  order.status = 'cancelled';
  order.cancelledAt = context.now();
  order.cancelReason = reason;
  order.accessUntil = until;
  const user = userOf(context, order);
  if (user !== undefined) withdraw(context, user, order);
}

/** Cancels the active orders of a user for which no checkout was needed. */
export function cancelManualOrders(context: Context, user: User, reason: string | null): void {
  const {faults} = context;
  if (faults.has('deactivate-order-status-stale')) return;
  const plansKept = faults.has('deactivate-subscription-orders-kept');
  const pausedToo = !faults.has('deactivate-paused-orders-kept');
  let left = faults.has('deactivate-sixth-order-kept') ? 5 : Infinity;
  for (const order of context.store.commerce.orders) {
    const active = order.status === 'approved' || (order.status === 'paused' && pausedToo);
    if (order.userId !== user.id || order.type === 'sale' || !active) continue;
    if (plansKept && order.products.every((one) => one.type === 'subscription')) continue;
    if (left > 0) cancel(context, order, reason, null);
    left -= 1;
  }
}

/** Pauses products of an order, or lets them go on; the order follows when all are alike. */
export function setPaused(
  context: Context,
  order: Order,
  paused: boolean,
  chosen: Order['products'],
): void {
  const user = userOf(context, order);
  const {faults} = context;
  const one =
    (faults.has('order-pause-first-product-only') && paused) ||
    (faults.has('order-resume-first-product-only') && !paused);
  const kept = faults.has('order-resume-without-access') && !paused;
  for (const product of one ? chosen.slice(0, 1) : chosen) {
    product.paused = paused || kept;
    const subscription = user === undefined ? undefined : subscriptionOf(user, product);
    if (subscription !== undefined) subscription.suspended = paused;
  }
  const all = chosen.length === order.products.length;
  if (all) order.status = paused ? 'paused' : 'approved';
  else order.status = order.products.every((each) => each.paused) ? 'paused' : 'approved';
}
