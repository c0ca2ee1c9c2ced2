import {defined} from '../../../spec/defined.ts';
import {guarded} from '../../guarded.ts';
import type {View} from '../../operation.ts';
import {stateChoices} from '../orders/choices.ts';
import {movedOrder} from '../orders/order-states.ts';
import type {Order, PaymentOutcome} from '../orders/order.ts';
import {changesOf, refusedMove} from '../orders/order-changes.ts';
import {CHECKOUT_GUARDS, findCheckout, type Checkout, type CheckoutInput} from './find-checkout.ts';
import {returnAddress, type ReturnStatus} from './return-address.ts';

/** The action of the buyer at the checkout; `left`: the buyer leaves without an attempt to pay. */
export type CheckoutOutcome = PaymentOutcome | 'left';

/** The end of a visit of the checkout. */
export interface Settling extends CheckoutInput {
  outcome: CheckoutOutcome;
}

/** The result of the end of a visit. */
export interface Settled {
  /** The URL to which the buyer is sent; null for an order without a web address. */
  redirect: string | null;
  order_status: Order['status'];
}

/**
 * Ends a visit of the checkout: the payment succeeds, is declined or is pending, or the buyer leaves. Only a
 * successful payment approves the order (States / Order).
 */
export const settleCheckout = guarded<Checkout>({
  find: (view, {body}) => findCheckout(view, body),
  guards: CHECKOUT_GUARDS,
  perform(checkout, view, {body}) {
    const {outcome} = body as Settling;
    const order = defined(checkout.order, 'the order of the checkout');
    const status = returnStatus(view, outcome);
    if (outcome === 'left') return {situation: 'checkout-left', body: settled(order, status)};
    const event = {event: 'payment', outcome} as const;
    const moved = movedOrder(order, event, view.now, stateChoices(view));
    if ('refused' in moved) return refusedMove(order, moved.refused);
    return {
      situation: 'checkout-settled',
      body: settled(moved.order, status),
      changes: changesOf(view, moved.order, moved.effects),
    };
  },
});

/** The payment arrives at the gateway after the buyer has left. */
export const approveLate = guarded<Checkout>({
  find: (view, {body}) => findCheckout(view, body),
  guards: CHECKOUT_GUARDS,
  perform(checkout, view) {
    const order = defined(checkout.order, 'the order of the checkout');
    const event = {event: 'payment', outcome: 'approved'} as const;
    const moved = movedOrder(order, event, view.now, stateChoices(view));
    if ('refused' in moved) return refusedMove(order, moved.refused);
    return {
      situation: 'payment-arrived',
      body: {order_status: moved.order.status},
      changes: changesOf(view, moved.order, moved.effects),
    };
  },
});

const settled = (order: Order, status: ReturnStatus): Settled => ({
  redirect: returnAddress(order, status),
  order_status: order.status,
});

/** The status with which the buyer returns. After a declined payment it depends on a freedom. */
function returnStatus(view: View, outcome: CheckoutOutcome): ReturnStatus {
  if (outcome === 'approved') return 'approved';
  if (outcome !== 'declined') return 'pending';
  return view.freedom('checkout.declined_status') === 'pending' ? 'pending' : 'cancelled';
}
