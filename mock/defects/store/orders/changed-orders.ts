/** Orders as the defects of their operations see them. */

import type {Seam} from '../../../defect.ts';
import {isRefused, refuse, type Input, type Refused, type View} from '../../../operation.ts';
import {invalid} from '../../../store/invalid.ts';
import {foundOrder} from '../../../store/orders/find-order.ts';
import type {Order, OrderProduct} from '../../../store/orders/order.ts';
import {renderOrder} from '../../../store/orders/render-order.ts';
import {wrapped} from '../../../store/orders/wrapped.ts';
import {resource} from '../../families/resource.ts';
import type {When} from '../../families/when.ts';

export const READ = ['getOrder'];
export const LIST = ['listOrders'];
export const UPDATE = ['updateOrder'];
export const CANCEL = ['cancelOrder'];

/** The query of a request that names the order by its reference. */
export const BY_REFERENCE = {id_type: 'external'};

/** An order with what defects note about it. */
export interface Noted extends Order {
  /** How often it was paused, and read. */
  pauses?: number;
  reads?: number;
  /** When it was read last. */
  read?: number;
  /** The kind of id by which it was moved last. */
  by?: string | undefined;
  /** Its status before it was cancelled. */
  ended_as?: Order['status'];
  /** The first expiration of its first product. */
  ended?: string | null;
  /** Whether it was cancelled again with a day, with its user, or paid after its buyer had left. */
  revived?: true;
  /** Whether it was made at the same moment as another one. */
  crowded?: true;
  left?: true;
  paidLater?: true;
}

/** The members of an update or a cancellation. */
export interface OrderChange {
  status?: string;
  expiration_date?: string;
  reason?: string;
}

/** The order that a request identifies, before the request. */
export const orderIn = (view: View, input: Input): Order | undefined =>
  foundOrder(view, input).order;

/** An order with another status, including that of its products. */
export const withStatus = (order: Order, status: Order['status']): Partial<Order> => ({
  status,
  products: order.products.map((product) => ({...product, status})),
});

/** An order with changed members of some products. */
export const withProducts = (
  order: Order,
  other: (product: OrderProduct, at: number) => Partial<OrderProduct>,
): Pick<Order, 'products'> => ({
  products: order.products.map((product, at) => ({...product, ...other(product, at)})),
});

/** An order whose products all end on a day. */
export const withEnd = (order: Order, day: string | null | undefined): Pick<Order, 'products'> =>
  withProducts(order, () => ({expiration_date: day ?? null}));

/** A cancelled or approved order. */
export const cancelled = (order: Order): Partial<Order> => withStatus(order, 'cancelled');
export const approved = (order: Order): Partial<Order> => withStatus(order, 'approved');

/** Whether several products are ordered. */
export const areSeveral = ({length}: readonly unknown[]): boolean => length > 1;

/** Whether an order is of plans only. */
export const isOfPlans = ({products}: Order): boolean =>
  products.every(({type}) => type === 'subscription');

function refusedFor(situation: string): Refused {
  if (situation === 'invalid') return invalid({status: ['The request is refused.']});
  const todo = 'use a world without the defect';
  return refuse(situation, {expected: 'another order', got: 'this one', todo});
}

/** The order as the defects of its operations see it. */
export const ORDER = resource<Noted, OrderChange>({
  table: 'orders',
  named: orderIn,
  shows: (view, order) => wrapped(view, renderOrder(view, order)),
  refuses: refusedFor,
});

/**
 * Refuses requests, but changes the order.
 * @param situation refuses also what the operation would not refuse
 */
export const refusedButChanged = (
  operations: string[],
  when: When<Noted, OrderChange>,
  other: (order: Order, body: OrderChange) => Partial<Order>,
  situation?: string,
): Seam =>
  ORDER.instead(operations, when, (next, {before, body, view}, input) => {
    const done = next(view, input);
    const refused = isRefused(done) ? done.refused : situation;
    if (refused === undefined || !before) return done;
    return {
      situation: refused,
      body: {status: 422, errors: [{title: 'status', details: ['The request is refused.']}]},
      changes: [{table: 'orders', put: {...before, ...other(before, body)}}],
    };
  });
