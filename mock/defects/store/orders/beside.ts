import type {Defect, Seam} from '../../../defect.ts';
import type {Settling} from '../../../store/checkout/settle-checkout.ts';
import type {Order} from '../../../store/orders/order.ts';
import {afterwards, atPlace, breaking} from '../../breaking.ts';
import {CANCEL, orderIn, UPDATE} from './changed-orders.ts';
import {withChanges} from '../../stored-rows.ts';

/**
 * Lets an operation change other orders of the same user as well.
 * @param change the changes of another order, by the request's body and the id or reference in its path
 */
const touchingOthers = (
  operation: string[],
  change: (other: Order, body: Record<string, string>, named: string) => Partial<Order> | undefined,
): Seam =>
  afterwards(operation, (done, view, input) => {
    const order = orderIn(view, input);
    const others = view.newest<Order>('orders', {
      limit: 50,
      where: ({key, user}) => key !== order?.key && user === order?.user,
    });
    const changes = others.flatMap((other) => {
      const body = (input.body ?? {}) as Record<string, string>;
      const more = change(other, body, input.path['id'] ?? '');
      return more ? [{table: 'orders', put: {...other, ...more} as Order}] : [];
    });
    return withChanges(done, ...changes);
  });

/** Defects by which a request about one order changes another of the same user (Endpoints / Orders). */
const afterEveryChange: Defect[] = atPlace('after every change', [
  ...breaking('store.orders.update-changes-what-it-names-only', {
    'a pause pauses all orders of the user': touchingOthers(UPDATE, (_, {status}) =>
      status === 'paused' ? {status} : undefined,
    ),
    'an expiration is that of all orders of the user': touchingOthers(
      UPDATE,
      ({products}, {expiration_date: day}) =>
        day === undefined
          ? undefined
          : {products: products.map((one) => ({...one, expiration_date: day}))},
    ),
  }),
  ...breaking('store.orders.moves-are-the-listed-ones', {
    'a cancellation cancels all orders of the user': touchingOthers(CANCEL, () => ({
      status: 'cancelled',
    })),
    'a cancellation by reference cancels whose reference begins alike': touchingOthers(
      CANCEL,
      ({external_reference: reference}, _body, named) =>
        reference?.slice(0, 4) === named.slice(0, 4) ? {status: 'cancelled'} : undefined,
    ),
  }),
]);

/** Defects by which the payment of one order changes others of the same buyer (States / Order). */
const besidePayments: Defect[] = atPlace(
  'beside one that is paid',
  breaking('store.orders.unpaid-order-is-not-approved', {
    'a payment approves all pending sales of the buyer': afterwards(
      ['settleCheckout'],
      (done, view, {body}) => {
        const paid = view.find<Order>('orders', (body as Settling).order);
        const others = paid ? view.all<Order>('orders', 'user', paid.user) : [];
        const changes = others
          .filter(({key, status}) => key !== paid?.key && status === 'pending')
          .map((order) => ({table: 'orders', put: {...order, status: 'approved'} as Order}));
        return withChanges(done, ...changes);
      },
    ),
  }),
);

export const beside: Defect[] = [...afterEveryChange, ...besidePayments];
