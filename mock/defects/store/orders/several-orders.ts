/** Defects that show when a user has several orders, comes back, or names an order by its reference. */

import type {Defect, Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {CheckoutInput} from '../../../store/checkout/find-checkout.ts';
import type {Settled} from '../../../store/checkout/settle-checkout.ts';
import {gatewayOf} from '../../../store/orders/currencies.ts';
import type {Order} from '../../../store/orders/order.ts';
import {todayOf} from '../../../store/orders/today.ts';
import {afterwards, atPlace, breaking} from '../../breaking.ts';
import {asApproved, haveSameTitle, seeingOrders} from './seen-orders.ts';
import {CANCEL, given, isExternal, storing, withProducts} from './changed-orders.ts';
import {withRows} from '../../stored-rows.ts';

/** The sales of the buyer of an order, oldest first. */
function salesBeside(view: View, body: unknown): Order[] {
  const order = view.find<Order>('orders', (body as CheckoutInput).order);
  const orders = order ? view.all<Order>('orders', 'user', order.user) : [];
  return orders.filter(({type}) => type === 'sale');
}

/** Sends buyers back with a value of the newest sale that they have. */
const sentBackWith = (change: (redirect: URL, newest: Order) => void): Seam =>
  afterwards(['settleCheckout'], (done, view, {body}) => {
    const {redirect, ...rest} = done.body as Settled;
    const newest = salesBeside(view, body).at(-1);
    if (redirect === null || !newest) return done;
    const url = new URL(redirect);
    change(url, newest);
    return {...done, body: {...rest, redirect: url.href}};
  });

/** Whether access by an order is over. */
const hasEnded = (order: Order, view: View): boolean =>
  order.products.some(({expiration_date: day}) => day !== null && day < todayOf(view));

/** An order that was cancelled when its user was deactivated. */
type Left = Order & {left?: true};

/** Marks the orders that a deactivation cancels. */
const markingLeft: Seam = afterwards(['deactivateUser'], (done) =>
  withRows(done, 'orders', (): Partial<Left> => ({left: true})),
);

/** Defects of access beside other orders. */
const access: Defect[] = [
  ...atPlace(
    'a sale that is not paid',
    breaking('store.orders.access-follows-the-orders', {
      'a pending sale gives access': seeingOrders((orders) =>
        orders.map((order) => (order.status === 'pending' ? asApproved(order) : order)),
      ),
    }),
  ),
  ...atPlace(
    'by two orders of which one ends',
    breaking('store.orders.access-follows-the-orders', {
      'access to a title ends with the first of its orders that ends': seeingOrders(
        (orders, view) =>
          orders.filter(
            (order) =>
              !orders.some((other) => hasEnded(other, view) && haveSameTitle(order, other)),
          ),
      ),
    }),
  ),
  ...atPlace(
    'after a reactivation of the user',
    breaking('store.orders.access-follows-the-orders', {
      'orders that a deactivation cancelled give access after the return': {
        seam: 'several',
        seams: [
          markingLeft,
          seeingOrders((orders) =>
            orders.map((order) => ((order as Left).left ? asApproved(order) : order)),
          ),
        ],
      },
    }),
  ),
  ...atPlace(
    'by its reference',
    breaking('store.orders.cancel-date-ends-access', {
      'a cancellation by the reference with a day ends access at once': storing(
        CANCEL,
        ({order, input}) =>
          isExternal(input) && given(input).expiration_date !== undefined
            ? withProducts(order, () => ({access_until: null}))
            : undefined,
      ),
      'a cancellation by the reference with a day never ends access': storing(
        CANCEL,
        ({order, input}) =>
          isExternal(input) && given(input).expiration_date !== undefined
            ? withProducts(order, () => ({expiration_date: null, access_until: '2999-12-31'}))
            : undefined,
      ),
    }),
  ),
];

/** Defects that give a sale a value of another sale of its buyer. */
const sales: Defect[] = atPlace('of each of several sales', [
  ...breaking('store.orders.redirect-goes-to-the-return-url', {
    'the buyer is sent to the return_url of the newest sale': sentBackWith((redirect, newest) => {
      redirect.pathname = new URL(newest.return_url ?? redirect.href).pathname;
    }),
  }),
  ...breaking('store.orders.redirect-has-order-id', {
    'order-id is that of the newest sale': sentBackWith(({searchParams}, newest) =>
      searchParams.set('order-id', newest.key),
    ),
  }),
  ...breaking('store.orders.redirect-has-order-external-id', {
    'order-external-id is that of the newest sale': sentBackWith(({searchParams}, newest) =>
      searchParams.set('order-external-id', newest.external_reference ?? ''),
    ),
  }),
  ...breaking('store.orders.gateway-follows-the-currency', {
    'a buyer stays with the gateway of the first sale': afterwards(
      ['readGateway'],
      (done, view, {body}) => {
        const [first] = salesBeside(view, body);
        return first ? {...done, body: {gateway: gatewayOf(first.currency_id) ?? null}} : done;
      },
    ),
  }),
]);

/** Defects of users with several orders. */
export const severalOrders: Defect[] = [...access, ...sales];
