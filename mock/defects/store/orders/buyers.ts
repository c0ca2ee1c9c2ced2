/** Defects of the checkout: of payments, of the redirect to the shop, and of checkout URLs. */

import {DAY_MS} from '../../../../spec/durations.ts';
import {isObject} from '../../../../spec/json.ts';
import type {Seam} from '../../../defect.ts';
import {
  isRefused,
  Page,
  type Done,
  type Input,
  type Transition,
  type View,
} from '../../../operation.ts';
import type {CheckoutInput} from '../../../store/checkout/find-checkout.ts';
import type {Settled, Settling} from '../../../store/checkout/settle-checkout.ts';
import type {Order, OrderStatus} from '../../../store/orders/order.ts';
import type {User} from '../../../store/users/user.ts';
import type {Change, Row} from '../../../world/change.ts';
import {afterwards, around, atPlace, breaking, finding, seeing, viewWith} from '../../breaking.ts';
import {storing} from './changed-orders.ts';

const SETTLE = ['settleCheckout'];
const HALF_AN_HOUR = 30 * 60_000;
const CHECKOUT_TTL = 2 * HALF_AN_HOUR;

/** An order with the instant at which it was last read, and how often it was. */
interface OrderRead extends Order {
  read?: number;
  reads?: number;
}

/** Changes the result of a visit of the checkout, by the outcome. */
const settling = (other: (done: Done, outcome: string, view: View) => Done): Seam =>
  afterwards(SETTLE, (done, view, {body}) => other(done, (body as Settling).outcome, view));

/** Stores the order of a visit with another status, for one outcome. */
const leavesAs = (outcome: string, status: OrderStatus): Seam =>
  around(SETTLE, (next) => (view, input) => {
    const done = next(view, input);
    const {order: key, outcome: given} = input.body as Settling;
    const order = view.find<Order>('orders', key);
    if (isRefused(done) || !order || given !== outcome) return done;
    return {...done, changes: [{table: 'orders', put: {...order, status} satisfies Order}]};
  });

/** Gives the order another status when a payment arrives in this state. */
const paysAnyway =
  (from: OrderStatus, to: OrderStatus) =>
  (next: Transition): Transition =>
  (view, input) => {
    const done = next(view, input);
    const {order: key, outcome = 'approved'} = input.body as Partial<Settling> & CheckoutInput;
    const order = view.find<Order>('orders', key);
    if (!isRefused(done) || order?.status !== from || outcome !== 'approved') return done;
    const body = {redirect: null, order_status: to};
    const put: Order = {...order, status: to};
    return {situation: 'checkout-settled', body, changes: [{table: 'orders', put}]};
  };

/** Redirects the buyer to another URL. */
const sendingTo = (other: (redirect: URL, outcome: string) => URL | null): Seam =>
  settling((done, outcome) => {
    const {redirect, ...rest} = done.body as Settled;
    if (redirect === null) return done;
    const url = other(new URL(redirect), outcome);
    return {...done, body: {...rest, redirect: url?.href ?? null}};
  });

/** Changes or omits a parameter of the URL. */
const withParameter = (url: URL, name: string, value: string | undefined): URL => {
  const {searchParams} = url;
  if (value === undefined) searchParams.delete(name);
  else searchParams.set(name, value);
  return url;
};

/** Encodes the reference in the URL otherwise than by percent-encoding. */
const writingReference = (other: (encoded: string) => string): Seam =>
  sendingTo(({href}) => new URL(href.replace(/(?<=order-external-id=)[^&]*/, other)));

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
    const changes = lasting(accepted, view.now + DAY_MS);
    return {...accepted, body: {session: null, opens: false}, changes};
  };

/** The changes of a visit, with a session that lasts until an instant. */
const lasting = ({changes = []}: Done, expires: number): Change[] =>
  changes.map((change) =>
    change.table === 'auth_sessions' && 'put' in change
      ? {...change, put: {...change.put, expires} as Row}
      : change,
  );

/** Reads mark an order with how often it was read. */
const markingReads: Seam = storing(['getOrder'], ({order}): Partial<OrderRead> => ({
  reads: ((order as Partial<OrderRead>).reads ?? 0) + 1,
}));

const isLaterRead = (view: View, body: unknown): boolean =>
  (view.find<OrderRead>('orders', (body as CheckoutInput).order)?.reads ?? 0) > 1;

