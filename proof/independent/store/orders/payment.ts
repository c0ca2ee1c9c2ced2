import type {Order} from '../commerce-types.ts';
import type {Context} from '../types.ts';
import {approve, cancel} from './moves.ts';

/** How a buyer can leave the checkout. */
export const OUTCOMES = ['pay', 'decline', 'leave', 'pay-later'] as const;

/** One of the ways out of the checkout. */
export type Outcome = (typeof OUTCOMES)[number];

function statusTold({faults}: Context, order: Order): string | undefined {
  if (faults.has('redirect-status-missing')) return undefined;
  if (faults.has('redirect-status-paid') && order.status === 'approved') return 'paid';
  if (faults.has('redirect-late-approved') && order.history.includes('pay-later')) {
    return 'approved';
  }
  if (faults.has('redirect-status-lags') && order.history.includes('pay')) return 'pending';
  if (faults.has('redirect-declined-pending') && order.status === 'cancelled') return 'pending';
  return order.status;
}

/** The parameters that return_url gets. */
function parameters(context: Context, order: Order): string {
  const {faults} = context;
  const whole = order.reference ?? '';
  const reference = faults.has('redirect-reference-cut') ? whole.slice(0, 32) : whole;
  const name = faults.has('redirect-reference-renamed')
    ? 'external-reference'
    : 'order-external-id';
  const shown = faults.has('redirect-id-as-number') ? order.number : order.id;
  const id = faults.has('redirect-order-id-missing') ? undefined : shown;
  const pairs = [
    ['order-id', id],
    [
      name,
      context.variants.has('orders-redirect-without-reference')
        ? (order.reference ?? undefined)
        : reference,
    ],
    ['status', statusTold(context, order)],
  ].filter(([, value]) => value !== undefined);
  if (faults.has('redirect-reference-raw')) {
    return pairs.map(([key = '', value = '']) => `${key}=${value}`).join('&');
  }
  return pairs.map(([key = '', value = '']) => `${key}=${encodeURIComponent(value)}`).join('&');
}

/** The query that return_url has already. */
function ownQuery({faults}: Context, target: URL): string {
  if (faults.has('redirect-query-lost')) return '';
  if (!faults.has('redirect-repeated-keys-lost')) return target.search.slice(1);
  return new URLSearchParams(Object.fromEntries(target.searchParams)).toString();
}

/** The return_url of an order (a faulty server keeps one for each user). */
function returnUrlOf({faults, store}: Context, order: Order): string {
  const newest = store.commerce.orders.findLast((one) => {
    return one.userId === order.userId && one.type === 'sale' && one.returnUrl !== null;
  });
  const chosen = faults.has('redirect-to-newest-return-url') ? (newest ?? order) : order;
  return chosen.returnUrl ?? '';
}

/** Where the buyer is sent after the checkout: return_url with three parameters more. */
function returnAddress(context: Context, order: Order): string {
  const {faults} = context;
  const own = parameters(context, order);
  const address = returnUrlOf(context, order);
  if (faults.has('redirect-after-hash') && address.includes('#')) return `${address}?${own}`;
  if (faults.has('redirect-second-question-mark') && address.includes('?')) {
    return `${address}?${own}`;
  }
  const target = new URL(address);
  const before = ownQuery(context, target);
  const first = context.variants.has('orders-redirect-parameters-first');
  const both = first ? `${own}&${before}` : `${before}&${own}`;
  target.search = before === '' ? own : both;
  return target.href;
}

/** The order that a payment is for (a faulty server takes the oldest one of the user). */
function paidOne({faults, store}: Context, order: Order): Order {
  if (!faults.has('checkout-pays-older-order')) return order;
  const older = store.commerce.orders.find((one) => {
    return one.userId === order.userId && one.status === 'pending';
  });
  return older ?? order;
}

/** Carries out what the buyer did; returns the address to go to. */
export function outcome(context: Context, order: Order, what: Outcome): string {
  order.history.push(what);
  if (what === 'pay') approve(context, paidOne(context, order));
  const {variants} = context;
  if (what === 'decline' && !variants.has('orders-declined-stay-pending')) {
    cancel(context, order, 'payment_declined', null);
  }
  if (what === 'leave' && variants.has('orders-left-are-cancelled')) {
    cancel(context, order, 'checkout_left', null);
  }
  return returnAddress(context, order);
}
