import type {Order} from '../commerce-types.ts';
import type {Context} from '../types.ts';
import {approve, cancel} from './moves.ts';

/** How a buyer can leave the checkout. */
export const OUTCOMES = ['pay', 'decline', 'leave', 'pay-later'] as const;

/** One of the ways out of the checkout. */
export type Outcome = (typeof OUTCOMES)[number];

/** Where the buyer is sent after the checkout: return_url with three parameters more. */
function returnAddress(order: Order): string {
  const target = new URL(order.returnUrl ?? 'about:blank');
  const own = new URLSearchParams({
    'order-id': order.id,
    'order-external-id': order.reference ?? '',
    status: order.status,
  }).toString();
  const before = target.search.slice(1);
  target.search = before === '' ? own : `${before}&${own}`;
  return target.href;
}

/** Carries out what the buyer did; returns the address to go to. */
export function outcome(context: Context, order: Order, what: Outcome): string {
  if (what === 'pay') approve(context, order);
  if (what === 'decline') cancel(context, order, 'payment_declined', null);
  order.history.push(what);
  return returnAddress(order);
}
