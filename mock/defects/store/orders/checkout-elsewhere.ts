/** Defects of checkout URLs of lists and of reads by a reference, and of the sessions that checkout URLs began. */

import {HOUR_MS} from '../../../../spec/durations.ts';
import type {Defect} from '../../../defect.ts';
import {isRefused, Page} from '../../../operation.ts';
import type {CheckoutInput} from '../../../store/checkout/find-checkout.ts';
import type {Order} from '../../../store/orders/order.ts';
import {afterwards, around, atPlace, breaking} from '../../breaking.ts';
import {sparing} from '../auth-sessions/ended-sessions.ts';
import {shownInList} from './created-orders.ts';

type Checkout = {url?: unknown} | null | undefined;

/** A checkout whose URL lacks its end. */
const cut = (checkout: Checkout): object =>
  checkout?.url instanceof Page
    ? {checkout: {...checkout, url: new Page(checkout.url.path.slice(0, -9))}}
    : {};

/** Loses the first payment of an order that is this old. */
const lostAfter = (age: number) =>
  around(['settleCheckout'], (next) => (view, input) => {
    const done = next(view, input);
    const order = view.find<Order>('orders', (input.body as CheckoutInput).order);
    const isLost = order !== undefined && view.now - order.created > age;
    return isRefused(done) || !isLost ? done : {...done, changes: []};
  });

/** The defects of checkouts of lists, of references, of later days, and of their sessions. */
export const checkoutElsewhere: Defect[] = [
  ...atPlace(
    'of a list',
    breaking('store.orders.checkout-opens-within-its-ttl', {
      'the URLs of lists lack their ends': shownInList(({checkout}) => cut(checkout as Checkout)),
    }),
  ),
  ...atPlace(
    'of a read by the reference',
    breaking('store.orders.checkout-opens-within-its-ttl', {
      'the URL of a read by the reference lacks its end': afterwards(
        ['getOrder'],
        (done, _view, {query}) => {
          const body = done.body as {checkout?: Checkout; data?: {checkout?: Checkout}};
          if (query['id_type'] !== 'external') return done;
          const {data} = body;
          return {
            ...done,
            body: data
              ? {...body, data: {...data, ...cut(data.checkout)}}
              : {...body, ...cut(body.checkout)},
          };
        },
      ),
    }),
  ),
  ...atPlace(
    'of a sale that is paid days later',
    breaking('store.orders.payment-approves-the-order', {
      'a payment is lost that comes hours after the order': lostAfter(2 * HOUR_MS),
    }),
  ),
  ...atPlace(
    'begun by a checkout URL',
    breaking('store.auth-sessions.deactivation-ends-sessions', {
      'the session of a checkout URL outlives the deactivation': sparing(
        ['deactivateUser'],
        ({until}) => until !== undefined,
      ),
    }),
  ),
];
