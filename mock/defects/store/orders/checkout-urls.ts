/** Defects of checkout URLs, and of the sessions that they begin (Orders, Checkout). */

import {DAY_MS, HOUR_MS, MINUTE_MS} from '../../../../spec/durations.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, Page, type View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {around, finding, seeing, viewWith} from '../../breaking.ts';
import {areOfTwoYears, isOnLeapDay} from '../../families/calendar.ts';
import {setting, together, unguarded, unstored} from '../../families/seams.ts';
import {showing} from '../../families/shown-rows.ts';
import {withRows} from '../../stored-rows.ts';
import {defects} from '../../table.ts';
import {sparing} from '../auth-sessions/ended-sessions.ts';
import {BY_REFERENCE, LIST, ORDER, orderIn, READ, type Noted} from './changed-orders.ts';
import {CREATE} from './created-orders.ts';
import type {Visit} from './payments.ts';

const OPEN = ['openCheckout'];
const TTL = HOUR_MS;

/** Changes the paths of checkout URLs in responses. */
const showingUrl = (operations: string[], other: (path: string) => string, query = {}): Seam =>
  showing(operations, {query}, ({checkout}) => {
    const {url, ...rest} = (checkout ?? {}) as {url?: unknown};
    return url instanceof Page ? {checkout: {...rest, url: new Page(other(url.path))}} : undefined;
  });

const withoutEnd = (path: string): string => path.slice(0, -9);

/** Uses the same random value for all checkout URLs. */
const sameNonce = (view: View): Partial<View> => ({
  newId: (kind) => (kind === 'checkout' ? 'checkout_same' : view.newId(kind)),
});

/** Other time at a visit of the checkout. */
type Shift = (order: Noted | undefined, now: number) => number;

const orderOf = (view: View, body: unknown): Noted | undefined =>
  view.find<Noted>('orders', String((body as Visit).order));

/** Opens the checkout as if it were another time. */
const opening = (shift: Shift): Seam =>
  seeing(OPEN, (view, {body}) => ({now: view.now + shift(orderOf(view, body), view.now)}));

/** Signs the buyer in with an expired URL that would be accepted at another time. */
const signingIn = (shift: Shift): Seam =>
  around(OPEN, (next) => (view, input) => {
    const done = next(view, input);
    if (!isRefused(done) || done.refused !== 'checkout-expired') return done;
    const now = view.now + shift(orderOf(view, input.body), view.now);
    const visit = next(viewWith(view, {now}), input);
    if (isRefused(visit)) return done;
    const lasting = withRows(visit, 'auth_sessions', () => ({expires: view.now + DAY_MS}));
    return {...lasting, body: {session: null, opens: false}};
  });

/** Reads note how often an order was read, and when. */
const notingReads = ORDER.storing(READ, {}, ({reads = 0}, {view}) => ({
  reads: reads + 1,
  read: view.now,
}));

const isReadAgain = (order: Noted | undefined): boolean => (order?.reads ?? 0) > 1;

/** Defects of when a URL opens the checkout and signs its buyer in. */
export const checkoutUrls: Defect[] = defects({
  'store.orders.reading-gives-a-new-checkout-url': {
    'every read gives the same URL': seeing(READ, (view) => ({
      ...sameNonce(view),
      now: view.now - (view.now % DAY_MS),
    })),
    'a read gives the URL of the creation': together(
      seeing(CREATE, sameNonce),
      seeing(READ, (view, input) => ({
        ...sameNonce(view),
        now: orderIn(view, input)?.created ?? view.now,
      })),
    ),
  },
  'store.orders.checkout-url-carries-the-token': {
    'a read gives a URL without the token': showingUrl(READ, (path) =>
      path.replace(/\?.*/, (query) => `?visit=${query.length}${query.slice(-20)}`),
    ),
    'the token of a read has another name': showingUrl(READ, (path) =>
      path.replace('external-auth-token', 'auth-token'),
    ),
  },
  'store.orders.checkout-opens-within-its-ttl': {
    'a URL is over half an hour early': opening(() => TTL / 2),
    'no URL opens': opening(() => DAY_MS),
  },
  'store.orders.checkout-opens-within-its-ttl @ over every turn of the calendar': {
    'a URL ends with the year': opening((order, now) =>
      order && areOfTwoYears(order.created, now) ? TTL : 0,
    ),
  },
  'store.orders.checkout-is-over-after-its-ttl @ over every turn of the calendar': {
    'a URL of a leap day is good for twice as long': opening((order) =>
      order && isOnLeapDay(order.created) ? -TTL : 0,
    ),
  },
  'store.orders.checkout-opens-within-its-ttl @ of a list': {
    'the URLs of lists lack their ends': showingUrl(LIST, withoutEnd),
  },
  'store.orders.checkout-opens-within-its-ttl @ of a read by the reference': {
    'the URL of a read by the reference lacks its end': showingUrl(READ, withoutEnd, BY_REFERENCE),
  },
  'store.orders.checkout-opens-within-its-ttl @ of a late read': {
    'the URL of a read expires with that of the creation': together(
      notingReads,
      opening((order) => (order?.read === undefined ? 0 : order.read - order.created)),
    ),
  },
  'store.orders.checkout-is-over-after-its-ttl': {
    'a URL is good for ever': unguarded('checkout-expired', OPEN),
    'a URL is good for a minute more': opening(() => -MINUTE_MS),
    'a URL is good for as long as the newest one of its order': together(
      notingReads,
      opening((order, now) =>
        order?.read !== undefined && now < order.read + TTL ? order.created - now : 0,
      ),
    ),
  },
  'store.orders.checkout-is-over-after-its-ttl @ of a later read': {
    'a URL of a later read is good for three times as long': together(
      notingReads,
      opening((order) => (isReadAgain(order) ? -2 * TTL : 0)),
    ),
  },
  'store.orders.token-expires-with-the-ttl @ of a later read': {
    'a URL of a later read signs in after its end': together(
      notingReads,
      signingIn((order) => (isReadAgain(order) ? -DAY_MS : 0)),
    ),
  },
  'store.orders.token-signs-the-buyer-in': {
    'nobody is signed in': unstored(OPEN, 'auth_sessions'),
    'the session is over when it begins': setting(OPEN, 'auth_sessions', {expires: 0}),
  },
  'store.orders.token-expires-with-the-ttl': {
    'a URL that is over signs in': signingIn(() => -DAY_MS),
    'a URL signs in for a minute after its end': signingIn(() => -MINUTE_MS),
  },
  'store.users.deactivated-cannot-log-in': {
    'a checkout URL signs a deactivated user in': finding<User>(OPEN, 'users', (user) => ({
      ...user,
      may_log_in: true,
      state: 'active',
    })),
  },
  'store.auth-sessions.deactivation-ends-sessions @ begun by a checkout URL': {
    'the session of a checkout URL outlives the deactivation': sparing(
      ['deactivateUser'],
      ({until}) => until !== undefined,
    ),
  },
});
