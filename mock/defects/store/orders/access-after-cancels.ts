/** Defects of who may read what after a cancellation, and of several orders (States / Order; Orders, Cancel). */

import type {Defect} from '../../../defect.ts';
import type {Order} from '../../../store/orders/order.ts';
import type {Row} from '../../../world/change.ts';
import {atPlace, breaking, around, afterwards, findingAll} from '../../breaking.ts';
import {CANCEL, storing, given, withProducts, UPDATE} from './changed-orders.ts';
import {
  seeingEachOrder,
  withoutEnd,
  asApproved,
  isCancelled,
  endingOn,
  seeingOrders,
  ASKED,
} from './seen-orders.ts';

/** The first expiration of an order. */
type Ended = Partial<Order> & {ended?: string | null};

/** An order of a user that opens every title. */
const openingEvery = (order: Order, titles: Row[]): Order => ({
  ...order,
  products: titles.flatMap(({key}) =>
    order.products.map((product) => ({...product, product: key})),
  ),
});

/** Defects of the access that a cancellation ends, at once or on a day. */
export const accessAfterCancels: Defect[] = [
  ...atPlace(
    'cancelled again with a later day',
    breaking('store.orders.cancel-ends-access-at-once', {
      'a second cancellation with a day gives access until then': {
        seam: 'several',
        seams: [
          around(CANCEL, (next) => (view, input) => {
            const order = view.find<Order>('orders', input.path['id'] ?? '');
            const {expiration_date: day} = (input.body ?? {}) as {expiration_date?: string};
            if (order?.status !== 'cancelled' || day === undefined) return next(view, input);
            return {
              situation: 'cancelled',
              body: {id: order.key, external_reference: order.external_reference},
              changes: [{table: 'orders', put: {...order, revived: true} as Order}],
            };
          }),
          seeingEachOrder((order) =>
            (order as Order & {revived?: true}).revived ? withoutEnd(asApproved(order)) : order,
          ),
        ],
      },
    }),
  ),
  ...breaking('store.orders.cancel-ends-access-at-once', {
    'of a cancelled order the last product can be read': seeingEachOrder((order) =>
      isCancelled(order) && order.products.length > 1
        ? asApproved({...order, products: order.products.slice(-1)})
        : order,
    ),
    'a cancelled order gives access': seeingEachOrder((order) =>
      isCancelled(order) ? asApproved(order) : order,
    ),
    'a cancellation takes the access of every reader of the title': afterwards(
      CANCEL,
      (done, view) => ({
        ...done,
        changes: [
          ...view.oldest<Order>('orders', {limit: 100}).map((order) => ({
            table: 'orders',
            put: endingOn(order, '2020-01-01'),
          })),
          ...(done.changes ?? []),
        ],
      }),
    ),
  }),
  ...atPlace(
    'with a reason',
    breaking('store.orders.cancel-date-ends-access', {
      'a reason makes the day of a cancellation forgotten': storing(CANCEL, ({order, input}) =>
        given(input).reason === undefined
          ? undefined
          : withProducts(order, () => ({access_until: null})),
      ),
    }),
  ),
  ...breaking('store.orders.cancel-date-ends-access', {
    'a cancellation with a day ends access at once': storing(CANCEL, ({order, input}) =>
      given(input).expiration_date === undefined
        ? undefined
        : withProducts(order, () => ({access_until: null})),
    ),
    'a subscription that is cancelled with a day ends at once': storing(CANCEL, ({order, input}) =>
      given(input).expiration_date !== undefined &&
      order.products.every(({type}) => type === 'subscription')
        ? withProducts(order, () => ({access_until: null}))
        : undefined,
    ),
    'a cancellation with a day never ends access': storing(CANCEL, ({order, input}) =>
      given(input).expiration_date === undefined
        ? undefined
        : withProducts(order, () => ({expiration_date: null, access_until: '2999-12-31'})),
    ),
  }),
  ...breaking('store.orders.access-follows-the-orders', {
    'an expired order gives access': seeingEachOrder(withoutEnd),
    'of several orders only the newest counts': seeingOrders((orders) => orders.slice(-1)),
    'any order of a user opens every title': findingAll<Order>(ASKED, (orders, {table, view}) => {
      if (table !== 'orders') return orders;
      const titles = view.oldest<Row>('issues', {limit: 100});
      return orders.map((order) => openingEvery(order, titles));
    }),
    'a later expiration is shown, and access ends when the first one did': {
      seam: 'several',
      seams: [
        storing(UPDATE, ({order, before, input}) => {
          const [first] = before?.products ?? [];
          const {ended = first?.expiration_date} = (before ?? {}) as Ended;
          return given(input).expiration_date === undefined || !ended
            ? undefined
            : ({...order, ended} as Partial<Order>);
        }),
        seeingEachOrder((order) => {
          const {ended} = order as Ended;
          return ended ? endingOn(order, ended) : order;
        }),
      ],
    },
  }),
];
