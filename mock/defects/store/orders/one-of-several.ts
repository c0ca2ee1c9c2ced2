/** Defects that take one of several orders, products or requests for another. */

import type {Defect} from '../../../defect.ts';
import type {Settling} from '../../../store/checkout/settle-checkout.ts';
import type {Order} from '../../../store/orders/order.ts';
import {atPlace, breaking, receiving} from '../../breaking.ts';
import {UPDATE} from './changed-orders.ts';
import {takingFor, type Wanted} from './created-orders.ts';

/** The products of a creation without those that have the id of an earlier one. */
const withoutRepeatedIds = ({products, ...body}: Wanted): Wanted | undefined =>
  Array.isArray(products)
    ? {
        ...body,
        products: products.filter(
          ({id}, at) => products.findIndex((product) => product.id === id) === at,
        ),
      }
    : undefined;

/** Lets the payment of an order be that of another pending order of its buyer. */
const payingAnother = (which: (pending: Order[]) => Order | undefined) =>
  receiving(['settleCheckout'], ({body}, view) => {
    const {order: key, outcome} = body as Settling;
    const order = view.find<Order>('orders', key);
    if (!order || outcome !== 'approved') return {};
    const pending = view
      .all<Order>('orders', 'user', order.user)
      .filter(({status}) => status === 'pending');
    return {body: {...(body as Settling), order: which(pending)?.key ?? key}};
  });

/** Defects of orders beside others, and of products beside others. */
export const oneOfSeveral: Defect[] = [
  ...atPlace(
    'beside others that are not paid',
    breaking('store.orders.payment-approves-the-order', {
      'a payment approves the oldest pending order of the buyer': payingAnother(
        (pending) => pending[0],
      ),
      'a payment approves the newest pending order of the buyer': payingAnother((pending) =>
        pending.at(-1),
      ),
    }),
  ),
  ...atPlace(
    'a title and a plan with one id',
    breaking('store.orders.products-are-those-ordered', {
      'products with one id become one product': takingFor(withoutRepeatedIds),
    }),
  ),
  ...atPlace(
    'at the same moment',
    breaking('store.orders.expiration-applies-to-the-product-named', {
      'of two updates at once one undoes the other': {
        seam: 'stale',
        in: UPDATE,
        table: 'orders',
      },
    }),
  ),
];
