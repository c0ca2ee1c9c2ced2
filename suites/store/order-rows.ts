/** The orders in responses, and judgements about them. */

import {isObject, toText} from '../../spec/json.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {isClientError} from '../../spec/status.ts';
import type {Judgement} from '../language/check.ts';
import {all, expectEqual, expectThat, NothingSeen, summaryOf} from '../language/judge.ts';
import {List} from '../tables/list.ts';

/** The members of an order in a response that judges read. */
export interface OrderRow {
  [member: string]: unknown;
  id?: unknown;
  status?: unknown;
  products?: unknown;
}

/** A product of an order as a response shows it. */
export type ProductRow = Record<string, unknown>;

/**
 * The order that a response shows: a creation under `data`, others as the whole body.
 * @throws NothingSeen for a response without an order
 */
export function orderIn(exchange: Exchange): OrderRow {
  const {op, body, status} = exchange;
  const order: unknown = op === 'createOrder' ? body?.data : body;
  if (status >= 300 || !isObject(order))
    throw new NothingSeen(`${op} was answered ${summaryOf(exchange)}, without an order`, exchange);
  return order;
}

/** The products of an order, if they are shown. */
export function productsOf({products}: OrderRow): ProductRow[] {
  if (!Array.isArray(products)) throw new NothingSeen('the order has no `products`');
  return products.filter(isObject);
}

/** A product of an order by type and id. */
export const productOf = (order: OrderRow, type: unknown, id: unknown): ProductRow | undefined =>
  productsOf(order).find((product) => product.type === type && isSameId(product.id, id));

/**
 * The id of a created order.
 * @throws NothingSeen for a creation without one
 */
export const orderId = (created: Exchange): unknown => orderIn(created).id;

/** The list of orders; one that found nothing is answered 404 (NS-ST-42). */
export const orders = new List({
  kind: 'order',
  idOf: ({id}) => toText(id),
  idIn: (created) => toText(orderId(created)),
});

export const {rows: ordersIn, rowOf: orderRow} = orders;

/** Whether two ids are the same, whatever their form: rules about the form of an id judge it, and no other does. */
export const isSameId = (one: unknown, other: unknown): boolean => toText(one) === toText(other);

/** The checkout of an order, if it has one; an object of nulls counts as none. */
export function checkoutOf({checkout}: OrderRow): Record<string, unknown> | undefined {
  const isThere = isObject(checkout) && Object.values(checkout).some((one) => one !== null);
  return isThere ? checkout : undefined;
}

/** An order has this status. */
export const expectStatus = (shown: Exchange, status: string, branch: string): Judgement =>
  expectEqual(orderIn(shown).status, status, branch, shown, `\`status\` of ${shown.op}`);

/** A response shows an order without a checkout, or with one whose members are all null. */
export const expectNoCheckout = (order: OrderRow, shown: Exchange, branch: string): Judgement =>
  expectThat(checkoutOf(order) === undefined, {
    branch,
    expected: 'no `checkout`',
    got: JSON.stringify(order.checkout) ?? 'none',
    at: shown,
  });

/** The expiration of each product of an order, by type and id. */
export const expirationsOf = (order: OrderRow): Record<string, unknown> =>
  Object.fromEntries(
    productsOf(order).map(({type, id, expiration_date: date}) => [
      `${toText(type)} ${toText(id)}`,
      date ?? null,
    ]),
  );

/** Every product of an order expires on a day. */
export const expectAllExpireOn = (shown: Exchange, day: unknown, branch: string): Judgement =>
  all(
    ...productsOf(orderIn(shown)).map(({type, expiration_date: date}) =>
      expectEqual(
        date ?? null,
        day ?? null,
        branch,
        shown,
        `\`expiration_date\` of the ${toText(type)}`,
      ),
    ),
  );

/** The status and expirations of an order, which updates and cancellations change. */
const momentOf = (shown: Exchange): Record<string, unknown> => {
  const order = orderIn(shown);
  return {status: order.status, expirations: expirationsOf(order)};
};

/** An order is unchanged since an earlier read. */
export const expectAsBefore = (before: Exchange, now: Exchange, branch: string): Judgement =>
  expectEqual(momentOf(now), momentOf(before), branch, now, 'status and expirations of the order');

/**
 * A change of state that the document does not list was refused, or answered without an effect
 * (NS-ST-45, NS-ST-46): the response must not say that it was made.
 */
export const expectNoMove = (response: Exchange, status: string, branch: string): Judgement => {
  const shown: unknown = isObject(response.body) ? response.body.status : undefined;
  const isRefused = isClientError(response.status);
  return expectThat(isRefused || (response.status < 300 && (shown ?? status) === status), {
    branch,
    expected: `${response.op} to be refused (4xx), or to leave the order ${status}`,
    got: `${summaryOf(response)}${shown === undefined ? '' : `, ${String(shown)}`}`,
    at: response,
  });
};
