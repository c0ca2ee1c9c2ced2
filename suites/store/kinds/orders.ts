/** Orders of one user: how they are made, changed, ended and shown (Resources). */

import {addDays} from '../../../spec/days.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import type {Judgement} from '../../language/check.ts';
import {all, expectThat, judgeEach, notApplicable, notExercised} from '../../language/judge.ts';
import type {Handle, Script} from '../../language/script.ts';
import {text} from '../../language/sent-values.ts';
import {kindOf, LONG_COUNTS, type Looked} from '../../tables/kind.ts';
import {askAccess, expectAccess, mayIn} from '../orders/access/read-access.ts';
import {isFullPage, sawFullPage} from '../orders/list/listed-orders.ts';
import {saysThereIsMore} from '../orders/list/more-pages.ts';
import {expirationsOf, orderIn, orderRow, ordersIn, type OrderRow} from '../order-rows.ts';
import {
  byId,
  byReference,
  cancelOrder,
  createOrder,
  newProduct,
  priced,
  updateOrder,
  type Buyer,
  type OrderedProduct,
  userOf,
} from '../ordering.ts';
import {createUser} from '../people.ts';

/** A day that belongs to one of many orders. */
const dayOf = (number: number): string => addDays('2031-01-01', 3 * number);

/** The product of an order. */
const productIn = (created: Handle): OrderedProduct => ({
  type: 'content',
  id: created.at('/data/products/0/id'),
});

/** Where one of several orders of a user gives access, each of them does. */
const expectSameAccess = (seen: Looked): Judgement => {
  const looks = seen.flatMap((one) => one.looks);
  if (looks.length === 0) return notExercised('it needs the hook `may-this-user-read`');
  return looks.some((look) => mayIn(look) === true)
    ? judgeEach(looks, (look) => expectAccess(look, true, 'one of several gives no access'))
    : notApplicable('no order gives access to a product that it creates');
};

/** The order with the id of a creation, on pages or in a read. */
function orderOn(pages: Exchange[], created: Exchange): OrderRow | undefined {
  const [page] = pages;
  if (page?.op !== 'getOrder') return orderRow(pages, created);
  const order = page.status < 300 ? orderIn(page) : undefined;
  return order && order.id === orderIn(created).id ? order : undefined;
}

/** A list may have further pages, of which the document does not say how they are read (NS-ST-43). */
function whenMoreOrders(pages: Exchange[], lists: Exchange[][]): Judgement | undefined {
  const rows = ordersIn(pages).length;
  const isLonger = lists.some((list) => ordersIn(list).length > rows);
  const isWhole = isLonger && !pages.some((page) => saysThereIsMore(page.wire));
  return isWhole || !pages.some(isFullPage) ? undefined : sawFullPage();
}

/** One page of orders, as a walk. */
const page = (s: Script, query: Record<string, Val>): Handle<Exchange[]> =>
  s.repeat(1, (each) => void each.call('listOrders', {query}));

/**
 * Reports of one user, each of a product that it creates and with an end of its own: whether somebody may order a title
 * again is not told.
 */
export const ORDERS = kindOf({
  kind: 'orders of one user',
  counts: LONG_COUNTS,
  begin: (s): {reader: Buyer; reference: Val; first?: Handle} => ({
    reader: createUser(s),
    reference: s.fresh('text'),
  }),
  make: (s, common, number) => {
    const {reader, reference} = common;
    const external_reference = text(reference, String(number));
    const products = [{...newProduct(s), expiration_date: dayOf(number)}];
    const body = {...priced(s, 'report', reader, products), external_reference};
    const created = createOrder(s, body);
    common.first ??= created;
    return {created, external_reference};
  },
  looks: {
    'store.orders.internal-id-finds-the-order': (s, {created}) => s.call('getOrder', byId(created)),
    'store.orders.external-reference-finds-the-order': (s, {external_reference}) =>
      s.call('getOrder', byReference(external_reference)),
  },
  further: {
    'store.orders.report-grants-access': {
      look: (s, {created}, {reader}) =>
        s.offers('control:may-this-user-read')
          ? askAccess(s, reader, productIn(created))
          : undefined,
      expectEach: expectSameAccess,
    },
  },
  lists: {
    'store.orders.shown-alike-everywhere': {walk: (s) => page(s, {}), has: () => undefined},
    'store.orders.user-id-filters-the-list': {
      walk: (s, {reader}) => page(s, {user_id: userOf(s, reader).id}),
      has: () => true,
    },
    'store.orders.user-email-filters-the-list': {
      walk: (s, {reader}) => page(s, {user_email: reader.body.email}),
      has: () => true,
    },
    'store.orders.product-filters-the-list': {
      walk: (s, {reader, first}) =>
        page(s, {
          user_email: reader.body.email,
          product_id: first?.at('/data/products/0/id') ?? null,
          product_type: 'content',
        }),
      has: ({number}) => number === 1,
    },
    'store.orders.status-filters-the-list': {
      walk: (s, {reader}) => page(s, {user_email: reader.body.email, status: 'approved'}),
    },
  },
  change: {
    rule: 'store.orders.expiration-applies-to-all-products',
    record: (s, {created}, number) =>
      updateOrder(s, created, {expiration_date: dayOf(number + 500)}),
  },
  end: {
    rule: 'store.orders.approved-can-be-cancelled',
    record: (s, {created}) => cancelOrder(s, created),
    expectEnded: (look) => expectOrderStatus(orderIn(look), 'cancelled', look),
  },
  others: 'store.orders.update-changes-what-it-names-only',
  rowIn: orderOn,
  expectAsGiven: (row, {number, created, by, hasEnded}, where) => {
    const day = dayOf(by === created ? number : number + 500);
    // What the end of an order does to the days of its products is told by the cancellation.
    if (hasEnded) return expectOrderStatus(row, 'cancelled', where);
    return all(expectOrderStatus(row, 'approved', where), () =>
      expectThat(
        Object.values(expirationsOf(row)).every((shown) => shown === day),
        {
          branch: 'another end',
          expected: `the products to end on ${day}`,
          got: JSON.stringify(expirationsOf(row)),
          at: where,
        },
      ),
    );
  },
  ifUnseen: whenMoreOrders,
});

/** An order is in a state. */
const expectOrderStatus = (row: OrderRow, status: string, where: Exchange): Judgement =>
  expectThat(row.status === status, {
    branch: `not ${status}`,
    expected: `\`status\` to be ${status}`,
    got: JSON.stringify(row.status),
    at: where,
  });
