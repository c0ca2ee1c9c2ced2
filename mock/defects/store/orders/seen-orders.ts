/** How the operations that say whether a user may read a product see other orders than there are. */

import type {Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {Order} from '../../../store/orders/order.ts';
import {findingAll} from '../../breaking.ts';
import {withStatus, withProducts, storing} from './changed-orders.ts';

/** The operations that say whether a user may read a product: the hook, and the page of the reader. */
export const ASKED = ['readAccess', 'openReader'];

/** Lets access depend on orders of other users, or on changed orders. */
export const seeingOrders = (other: (orders: Order[], view: View) => Order[]): Seam =>
  findingAll<Order>(ASKED, (orders, {table, view}) =>
    table === 'orders' ? other(orders, view) : orders,
  );

/** Lets access depend on changed orders. */
export const seeingEachOrder = (other: (order: Order) => Order): Seam =>
  seeingOrders((orders) => orders.map(other));

/** An order as if it were approved. */
export const asApproved = (order: Order): Order => ({...order, ...withStatus(order, 'approved')});

/** An order whose products all end on a day. */
export const endingOn = (order: Order, day: string | null): Order => ({
  ...order,
  ...withProducts(order, () => ({expiration_date: day})),
});

/** An order whose products never end. */
export const withoutEnd = (order: Order): Order => endingOn(order, null);

/** Whether an order is paused. */
export const isPaused = ({status}: Order): boolean => status === 'paused';

/** Whether an order is cancelled. */
export const isCancelled = ({status}: Order): boolean => status === 'cancelled';

/** Whether the first products of two orders are the same. */
export const haveSameTitle = (one: Order, other: Order): boolean =>
  one.products[0]?.product === other.products[0]?.product;

/** An order with the name by which it was moved last. */
export type Named = Order & {by?: 'id' | 'reference'};

/** Notes by which name orders are moved. */
export const markingNames = (operations: string[]): Seam =>
  storing(operations, ({input}): Partial<Named> => ({
    by: input.query['id_type'] === 'external' ? 'reference' : 'id',
  }));

/** A move by the reference takes the access to the first product, and leaves the others. */
export const byReferenceOnly = (
  isMoved: (order: Order) => boolean,
  operations: string[],
): Seam => ({
  seam: 'several',
  seams: [
    markingNames(operations),
    seeingEachOrder((order) =>
      isMoved(order) && (order as Named).by === 'reference'
        ? asApproved({...order, products: order.products.slice(1)})
        : order,
    ),
  ],
});

/** A sale that was moved gives other access than one that was only paid. */
export const ofSales = (
  isMeant: (order: Order) => boolean,
  other: (order: Order) => Order[],
): Seam =>
  seeingOrders((orders) =>
    orders.flatMap((order) => (order.type === 'sale' && isMeant(order) ? other(order) : [order])),
  );
