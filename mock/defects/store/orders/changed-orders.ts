import {storedRow} from '../requests.ts';
import type {Seam} from '../../../defect.ts';
import {refuse, type Done, type Input, type Refused, type View} from '../../../operation.ts';
import {foundOrder} from '../../../store/orders/find-order.ts';
import type {Order, OrderProduct} from '../../../store/orders/order.ts';
import {renderOrder} from '../../../store/orders/render-order.ts';
import {wrapped} from '../../../store/orders/wrapped.ts';
import {invalid} from '../../../store/invalid.ts';
import {afterwards, around} from '../../breaking.ts';
import {resource} from '../../families/resource.ts';
import {withChanges} from '../../stored-rows.ts';

export const READ = ['getOrder'];
export const LIST = ['listOrders'];
export const UPDATE = ['updateOrder'];
export const CANCEL = ['cancelOrder'];

/** The order that a request identifies, before the request. */
export const orderIn = (view: View, input: Input): Order | undefined =>
  foundOrder(view, input).order;

/** The order after a request and before it, with the request. */
export interface Moved {
  order: Order;
  before: Order | undefined;
  input: Input;
  view: View;
}

const withPut = (done: Done, put: Order): Done => withChanges(done, {table: 'orders', put});

/** Changes members of the order in a success; undefined: no change. */
function changedBy(
  other: (moved: Moved) => Partial<Order> | undefined,
  done: Done,
  view: View,
  input: Input,
): Order | undefined {
  const before = orderIn(view, input);
  const order = storedRow<Order>(done, 'orders') ?? before;
  const more = order && other({order, before, input, view});
  return more && {...order, ...more};
}

/**
 * Lets an operation store something else than its response shows.
 * @param other the changed members; undefined: no change
 */
export const storing = (
  operation: string[],
  other: (moved: Moved) => Partial<Order> | undefined,
): Seam =>
  afterwards(operation, (done, view, input) => {
    const put = changedBy(other, done, view, input);
    return put ? withPut(done, put) : done;
  });

/** Like `storing`, and the response shows it. */
export const making = (
  operation: string[],
  other: (moved: Moved) => Partial<Order> | undefined,
): Seam =>
  afterwards(operation, (done, view, input) => {
    const put = changedBy(other, done, view, input);
    if (!put) return done;
    return {...withPut(done, put), body: wrapped(view, renderOrder(view, put))};
  });

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

/**
 * Lets an operation succeed although it should refuse.
 * @param other the changed order; undefined: the operation as documented
 */
export const moving = (
  operation: string[],
  situation: string,
  other: (order: Order, input: Input) => Partial<Order> | undefined,
): Seam =>
  around(operation, (next) => (view, input) => {
    const order = orderIn(view, input);
    const more = order && other(order, input);
    if (!more) return next(view, input);
    const put = {...order, ...more};
    return {
      situation,
      body: wrapped(view, renderOrder(view, put)),
      changes: [{table: 'orders', put}],
    };
  });

/** Lets an operation refuse some orders, in a situation of its own. */
export const refusing = (
  operation: string[],
  situation: string,
  which: (order: Order, input: Input) => boolean,
): Seam =>
  around(operation, (next) => (view, input) => {
    const order = orderIn(view, input);
    return order && which(order, input) ? refusedFor(situation) : next(view, input);
  });

function refusedFor(situation: string): Refused {
  if (situation === 'invalid') return invalid({status: ['The request is refused.']});
  const todo = 'use a world without the defect';
  return refuse(situation, {expected: 'another order', got: 'this one', todo});
}

/** The result of an update or a cancellation. */
export const given = ({
  body = {},
}: Input): {status?: string; expiration_date?: string; reason?: string} =>
  body as {status?: string; expiration_date?: string; reason?: string};

/** The members of an update or a cancellation. */
export interface OrderChange {
  status?: string;
  expiration_date?: string;
  reason?: string;
}

/** The order as the defects of its operations see it. */
export const ORDER = resource<Order, OrderChange>({
  table: 'orders',
  named: orderIn,
  shows: (view, order) => wrapped(view, renderOrder(view, order)),
  refuses: refusedFor,
});

/** Whether a request identifies the order by its external id. */
export const isExternal = ({query}: Input): boolean => query['id_type'] === 'external';
