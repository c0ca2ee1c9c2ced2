import {defined} from '../../../spec/defined.ts';
import {guarded} from '../../guarded.ts';
import type {View} from '../../operation.ts';
import {stateChoices} from '../orders/choices.ts';
import {movedOrder} from '../orders/order-states.ts';
import type {Order, PaymentOutcome} from '../orders/order.ts';
import {changesOf, refusedMove} from '../orders/outcomes.ts';
import {CHECKOUT_GUARDS, findCheckout, type Checkout, type CheckoutInput} from './find-checkout.ts';
import {returnAddress, type ReturnStatus} from './return-address.ts';

/** What the buyer does at the checkout; `left`: the buyer goes without an attempt to pay. */
export type CheckoutOutcome = PaymentOutcome | 'left';

/** What ends a visit of the checkout. */
export interface Settling extends CheckoutInput {
  outcome: CheckoutOutcome;
}

/** What the end of a visit leads to. */
export interface Settled {
  /** Where the buyer is sent; null where the order has no address of the web. */
  redirect: string | null;
  order_status: Order['status'];
}

/**
 * Ends a visit of the checkout: the payment succeeds, is declined or stays pending, or the buyer
 * leaves. Only a successful payment approves the order (States / Order).
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

/** The money arrives at the gateway, without the buyer. */
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

/** The status with which the buyer comes back; that of a declined payment is a freedom. */
function returnStatus(view: View, outcome: CheckoutOutcome): ReturnStatus {
  if (outcome === 'approved') return 'approved';
  if (outcome !== 'declined') return 'pending';
  return view.freedom('checkout.declined_status') === 'pending' ? 'pending' : 'cancelled';
}
