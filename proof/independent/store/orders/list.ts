import type {Order} from '../commerce-types.ts';
import {sameEmail} from '../find.ts';
import {blame} from '../replies.ts';
import {isDay, localDay} from '../time.ts';
import type {Ask, Context, Errors, Reply} from '../types.ts';
import {orderUserId} from './buyer.ts';
import {userOf} from './grants.ts';
import {refuseOrder} from './replies.ts';
import {orderView} from './view.ts';

/** Orders on one page of the list. */
const PAGE_SIZE = 20;

/** A number that no order has. */
const NO_PAGE = 999_999_999;

const STATUSES = ['pending', 'approved', 'paused', 'cancelled'];

function judge(query: URLSearchParams): Errors {
  const errors: Errors = new Map();
  for (const field of ['start_at', 'end_at']) {
    const day = query.get(field);
    if (day !== null && !isDay(day)) blame(errors, field, 'A day as YYYY-MM-DD is expected.');
  }
  const type = query.get('product_type');
  if (type !== null && !query.has('product_id')) {
    blame(errors, 'product_type', 'Only together with product_id.');
  } else if (type !== null && type !== 'content' && type !== 'subscription') {
    blame(errors, 'product_type', 'Either content or subscription.');
  }
  const status = query.get('status');
  if (status !== null && !STATUSES.includes(status)) {
    blame(errors, 'status', `One of ${STATUSES.join(', ')}.`);
  }
  return errors;
}

function ofUser(context: Context, query: URLSearchParams, order: Order): boolean {
  const id = query.get('user_id');
  const email = query.get('user_email');
  const user = userOf(context, order);
  if (user === undefined) return false;
  const {faults} = context;
  if (faults.has('orders-deactivated-hidden') && user.deletedAt !== null) return false;
  if (id !== null && faults.has('orders-user-prefix')) return orderUserId(user).startsWith(id);
  if (id !== null) return orderUserId(user) === id || user.uuid === id;
  return email === null || sameEmail(context, user.email, email);
}

function ofProduct({faults}: Context, query: URLSearchParams, order: Order): boolean {
  const id = query.get('product_id');
  const type = query.get('product_type');
  if (id === null) return true;
  const end = faults.has('orders-second-product-missing') ? 1 : undefined;
  return order.products
    .slice(0, end)
    .some((one) => one.id === id && (type === null || one.type === type));
}

function inPeriod(context: Context, query: URLSearchParams, order: Order): boolean {
  const utc = context.faults.has('orders-day-in-utc');
  const store = utc ? {...context.store, zoneMinutes: 0} : context.store;
  const day = localDay(order.createdAt, store);
  const from = query.get('start_at') ?? day;
  return from <= day && day <= (query.get('end_at') ?? day);
}

/** Whether a faulty index still has an order under a status that it has no more. */
function isStale({faults}: Context, order: Order, status: string): boolean {
  const paused = order.status === 'paused' && status === 'approved';
  return paused && faults.has('orders-paused-as-approved');
}

function matches(context: Context, query: URLSearchParams, order: Order): boolean {
  const status = query.get('status');
  return (
    ofUser(context, query, order) &&
    ofProduct(context, query, order) &&
    inPeriod(context, query, order) &&
    (status === null || order.status === status || isStale(context, order, status))
  );
}

function nextPage(query: URLSearchParams, last: Order | undefined): string | null {
  if (last === undefined) return null;
  const next = new URLSearchParams(query);
  next.set('before', last.number);
  return `/integration-api/v1/orders?${next.toString()}`;
}

/** Whether a list shows an order already. */
function isSeen({variants, now}: Context, {createdAt}: Order): boolean {
  return !variants.has('lists-lag-by-a-second') || createdAt <= now() - 1000;
}

/** The orders of the pages from a number on: newest first, or oldest. */
function behind({variants}: Context, found: Order[], before: number): Order[] {
  if (!variants.has('orders-list-oldest-first')) {
    return found.toReversed().filter((order) => Number(order.number) < before);
  }
  return found.filter((order) => before === NO_PAGE || Number(order.number) > before);
}

/** GET /orders. */
export function listOrders(context: Context, ask: Ask): Reply {
  const {query} = ask;
  const errors = judge(query);
  const before = query.get('before') ?? String(NO_PAGE);
  if (!/^\d{1,9}$/.test(before)) blame(errors, 'before', 'Follow meta.next instead.');
  if (errors.size > 0) return refuseOrder(422, errors);
  const {faults, store, world} = context;
  const stores = faults.has('orders-any-store') ? world.stores : [store];
  const found = stores
    .flatMap((one) => one.commerce.orders)
    .filter((order) => matches(context, query, order))
    .filter((order) => isSeen(context, order));
  const rest = behind(context, found, Number(before));
  const size = context.variants.has('orders-list-unpaged') ? Infinity : PAGE_SIZE;
  const page = rest.slice(0, size);
  const next = rest.length > size ? nextPage(query, page.at(-1)) : null;
  const data = page.map((order) => orderView(context, order));
  return {status: 200, body: {data, meta: {next, page_size: PAGE_SIZE}}};
}
