/** Defects of checkout URLs, and of the sessions that they begin (Orders, Checkout). */

import {DAY_MS} from '../../../../spec/durations.ts';
import {isObject} from '../../../../spec/json.ts';
import type {Seam, Defect} from '../../../defect.ts';
import {
  Page,
  isRefused,
  type View,
  type Input,
  type Transition,
  type Done,
} from '../../../operation.ts';
import type {CheckoutInput} from '../../../store/checkout/find-checkout.ts';
import type {Order} from '../../../store/orders/order.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, viewWith, breaking, seeing, atPlace, around, finding} from '../../breaking.ts';
import {withRows} from '../../stored-rows.ts';
import {storing} from './changed-orders.ts';

const HALF_AN_HOUR = 30 * 60_000;

const CHECKOUT_TTL = 2 * HALF_AN_HOUR;

/** An order with the instant at which it was last read, and how often it was. */
interface OrderRead extends Order {
  read?: number;
  reads?: number;
}

/** Changes the path of the checkout URL in reads. */
const showingUrl = (other: (path: string) => string): Seam =>
  afterwards(['getOrder'], (done) => {
    const order = done.body as {checkout?: {url?: unknown}};
    const shown = isObject(order) && 'data' in order ? (order.data as typeof order) : order;
    const url = shown.checkout?.url;
    if (url instanceof Page && shown.checkout) shown.checkout.url = new Page(other(url.path));
    return done;
  });

/** Uses the same random value for all checkout URLs. */
const sameNonce = (view: View): Partial<View> => ({
  newId: (kind) => (kind === 'checkout' ? 'checkout_same' : view.newId(kind)),
});

/** Uses the same time for them as well. */
const sameMoment = (view: View): Partial<View> => ({
  ...sameNonce(view),
  now: view.now - (view.now % DAY_MS),
});

/**
 * Signs the buyer in with an expired URL.
 * @param other members of the view with which the visit would be accepted
 */
const signingIn =
  (other: (view: View, input: Input) => Partial<View>) =>
  (next: Transition): Transition =>
  (view, input) => {
    const done = next(view, input);
    if (!isRefused(done) || done.refused !== 'checkout-expired') return done;
    const accepted = next(viewWith(view, other(view, input)), input);
    if (isRefused(accepted)) return done;
    const visit = lasting(accepted, view.now + DAY_MS);
    return {...visit, body: {session: null, opens: false}};
  };

/** The changes of a visit, with a session that lasts until an instant. */
const lasting = (visit: Done, expires: number): Done =>
  withRows(visit, 'auth_sessions', () => ({expires}));

/** Reads mark an order with how often it was read. */
const markingReads: Seam = storing(['getOrder'], ({order}): Partial<OrderRead> => ({
  reads: ((order as Partial<OrderRead>).reads ?? 0) + 1,
}));

const isLaterRead = (view: View, body: unknown): boolean =>
  (view.find<OrderRead>('orders', (body as CheckoutInput).order)?.reads ?? 0) > 1;

/** Defects of when a URL opens the checkout and signs its buyer in. */
export const checkoutUrls: Defect[] = [
  ...breaking('store.orders.reading-gives-a-new-checkout-url', {
    'every read gives the same URL': seeing(['getOrder'], sameMoment),
    'a read gives the URL of the creation': {
      seam: 'several',
      seams: [
        seeing(['createOrder'], sameNonce),
        seeing(['getOrder'], (view, {path}) => ({
          ...sameNonce(view),
          now: view.find<Order>('orders', path['id'] ?? '')?.created ?? view.now,
        })),
      ],
    },
  }),
  ...breaking('store.orders.checkout-url-carries-the-token', {
    'a read gives a URL without the token': showingUrl((path) =>
      path.replace(/\?.*/, (query) => `?visit=${query.length}${query.slice(-20)}`),
    ),
    'the token of a read has another name': showingUrl((path) =>
      path.replace('external-auth-token', 'auth-token'),
    ),
  }),
  ...breaking('store.orders.checkout-opens-within-its-ttl', {
    'a URL is over half an hour early': seeing(['openCheckout'], ({now}) => ({
      now: now + HALF_AN_HOUR,
    })),
    'no URL opens': seeing(['openCheckout'], ({now}) => ({now: now + DAY_MS})),
  }),
  ...breaking('store.orders.checkout-is-over-after-its-ttl', {
    'a URL is good for ever': {seam: 'skip', situation: 'checkout-expired', in: ['openCheckout']},
    'a URL is good for a minute more': seeing(['openCheckout'], ({now}) => ({now: now - 60_000})),
    'a URL is good for as long as the newest one of its order': {
      seam: 'several',
      seams: [
        storing(['getOrder'], ({view}): Partial<OrderRead> => ({read: view.now})),
        seeing(['openCheckout'], (view, {body}) => {
          const order = view.find<OrderRead>('orders', (body as CheckoutInput).order);
          const isGood = order?.read !== undefined && view.now < order.read + CHECKOUT_TTL;
          return isGood ? {now: order.created} : {};
        }),
      ],
    },
  }),
  ...atPlace('of a later read', [
    ...breaking('store.orders.checkout-is-over-after-its-ttl', {
      'a URL of a later read is good for three times as long': {
        seam: 'several',
        seams: [
          markingReads,
          seeing(['openCheckout'], (view, {body}) =>
            isLaterRead(view, body) ? {now: view.now - 2 * CHECKOUT_TTL} : {},
          ),
        ],
      },
    }),
    ...breaking('store.orders.token-expires-with-the-ttl', {
      'a URL of a later read signs in after its end': {
        seam: 'several',
        seams: [
          markingReads,
          around(
            ['openCheckout'],
            signingIn((view, {body}) => (isLaterRead(view, body) ? {now: view.now - DAY_MS} : {})),
          ),
        ],
      },
    }),
  ]),
  ...breaking('store.orders.token-signs-the-buyer-in', {
    'nobody is signed in': {
      seam: 'change',
      in: ['openCheckout'],
      table: 'auth_sessions',
      drop: true,
    },
    'the session is over when it begins': {
      seam: 'change',
      in: ['openCheckout'],
      table: 'auth_sessions',
      set: {expires: 0},
    },
  }),
  ...breaking('store.orders.token-expires-with-the-ttl', {
    'a URL that is over signs in': around(
      ['openCheckout'],
      signingIn(({now}) => ({now: now - DAY_MS})),
    ),
    'a URL signs in for a minute after its end': around(
      ['openCheckout'],
      signingIn(({now}) => ({now: now - 60_000})),
    ),
  }),
  ...breaking('store.users.deactivated-cannot-log-in', {
    'a checkout URL signs a deactivated user in': finding<User>(
      ['openCheckout'],
      'users',
      (user) => ({...user, may_log_in: true, state: 'active'}),
    ),
  }),
];
