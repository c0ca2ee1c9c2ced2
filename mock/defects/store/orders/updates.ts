/** Defects of updates of orders (Orders, Update), and of what a change of one order does to others. */

import {addDays} from '../../../../spec/days.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {Order} from '../../../store/orders/order.ts';
import {stale, unguarded} from '../../families/seams.ts';
import {ABSENT, GIVEN, type When} from '../../families/when.ts';
import {defects} from '../../table.ts';
import {
  approved,
  CANCEL,
  ORDER,
  refusedButChanged,
  UPDATE,
  withEnd,
  withProducts,
  withStatus,
  type Noted,
  type OrderChange,
} from './changed-orders.ts';

const {forgetting, making, moving, refusing, storing, touching} = ORDER;

const DATED = {body: {expiration_date: GIVEN}} as const;
const OF_ALL = {...DATED, query: {product_id: ABSENT}} as const;
const OF_ONE = {...DATED, query: {product_id: GIVEN}} as const;
const ONE_NAMED = {query: {product_id: GIVEN}} as const;
const PAUSE = {body: {status: 'paused'}} as const;
const BOTH = {body: {status: GIVEN, expiration_date: GIVEN}} as const;
const NOTHING = {body: {status: ABSENT, expiration_date: ABSENT}} as const;
const TYPE_ALONE = {query: {product_id: ABSENT, product_type: GIVEN}} as const;
const PENDING = {status: 'pending'} as const;

/** Gives some products another expiration than an update of all products contains. */
const dating = (other: (day: string, at: number) => string | null): Seam =>
  making(UPDATE, OF_ALL, (order, {body: {expiration_date: day = ''}}) =>
    withProducts(order, (_product, at) => ({expiration_date: other(day, at)})),
  );

/** Lets an update of one product change more than that. */
const datingOne = (isDated: (order: Order, at: number, named: string) => boolean): Seam =>
  making(UPDATE, OF_ONE, (order, {before, body: {expiration_date: day}, query}) =>
    withProducts(order, (_product, at) => ({
      expiration_date:
        (isDated(order, at, query['product_id'] ?? '')
          ? day
          : before?.products[at]?.expiration_date) ?? null,
    })),
  );

/** Stores other days for some that are asked for. */
const keptAs = (day: RegExp, other: (day: string) => string): Seam =>
  making(UPDATE, {body: {expiration_date: day}}, (order) =>
    withProducts(order, ({expiration_date: end}) => ({expiration_date: end && other(end)})),
  );

const isOfTheSameUser = ({user}: Order, {row}: {row: Order | undefined}): boolean =>
  user === row?.user;

/** Refuses updates, but stores them or something else. */
const refusedBut = (
  when: When<Noted, OrderChange>,
  other: (order: Order, body: OrderChange) => Partial<Order>,
): Seam => refusedButChanged(UPDATE, when, other);

/** Responds to an update with success, but does not store the products. */
const kept = (when: When<Noted, OrderChange>): Seam => forgetting(UPDATE, when, 'products');

const paused = (order: Order): Partial<Order> => withStatus(order, 'paused');
const dated = (order: Order, {expiration_date: day}: OrderChange): Partial<Order> =>
  withEnd(order, day);

