import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksAt,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {all, expectNone, notApplicable, judgeEach, nothing} from '../../../language/judge.ts';
import {expectAsBefore, orderId, orderIn, ordersIn, type OrderRow} from '../../order-rows.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {expectForeignRefused} from '../../foreign-refused.ts';
import {
  byId,
  byReference,
  content,
  daysAfter,
  listOrders,
  permission,
  createOrder,
  priced,
  readOrder,
  updateOrder,
  newProduct,
  type OrderedProduct,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** Records an update of one product, if the number of requests does not matter. */
function updateOfOneProduct(
  s: Script,
  created: Handle,
  {id, type}: OrderedProduct,
  as: 'second-store',
): {updateOfProduct?: Handle} {
  if (!s.offers('control:advance')) return {};
  const later = {expiration_date: daysAfter(created, 40)};
  const product = {product_id: id, product_type: type};
  return {updateOfProduct: updateOrder(s, created, later, product, {as})};
}

/** Every operation on an order of the first store, with the token of an admin of another store. */
const foreignOrders = sharedScene({
  id: 'store: orders of another store',
  api: 'store',
  act: (s) => {
    const reader = createUser(s);
    const product = content(s);
    const reference = s.fresh('external-id');
    const body = {...permission(s, reader, [product]), external_reference: reference};
    const created = createOrder(s, body);
    const before = readOrder(s, created);
    const as = 'second-store' as const;
    const named = {...byId(created), as};
    const referred = {...byReference(reference), as};
    const cancelled = {body: {reason: 'not our order'}};
    const paused = {body: {status: 'paused'}};
    return {
      created,
      before,
      read: s.call('getOrder', named),
      readByReference: s.call('getOrder', referred),
      update: s.call('updateOrder', {...named, ...paused}),
      updateByReference: s.call('updateOrder', {...referred, ...paused}),
      ...updateOfOneProduct(s, created, product, as),
      cancellation: s.call('cancelOrder', {...named, ...cancelled}),
      cancellationByReference: s.call('cancelOrder', {...referred, ...cancelled}),
      byEmail: listOrders(s, {user_email: reader.body.email}, {as}),
      byUser: listOrders(s, {user_id: created.at('/data/user/id'), status: 'approved'}, {as}),
      everything: listOrders(s, {}, {as}),
      after: readOrder(s, created),
    };
  },
});

type ForeignOrders = SeenIn<typeof foreignOrders>;

/** No write on an order of another store succeeds or changes anything. */
const expectWritesWithoutEffect = (seen: ForeignOrders): Judgement => {
  const {before, after, update, updateByReference, updateOfProduct} = seen;
  const {cancellation, cancellationByReference} = seen;
  return all(
    expectForeignRefused(update, 'update', 'an order'),
    expectForeignRefused(updateByReference, 'update by reference', 'an order'),
    updateOfProduct
      ? expectForeignRefused(updateOfProduct, 'update of one product', 'an order')
      : nothing(),
    expectForeignRefused(cancellation, 'cancellation', 'an order'),
    expectForeignRefused(cancellationByReference, 'cancellation by reference', 'an order'),
    () => expectAsBefore(before, after, 'the order changed'),
  );
};

/** No list and no read shows an order of another store. */
const expectNotShown = (seen: ForeignOrders): Judgement => {
  const {created, read, readByReference, byEmail, byUser, everything} = seen;
  return all(
    expectForeignRefused(read, 'read', 'an order'),
    expectForeignRefused(readByReference, 'read by reference', 'an order'),
    judgeEach(Object.entries({byEmail, byUser, everything}), ([name, list]) =>
      list.status >= 400
        ? nothing()
        : expectNone(
            ordersIn(list).filter(({id}) => id === orderId(created)),
            'order of another store',
            `foreign-listed: ${name}`,
            list,
          ),
    ),
  );
};

/** Two stores, each with a reader with the same email and an order with the same reference. */
const sameNames = sharedScene({
  id: 'store: orders of one email and one reference in two stores',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = createUser(s);
    const reference = s.fresh('external-id');
    const as = 'second-store' as const;
    const product = newProduct(s);
    const byEmail = {user_email: reader.body.email};
    const here = createOrder(s, {
      ...permission(s, reader, [content(s)]),
      external_reference: reference,
    });
    const there = s.call('createOrder', {
      as,
      body: {...priced(s, 'sale', reader, [product]), external_reference: reference},
    });
    return {
      here,
      there,
      listedHere: listOrders(s, byEmail),
      listedThere: listOrders(s, byEmail, {as}),
      readHere: s.call('getOrder', byReference(reference)),
      readThere: s.call('getOrder', {...byReference(reference), as}),
    };
  },
});

/** No list and no read shows the order with the same names in the other store. */
function expectOnlyOwnShown(seen: SeenIn<typeof sameNames>): Judgement {
  const {here, there, listedHere, listedThere, readHere, readThere} = seen;
  if (!isCreated(there)) return notApplicable('the other store did not accept such an order');
  if (orderId(here) === orderId(there))
    return notApplicable('the orders of both stores have the same id');
  const expectNoneOf = (response: Exchange, order: Exchange, branch: string): Judgement =>
    response.status >= 400
      ? nothing()
      : expectNone(
          rowsIn(response).filter(({id}) => id === orderId(order)),
          'order of another store',
          branch,
          response,
        );
  return all(
    expectNoneOf(listedHere, there, 'foreign-listed: of one email'),
    expectNoneOf(listedThere, here, 'foreign-listed: of one email, in the other store'),
    expectNoneOf(readHere, there, 'foreign-read: of one reference'),
    expectNoneOf(readThere, here, 'foreign-read: of one reference, in the other store'),
  );
}

/** The orders of a list, or the one of a read. */
const rowsIn = (response: Exchange): OrderRow[] =>
  response.situations.includes('order') ? [orderIn(response)] : ordersIn(response);

/** A token only gives access to the orders of its own store. */
export const tenancy: Check[] = [
  ...checksAt(foreignOrders, 'store.access.foreign-write-has-no-effect', {
    'on orders': expectWritesWithoutEffect,
  }),
  ...checksAt(foreignOrders, 'store.access.list-shows-own-only', {orders: expectNotShown}),
  ...checksAt(sameNames, 'store.access.list-shows-own-only', {
    'orders of one email in two stores': expectOnlyOwnShown,
  }),
];
