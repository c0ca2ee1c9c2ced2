import type {Defect, Seam} from '../../../defect.ts';
import type {Order} from '../../../store/orders/order.ts';
import {afterwards, atPlace, breaking} from '../../breaking.ts';
import {CANCEL, orderIn, UPDATE} from './changed-orders.ts';

/**
 * An operation that changes other orders of the same user, too.
 * @param change by the order that the request names and the request's body
 */
const touchingOthers = (
  operation: string[],
  change: (other: Order, body: Record<string, string>) => Partial<Order> | undefined,
): Seam =>
  afterwards(operation, (done, view, input) => {
    const order = orderIn(view, input);
    const others = view.newest<Order>('orders', {
      limit: 50,
      where: ({key, user}) => key !== order?.key && user === order?.user,
    });
    const changes = others.flatMap((other) => {
      const more = change(other, (input.body ?? {}) as Record<string, string>);
      return more ? [{table: 'orders', put: {...other, ...more} as Order}] : [];
    });
    return {...done, changes: [...(done.changes ?? []), ...changes]};
  });

/** What a request about one order changes of another of the same user (Endpoints / Orders). */
export const beside: Defect[] = atPlace('after every change', [
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
  }),
]);