/** Defects of updates of orders. */
export const updates: Defect[] = defects({
  'store.orders.expiration-applies-to-all-products': {
    'only the first product gets the expiration': dating((day, at) => (at === 0 ? day : null)),
    'the last product gets no expiration': dating((day, at) => (at === 0 ? day : addDays(day, 1))),
    'the response shows the expiration, and it is not stored': kept(OF_ALL),
  },
  'store.orders.expiration-applies-to-all-products @ of three subscriptions': {
    'only the first two products get the expiration': dating((day, at) => (at < 2 ? day : null)),
  },
  'store.orders.expiration-applies-to-all-products @ of twelve products': {
    'only the first ten products get the expiration': dating((day, at) => (at < 10 ? day : null)),
  },
  'store.orders.expiration-applies-to-the-product-named': {
    'every product gets the expiration': datingOne(() => true),
    'the last product of the order gets the expiration': datingOne(
      ({products}, at) => at === products.length - 1,
    ),
    'the expiration of a named product is not stored': kept(ONE_NAMED),
  },
  'store.orders.expiration-applies-to-the-product-named @ of two subscriptions': {
    'every subscription gets the expiration of one': datingOne(({products}, at, named) => {
      const isPlan = products.some(({id, type}) => id === named && type === 'subscription');
      return isPlan ? products[at]?.type === 'subscription' : products[at]?.id === named;
    }),
  },
  'store.orders.expiration-applies-to-the-product-named @ of a title and a plan with one id': {
    'every product with the id gets the expiration': datingOne(
      ({products}, at, named) => products[at]?.id === named,
    ),
    'the first product with the id gets the expiration': datingOne(
      ({products}, at, named) => products.findIndex(({id}) => id === named) === at,
    ),
  },
  'store.orders.expiration-applies-to-the-product-named @ at the same moment': {
    'of two updates at once one undoes the other': stale(UPDATE, 'orders'),
  },
  'store.orders.expiration-is-kept-as-written': {
    'an expiration is stored as the day after': making(
      UPDATE,
      {body: {expiration_date: (day) => day >= '2030'}},
      (order, {body: {expiration_date: day = ''}}) => withEnd(order, addDays(day, 1)),
    ),
    'a leap day is stored as the day before': keptAs(/02-29$/, (day) =>
      day.replace('02-29', '02-28'),
    ),
    'the last day of a year is stored as the first of the next': keptAs(/12-31$/, (day) =>
      addDays(day, 1),
    ),
  },
  'store.orders.expiration-is-kept-as-written @ each kind of value': {
    'an update until October stores November': keptAs(/2031-10-09/, (day) =>
      day.replace('2031-10-09', '2031-11-09'),
    ),
  },
  'store.orders.update-changes-what-it-names-only': {
    'a pause clears the expirations': storing(UPDATE, PAUSE, (order) => withEnd(order, null)),
    'an expiration of one product pauses the order': storing(UPDATE, ONE_NAMED, paused),
    'an update changes the oldest order of the user, too': touching(
      UPDATE,
      ({key}, {row, view}) => view.all<Order>('orders', 'user', row?.user ?? '')[0]?.key === key,
      (order) => withEnd(order, '2040-01-01'),
    ),
    'an expiration changes the price': storing(UPDATE, DATED, ({unit_price: price}) => ({
      unit_price: price + 1,
    })),
  },
  'store.orders.update-changes-what-it-names-only @ after every change': {
    'a pause pauses all orders of the user': touching(
      UPDATE,
      isOfTheSameUser,
      {status: 'paused'},
      PAUSE,
    ),
    'an expiration is that of all orders of the user': touching(
      UPDATE,
      isOfTheSameUser,
      (order, {body}) => dated(order, body),
      DATED,
    ),
  },
  'store.orders.moves-are-the-listed-ones @ after every change': {
    'a cancellation cancels all orders of the user': touching(CANCEL, isOfTheSameUser, {
      status: 'cancelled',
    }),
    'a cancellation by reference cancels whose reference begins alike': touching(
      CANCEL,
      ({user, external_reference: reference}, {row, path: {id = ''}}) =>
        user === row?.user && reference?.slice(0, 4) === id.slice(0, 4),
      {status: 'cancelled'},
    ),
  },
  'store.orders.product-id-needs-product-type': {
    'product_id alone is taken': unguarded('product-type-missing', UPDATE),
    'product_id alone is a conflict': refusing(UPDATE, 'foreign-refused', {
      query: {product_id: GIVEN, product_type: ABSENT},
    }),
  },
  'store.orders.product-type-alone-is-no-error': {
    'product_type alone is refused': refusing(UPDATE, 'move-refused', TYPE_ALONE),
    'product_type alone finds no order': refusing(UPDATE, 'order-not-found', TYPE_ALONE),
  },
  'store.orders.update-names-at-least-one-member': {
    'an update of nothing is taken': unguarded('nothing-to-change', UPDATE),
    'an update of nothing is not found': refusing(UPDATE, 'order-not-found', NOTHING),
  },
  'store.orders.both-members-may-be-given': {
    'of both the status is lost': storing(
      UPDATE,
      BOTH,
      (order, {before}) => before && withStatus(order, before.status),
    ),
    'of both the expiration is lost': storing(UPDATE, BOTH, (order, {before}) =>
      withProducts(order, (_product, at) => ({
        expiration_date: before?.products[at]?.expiration_date ?? null,
      })),
    ),
  },
  'store.orders.refused-update-changes-nothing': {
    'an update without a product type is refused and stored': refusedBut(DATED, (order) =>
      withEnd(order, '2041-01-01'),
    ),
    'an update of nothing is refused and pauses': refusedBut(
      {...NOTHING, before: {status: 'approved'}},
      paused,
    ),
  },
  'store.orders.refused-update-changes-nothing @ of a pending sale': {
    'a pending sale refuses a pause and is paused': refusedBut({...PAUSE, before: PENDING}, paused),
    'a pending sale refuses an approval and is approved': refusedBut(
      {before: PENDING, body: {status: 'approved'}},
      approved,
    ),
  },
  'store.orders.approved-sale-takes-an-expiration': {
    'a sale never takes an expiration': refusing(UPDATE, 'move-refused', {before: {type: 'sale'}}),
    'the expiration of a sale is not stored': kept({before: {type: 'sale'}}),
  },
  'store.orders.pending-sale-takes-no-expiration': {
    'a pending sale takes an expiration': moving(
      UPDATE,
      'updated',
      {...DATED, before: PENDING},
      (order, {body}) => dated(order, body),
    ),
    'a pending sale refuses an expiration and stores it': refusedBut(
      {...DATED, before: PENDING},
      dated,
    ),
  },
});
