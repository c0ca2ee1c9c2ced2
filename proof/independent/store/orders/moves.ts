import type {Order} from '../commerce-types.ts';
import {sendMail} from '../mail.ts';
import type {Context, User} from '../types.ts';
import {gatewayOf} from './currencies.ts';
import {grant, subscriptionOf, userOf} from './grants.ts';

/** Notes that money was paid. */
export function recordPayment(context: Context, order: Order): void {
  context.store.commerce.payments.push({
    order: order.id,
    amount: order.unitPrice,
    currency: order.currency ?? '',
    gateway: order.type === 'sale' ? gatewayOf(order.currency) : null,
    at: context.now(),
  });
}

/** Approves a pending order that was paid. */
export function approve(context: Context, order: Order): void {
  const user = userOf(context, order);
  if (user === undefined || order.status !== 'pending') return;
  order.status = 'approved';
  recordPayment(context, order);
  grant(context, user, order);
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
  for (const order of context.store.commerce.orders) {
    const active = order.status === 'approved' || order.status === 'paused';
    if (order.userId !== user.id || order.type === 'sale' || !active) continue;
    cancel(context, order, reason, null);
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
  for (const product of chosen) {
    product.paused = paused;
    const subscription = user === undefined ? undefined : subscriptionOf(user, product);
    if (subscription !== undefined) subscription.suspended = paused;
  }
  order.status = order.products.every((one) => one.paused) ? 'paused' : 'approved';
}
