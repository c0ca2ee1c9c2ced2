/** Sales that nobody pays: how they are made and shown (Resources / Order, checkout). */

import type {Val} from '../../../spec/value.ts';
import {expectThat, nothing} from '../../language/judge.ts';
import {text} from '../../language/sent-values.ts';
import {kindOf} from '../../tables/kind.ts';
import {checkoutOf, orderIn} from '../order-rows.ts';
import {
  byId,
  byReference,
  createOrder,
  newProduct,
  priced,
  userOf,
  type Buyer,
} from '../ordering.ts';
import {createUser} from '../people.ts';
import {orderOn, page, whenMoreOrders} from './orders.ts';

/** What ends a pending sale beside its payment is not documented, so that a list may come to lack it. */
const isOpen = (): undefined => undefined;

/** Sales of one buyer, each of a product that it creates. */
export const SALES = kindOf({
  kind: 'sales that are not paid',
  begin: (s): {reader: Buyer; reference: Val} => ({
    reader: createUser(s),
    reference: s.fresh('text'),
  }),
  make: (s, {reader, reference}, number) => {
    const external_reference = text(reference, String(number));
    const body = {...priced(s, 'sale', reader, [newProduct(s)]), external_reference};
    return {created: createOrder(s, body), external_reference};
  },
  looks: {
    'store.orders.internal-id-finds-the-order': (s, {created}) => s.call('getOrder', byId(created)),
    'store.orders.external-reference-finds-the-order': (s, {external_reference}) =>
      s.call('getOrder', byReference(external_reference)),
  },
  lists: {
    'store.orders.user-id-filters-the-list': {
      walk: (s, {reader}) => page(s, {user_id: userOf(s, reader).id}),
      has: isOpen,
    },
    'store.orders.user-email-filters-the-list': {
      walk: (s, {reader}) => page(s, {user_email: reader.body.email}),
      has: isOpen,
    },
    'store.orders.status-filters-the-list': {
      walk: (s, {reader}) => page(s, {user_email: reader.body.email, status: 'pending'}),
      has: isOpen,
    },
  },
  others: 'store.orders.update-changes-what-it-names-only',
  rowIn: orderOn,
  expectAsGiven: (row, {created}, where) =>
    // A store without a gateway has no checkout.
    row.status !== 'pending' || checkoutOf(orderIn(created)) === undefined
      ? nothing()
      : expectThat(checkoutOf(row) !== undefined, {
          branch: 'pending without a checkout',
          expected: 'a pending sale with its `checkout`',
          got: JSON.stringify(row.checkout) ?? 'none',
          at: where,
        }),
  ifUnseen: whenMoreOrders,
});