/** Defects of what buyers see and do at the checkout. */
export const buyers = [
  ...breaking('store.orders.payment-approves-the-order', {
    'a payment leaves the order pending': {
      seam: 'change',
      in: SETTLE,
      table: 'orders',
      keep: ['status'],
    },
    'money that comes later is lost': {
      seam: 'change',
      in: ['approveLate'],
      table: 'orders',
      drop: true,
    },
    'an order whose checkout was left once cannot be paid': around(SETTLE, (next) => {
      const left = new Set<string>();
      return (view, input) => {
        const {order, outcome} = input.body as Settling;
        const done = next(view, input);
        if (outcome === 'left') left.add(order);
        if (isRefused(done) || outcome !== 'approved' || !left.has(order)) return done;
        return {...done, changes: []};
      };
    }),
    'a second payment cancels the order': around(SETTLE, paysAnyway('approved', 'cancelled')),
    'a second payment makes the order pending again': around(
      SETTLE,
      paysAnyway('approved', 'pending'),
    ),
  }),
  ...breaking('store.orders.unpaid-order-is-not-approved', {
    'a declined payment approves': leavesAs('declined', 'approved'),
    'a payment that is not decided approves': leavesAs('pending', 'approved'),
    'leaving the checkout approves': leavesAs('left', 'approved'),
  }),
  ...breaking('store.orders.cancelled-order-cannot-be-paid', {
    'a payment approves a cancelled order': around(SETTLE, paysAnyway('cancelled', 'approved')),
    'a payment makes a cancelled order pending': around(SETTLE, paysAnyway('cancelled', 'pending')),
    'money that comes later approves a cancelled order': around(
      ['approveLate'],
      paysAnyway('cancelled', 'approved'),
    ),
  }),
  ...breaking('store.orders.redirect-goes-to-the-return-url', {
    'the buyer is sent to the start of the shop': sendingTo((url) => {
      url.pathname = '/';
      return url;
    }),
    'the buyer of a declined payment is sent nowhere': sendingTo((url, outcome) =>
      outcome === 'declined' ? null : url,
    ),
  }),
  ...breaking('store.orders.redirect-has-order-id', {
    'there is no order-id': sendingTo((url) => withParameter(url, 'order-id', undefined)),
    'order-id is the reference when the payment is not decided': sendingTo((url, outcome) =>
      outcome === 'pending'
        ? withParameter(url, 'order-id', url.searchParams.get('order-external-id') ?? '')
        : url,
    ),
    'the parameters stand behind the fragment': sendingTo((url) => {
      if (url.hash === '') return url;
      const behind = new URL(url.href);
      behind.hash = `${url.hash}${url.search}`;
      behind.search = '';
      return behind;
    }),
  }),
  ...breaking('store.orders.redirect-has-order-external-id', {
    'there is no order-external-id': sendingTo((url) =>
      withParameter(url, 'order-external-id', undefined),
    ),
    'order-external-id is the id when the payment is declined': sendingTo((url, outcome) =>
      outcome === 'declined'
        ? withParameter(url, 'order-external-id', url.searchParams.get('order-id') ?? '')
        : url,
    ),
  }),
  ...atPlace(
    'of a reference with signs of a query',
    breaking('store.orders.redirect-has-order-external-id', {
      'order-external-id is not encoded': writingReference(decodeURIComponent),
      'a plus sign of order-external-id is not encoded': writingReference((value) =>
        value.replaceAll('%2B', '+'),
      ),
    }),
  ),
  ...breaking('store.orders.redirect-has-status', {
    'there is no status': sendingTo((url) => withParameter(url, 'status', undefined)),
    'the status of a declined payment is `declined`': sendingTo((url, outcome) =>
      outcome === 'declined' ? withParameter(url, 'status', 'declined') : url,
    ),
  }),
  ...breaking('store.orders.redirect-keeps-the-query', {
    'the query is replaced': sendingTo((url) => {
      for (const name of ['basket', 'note', 'from']) url.searchParams.delete(name);
      return url;
    }),
    'of a name that is repeated the last value is kept': sendingTo((url) =>
      withParameter(url, 'basket', url.searchParams.getAll('basket').at(-1)),
    ),
    'a plus sign becomes a blank': sendingTo((url) => {
      url.search = url.search.replaceAll('%2B', '+');
      return url;
    }),
  }),
  ...breaking('store.orders.redirect-agrees-with-the-order', {
    'a declined payment comes back as approved': sendingTo((url, outcome) =>
      outcome === 'declined' ? withParameter(url, 'status', 'approved') : url,
    ),
    'a payment comes back as cancelled': sendingTo((url, outcome) =>
      outcome === 'approved' ? withParameter(url, 'status', 'cancelled') : url,
    ),
  }),
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
