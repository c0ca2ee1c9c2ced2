/** Defects of orders that change on later days, and of money that arrives again. */

import type {Defect, Seam} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import type {CheckoutInput} from '../../../store/checkout/find-checkout.ts';
import type {Order, OrderStatus, Payment} from '../../../store/orders/order.ts';
import {todayOf} from '../../../store/orders/today.ts';
import type {View} from '../../../operation.ts';
import {afterwards, around, atPlace, breaking} from '../../breaking.ts';
import {CANCEL, given, storing, UPDATE, withStatus} from './changed-orders.ts';
import {withRows} from '../../stored-rows.ts';

const SETTLE = 'settleCheckout';

/** Stores the order of a payment with other members. */
const paidAs = (members: (view: View) => Partial<Order>): Seam =>
  afterwards([SETTLE], (done, view) => withRows(done, 'orders', () => members(view)));

/** Moves an order that was paid before, when its money arrives again. */
const movedAgain = (operations: string[], from: OrderStatus, to: OrderStatus): Seam =>
  around(operations, (next) => (view, input) => {
    const done = next(view, input);
    const order = view.find<Order>('orders', (input.body as CheckoutInput).order);
    const wasPaid = view.all<Payment>('payments', 'order', order?.key ?? '').length > 0;
    if (!isRefused(done) || !order || !wasPaid || order.status !== from) return done;
    const body = {redirect: null, order_status: to};
    const put: Order = {...order, ...withStatus(order, to)};
    return {situation: 'checkout-settled', body, changes: [{table: 'orders', put}]};
  });

/** Defects of what reads show of a sale that was paid on a later day. */
const paidLater: Defect[] = atPlace('of a sale that is paid days later', [
  ...breaking('store.orders.created-at-is-the-day-of-creation', {
    'a payment makes created_at the day of the payment': paidAs((view) => ({
      created_day: todayOf(view),
    })),
  }),
  ...breaking('store.orders.read-shows-what-was-created', {
    'a payment takes the reference away': paidAs(() => ({external_reference: null})),
  }),
]);

/** Defects of what reads show of an order that was changed on a later day. */
const changedLater: Defect[] = atPlace('after changes on later days', [
  ...breaking('store.orders.created-at-is-the-day-of-creation', {
    'an approval makes created_at its own day': storing(UPDATE, ({input, view}) =>
      given(input).status === 'approved' ? {created_day: todayOf(view)} : undefined,
    ),
  }),
  ...breaking('store.orders.read-shows-what-was-created', {
    'a cancelled order costs nothing': storing(CANCEL, () => ({unit_price: 0})),
  }),
]);

/** Defects of money that arrives again. */
const paidAgain: Defect[] = [
  ...atPlace(
    'when the money of a paused sale arrives again',
    breaking('store.orders.moves-are-the-listed-ones', {
      'money that arrives again approves a paused sale': movedAgain(
        ['approveLate'],
        'paused',
        'approved',
      ),
      'another visit of the checkout approves a paused sale': movedAgain(
        [SETTLE],
        'paused',
        'approved',
      ),
    }),
  ),
  ...atPlace(
    'when the money arrives again',
    breaking('store.orders.cancelled-order-cannot-be-paid', {
      'money that arrives again revives a cancelled sale that was paid': movedAgain(
        ['approveLate'],
        'cancelled',
        'approved',
      ),
    }),
  ),
];

/** Defects of orders on later days. */
export const laterDays: Defect[] = [...paidLater, ...changedLater, ...paidAgain];
