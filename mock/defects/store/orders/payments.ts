/** Defects of payments at the checkout (States / Order). */

import type {Seam, Defect} from '../../../defect.ts';
import {isRefused, type Transition} from '../../../operation.ts';
import type {CheckoutInput} from '../../../store/checkout/find-checkout.ts';
import type {Settling} from '../../../store/checkout/settle-checkout.ts';
import type {OrderStatus, Order} from '../../../store/orders/order.ts';
import {around, breaking} from '../../breaking.ts';

/** The operation with which a buyer pays, or leaves the checkout. */
export const SETTLE = ['settleCheckout'];

/** Stores the order of a visit with another status, for one outcome. */
const leavesAs = (outcome: string, status: OrderStatus): Seam =>
  around(SETTLE, (next) => (view, input) => {
    const done = next(view, input);
    const {order: key, outcome: given} = input.body as Settling;
    const order = view.find<Order>('orders', key);
    if (isRefused(done) || !order || given !== outcome) return done;
    return {...done, changes: [{table: 'orders', put: {...order, status} satisfies Order}]};
  });

/** Gives the order another status when a payment arrives in this state. */
const paysAnyway =
  (from: OrderStatus, to: OrderStatus) =>
  (next: Transition): Transition =>
  (view, input) => {
    const done = next(view, input);
    const {order: key, outcome = 'approved'} = input.body as Partial<Settling> & CheckoutInput;
    const order = view.find<Order>('orders', key);
    if (!isRefused(done) || order?.status !== from || outcome !== 'approved') return done;
    const body = {redirect: null, order_status: to};
    const put: Order = {...order, status: to};
    return {situation: 'checkout-settled', body, changes: [{table: 'orders', put}]};
  };

/** Defects of what a payment does to its order. */
export const payments: Defect[] = [
  ...breaking('store.orders.payment-approves-the-order', {
    'a payment leaves the order pending': {
      seam: 'change',
      in: SETTLE,
      table: 'orders',
      keep: ['status'],
    },
    'money that comes later is lost': {
      seam: 'change',
      in: ['approveLate'],
      table: 'orders',
      drop: true,
    },
    'an order whose checkout was left once cannot be paid': around(SETTLE, (next) => {
      const left = new Set<string>();
      return (view, input) => {
        const {order, outcome} = input.body as Settling;
        const done = next(view, input);
        if (outcome === 'left') left.add(order);
        if (isRefused(done) || outcome !== 'approved' || !left.has(order)) return done;
        return {...done, changes: []};
      };
    }),
    'a second payment cancels the order': around(SETTLE, paysAnyway('approved', 'cancelled')),
    'a second payment makes the order pending again': around(
      SETTLE,
      paysAnyway('approved', 'pending'),
    ),
  }),
  ...breaking('store.orders.unpaid-order-is-not-approved', {
    'a declined payment approves': leavesAs('declined', 'approved'),
    'a payment that is not decided approves': leavesAs('pending', 'approved'),
    'leaving the checkout approves': leavesAs('left', 'approved'),
  }),
  ...breaking('store.orders.cancelled-order-cannot-be-paid', {
    'a payment approves a cancelled order': around(SETTLE, paysAnyway('cancelled', 'approved')),
    'a payment makes a cancelled order pending': around(SETTLE, paysAnyway('cancelled', 'pending')),
    'money that comes later approves a cancelled order': around(
      ['approveLate'],
      paysAnyway('cancelled', 'approved'),
    ),
  }),
];
