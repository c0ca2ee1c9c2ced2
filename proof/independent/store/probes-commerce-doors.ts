import {cancel, change, checkoutOf, deletePlan, leaveBy, mayRead, MONTHLY} from './commerce-kit.ts';
import {createPlan, NORA, order, ordered, orderBody, productsOf} from './commerce-kit.ts';
import {readOrder, sessions, visit} from './commerce-kit.ts';
import type {Probe, Probes, Seen, Site} from './probe-kit.ts';

const left = (answer: Seen): number => Number(answer.headers.get('x-ratelimit-remaining'));

/** Shows when an order with a malformed member is answered with 500. */
function crashes(changes: Record<string, unknown>): Probe {
  return async (site) => (await order(site, 'permission', changes)).status >= 500;
}

/** What the limits, tokens and errors do to orders, plans and sessions. */
export const commerceLimits: Probes = {
  'order-null-product-crashes': crashes({products: [null]}),
  'order-reference-number-crashes': crashes({external_reference: 42}),
  'order-user-text-crashes': crashes({user: 'nora'}),
  'plan-collections-text-crashes': async (s) => {
    return (await createPlan(s, {collections: 'Field Guides'})).status >= 500;
  },
  'sessions-bad-cursor-crashes': async (s) => (await sessions(s, '?cursor=x')).status >= 500,
  'order-not-found-html': async (s) => {
    const {headers} = await s.call('GET', '/orders/nope');
    return headers.get('content-type')?.includes('json') !== true;
  },
  'order-reads-free': async (s) => {
    await s.hook('leave-reads', {role: 'admin', of: 'token', reads: 1});
    await s.call('GET', '/orders');
    return (await s.call('GET', '/orders')).status !== 429;
  },
  'minute-orders-free': async (s) => {
    const before = left(await s.call('GET', '/dashboard/plans'));
    await order(s, 'permission');
    return left(await s.call('GET', '/dashboard/plans')) !== before - 2;
  },
  'minute-plan-deletions-free': async (s) => {
    const before = left(await s.call('GET', '/dashboard/plans'));
    await deletePlan(s, 999_999_999);
    return left(await s.call('GET', '/dashboard/plans')) !== before - 2;
  },
  'unauthorized-order-stored': async (s) => {
    const body = orderBody('permission', {external_reference: 'thief'});
    await s.call('POST', '/orders', {token: null, body});
    return (await s.call('GET', '/orders/thief?id_type=external')).status !== 404;
  },
  'unauthorized-cancel-done': async (s) => {
    const one = await ordered(s, 'permission');
    await s.call('DELETE', `/orders/${String(one.id)}`, {token: null});
    return (await readOrder(s, one)).data.status !== 'approved';
  },
  'order-own-token-only': async (s) => {
    const one = await ordered(s, 'permission');
    const token = s.key('second-admin');
    return (await s.call('GET', `/orders/${String(one.id)}`, {token})).status !== 200;
  },
};

/** An order of a reader for a subscription. */
function subscribed(site: Site): Promise<Record<string, unknown>> {
  return ordered(site, 'permission', {products: [{type: 'subscription', id: MONTHLY}], user});
}

const user = {id: 'sub-9', email: 'sub.nine@probe.example'};
const reads = (site: Site): Promise<boolean> => mayRead(site, user.id, MONTHLY, 'subscription');

/** Orders of subscriptions, and payments at another time. */
export const subscriptions: Probes = {
  'order-pause-keeps-plans': async (s) => {
    await change(s, await subscribed(s), {status: 'paused'});
    return reads(s);
  },
  'order-cancel-day-ignored-for-plans': async (s) => {
    await cancel(s, await subscribed(s), {expiration_date: '2026-04-01'});
    return !(await reads(s));
  },
  'order-expiration-content-only': async (s) => {
    const {data} = await change(s, await subscribed(s), {expiration_date: '2026-04-01'});
    return productsOf(data)[0]?.expiration_date !== '2026-04-01';
  },
  'sale-late-payment-lost': async (s) => {
    const one = await ordered(s, 'sale', {user: NORA});
    s.clock.time += 2 * 3_600_000;
    const fresh = (await readOrder(s, one)).data;
    await visit(checkoutOf(fresh));
    await leaveBy(fresh, 'pay');
    return (await readOrder(s, one)).data.status !== 'approved';
  },
};
