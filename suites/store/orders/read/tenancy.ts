import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {judgeEach, notApplicable} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import type {Requests} from '../../../language/requests.ts';
import type {Resource} from '../../../tables/resource.ts';
import {apartFromOthers, expectHidden} from '../../../tables/tenants.ts';
import {expectAsBefore, orderId, orderIn, ordersIn, type OrderRow} from '../../order-rows.ts';
import {
  byId,
  byReference,
  content,
  createOrder,
  daysAfter,
  listOrders,
  newProduct,
  permission,
  priced,
  type OrderedProduct,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** An update of one product, if the number of requests does not matter. */
function updateOfOneProduct(s: Script, created: Handle, {id, type}: OrderedProduct): Requests {
  if (!s.offers('control:advance')) return {};
  const {path, query} = byId(created);
  const product = {product_id: id, product_type: type};
  const body = {expiration_date: daysAfter(created, 40)};
  return {updateOfProduct: ['updateOrder', {path, query: {...query, ...product}, body}]};
}

/** An approved order with a reference. */
export const orders: Resource<'created', 'order'> = {
  kind: 'order',
  make: (s, by) => {
    const reader = createUser(s);
    const product = content(s);
    const [reference, other] = [s.fresh('external-id'), s.fresh('external-id')];
    const body = {...permission(s, reader, [product]), external_reference: reference};
    const created = createOrder(s, body, by);
    const [named, referred] = [byId(created), byReference(reference)];
    const [paused, reason] = [{status: 'paused'}, {reason: 'not our order'}];
    const user = {user_id: created.at('/data/user/id')};
    return {
      made: {created},
      shown: {order: ['getOrder', named]},
      lists: {
        byEmail: ['listOrders', {query: {user_email: reader.body.email}}],
        byUser: ['listOrders', {query: {...user, status: 'approved'}}],
        everything: ['listOrders'],
      },
      reads: {read: ['getOrder', named], readByReference: ['getOrder', referred]},
      writes: {
        update: ['updateOrder', {...named, body: paused}],
        updateByReference: ['updateOrder', {...referred, body: paused}],
        ...updateOfOneProduct(s, created, product),
        cancellation: ['cancelOrder', {...named, body: reason}],
        cancellationByReference: ['cancelOrder', {...referred, body: reason}],
      },
      another: {
        creation: ['createOrder', {body: {...body, external_reference: other}}],
        found: ['getOrder', byReference(other)],
      },
    };
  },
  rowsIn: (pages, created) => {
    const references = created.map(({requestBody}) => requestBody?.external_reference as unknown);
    const ids = created.filter(isCreated).map(orderId);
    return ordersOn(pages).filter(
      (row) => ids.includes(row.id) || references.includes(row.external_reference),
    );
  },
  expectAsBefore: (before, after) => expectAsBefore(before.order, after.order, 'the order changed'),
};

/** The orders of lists and reads. */
const ordersOn = (pages: Exchange[]): OrderRow[] =>
  pages.flatMap((page) => (page.op === 'getOrder' ? [orderIn(page)] : ordersIn(page)));

/** Two stores, each with a reader with the same email and an order with the same reference. */
const sameNames = sharedScene({
  id: 'store: orders of one email and one reference in two stores',
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = createUser(s);
    const reference = s.fresh('external-id');
    const as = 'second-store' as const;
    const product = newProduct(s);
    const byEmail = {user_email: reader.body.email};
    const here = {...permission(s, reader, [content(s)]), external_reference: reference};
    const there = {...priced(s, 'sale', reader, [product]), external_reference: reference};
    return {
      here: createOrder(s, here),
      there: s.call('createOrder', {as, body: there}),
      listedHere: listOrders(s, byEmail),
      listedThere: listOrders(s, byEmail, {as}),
      readHere: s.call('getOrder', byReference(reference)),
      readThere: s.call('getOrder', {...byReference(reference), as}),
    };
  },
});

/** No list and no read shows the order with the same names in the other store. */
function expectOnlyOwnShown({here, there, ...shown}: SeenIn<typeof sameNames>): Judgement {
  if (!isCreated(there)) return notApplicable('the other store did not accept such an order');
  if (orderId(here) === orderId(there))
    return notApplicable('the orders of both stores have the same id');
  return judgeEach(Object.entries(shown), ([way, response]) => {
    const foreign = orderId(way.endsWith('Here') ? there : here);
    const rowsIn = (pages: Exchange[]): unknown[] =>
      ordersOn(pages).filter(({id}) => id === foreign);
    return expectHidden('order', [response], rowsIn, way);
  });
}

/** A token only gives access to the orders of its own store. */
export const tenancy: Check[] = [
  ...apartFromOthers(orders, {
    shown: 'store.access.list-shows-own-only @ orders',
    written: 'store.access.foreign-write-has-no-effect @ on orders',
  }),
  ...checksOf(sameNames, {
    'store.access.list-shows-own-only @ orders of one email in two stores': expectOnlyOwnShown,
  }),
];
