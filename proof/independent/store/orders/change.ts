import type {Order, OrderProduct} from '../commerce-types.ts';
import {blame} from '../replies.ts';
import {pause} from '../time.ts';
import type {Ask, Context, Errors, Json, Reply} from '../types.ts';
import {checkDay, checkText, given} from './fields.ts';
import {isReply, orderOf} from './find.ts';
import {subscriptionOf, userOf} from './grants.ts';
import {approve, cancel, setPaused} from './moves.ts';
import {refuseOrder, refuseOrderFor} from './replies.ts';
import {movesAnyway} from './states.ts';
import {orderView} from './view.ts';

function shown(context: Context, order: Order): Reply {
  return {status: 200, body: {data: orderView(context, order)}};
}

/** GET /orders/{id or external_reference}. */
export function readOrder(context: Context, ask: Ask, id: string): Reply {
  const order = orderOf(context, ask, id);
  return isReply(order) ? order : shown(context, order);
}

/** What an update may set the status to. */
function statusAccepted(context: Context, status: unknown): boolean {
  if (context.faults.has('order-update-cancels') && status === 'cancelled') return true;
  return status === 'approved' || status === 'paused';
}

function judgeChange(context: Context, body: Json, query: URLSearchParams): Errors {
  const errors: Errors = new Map();
  const {status} = body;
  const needed = !context.faults.has('order-update-empty-accepted');
  if (!given(body.expiration_date) && !given(status) && needed) {
    blame(errors, 'expiration_date', 'Either this or status is needed.');
  }
  checkDay(errors, 'expiration_date', body.expiration_date);
  if (given(status) && !statusAccepted(context, status)) {
    blame(errors, 'status', 'Either approved or paused.');
  }
  const type = query.get('product_type');
  if (type === null && query.has('product_id')) {
    blame(errors, 'product_type', 'It is needed together with product_id.');
  }
  if (type !== null && type !== 'content' && type !== 'subscription') {
    blame(errors, 'product_type', 'Either content or subscription.');
  }
  return errors;
}

/** The products that a change is about: one, or all. */
function chosenProducts({faults}: Context, order: Order, query: URLSearchParams): OrderProduct[] {
  const id = query.get('product_id');
  if (id === null) {
    return order.products.slice(0, faults.has('order-expiration-first-only') ? 1 : undefined);
  }
  const type = query.get('product_type');
  if (faults.has('order-expiration-by-id-only')) return order.products.filter((p) => p.id === id);
  return order.products.filter((one) => one.id === id && one.type === type);
}

function setExpiration(context: Context, order: Order, chosen: OrderProduct[], day: string): void {
  const user = userOf(context, order);
  const {faults} = context;
  if (faults.has('order-expiration-resumes')) setPaused(context, order, false, order.products);
  for (const product of chosen) {
    const sooner = product.expiration !== null && day < product.expiration;
    if (faults.has('order-expiration-only-extends') && sooner) continue;
    if (faults.has('order-expiration-content-only') && product.type !== 'content') continue;
    product.expiration = day;
    const subscription = user === undefined ? undefined : subscriptionOf(user, product);
    if (subscription !== undefined) subscription.until = day;
  }
}

/** Why an order cannot be updated now; null when it can. */
function refuseUpdate(context: Context, order: Order, body: Json): Reply | null {
  const {faults} = context;
  if (faults.has('order-sale-expiration-refused') && order.type === 'sale') {
    if (given(body.expiration_date)) {
      return refuseOrderFor(400, 'expiration_date', 'Not of a sale.');
    }
  }
  const strict = context.variants.has('orders-same-status-refused');
  if (strict && given(body.status) && body.status === order.status) {
    return refuseOrderFor(400, 'order', `This order is ${order.status} already.`);
  }
  if (order.status === 'approved' || order.status === 'paused') return null;
  if (movesAnyway(context, order.status, body.status ?? undefined)) return null;
  return refuseOrderFor(400, 'order', `This order is ${order.status}.`);
}

/** Carries out what an update says of the status. */
function setStatus(context: Context, order: Order, status: unknown, chosen: OrderProduct[]): void {
  const {faults} = context;
  if (status === 'cancelled') {
    cancel(context, order, null, null);
    return;
  }
  if (faults.has('order-pause-no-effect') && status === 'paused') return;
  if (faults.has('order-resume-no-effect') && order.status === 'paused') return;
  const pauses = order.history.filter((entry) => entry === 'paused').length;
  if (faults.has('order-second-pause-lost') && status === 'paused' && pauses > 0) return;
  order.history.push(String(status));
  if (order.status === 'pending' && status === 'approved') approve(context, order);
  setPaused(context, order, status === 'paused', chosen);
}

/** PUT /orders/{id or external_reference}. */
export async function updateOrder(context: Context, ask: Ask, id: string): Promise<Reply> {
  const order = orderOf(context, ask, id);
  if (isReply(order)) return order;
  const {body, query} = ask;
  const errors = judgeChange(context, body, query);
  if (errors.size > 0) return refuseOrder(422, errors);
  const chosen = chosenProducts(context, order, query);
  if (chosen.length === 0) {
    return refuseOrderFor(422, 'product_id', 'The order has no such product.');
  }
  const refused = refuseUpdate(context, order, body);
  if (refused !== null) return refused;
  if (context.faults.has('order-update-race-revives')) await pause(150);
  if (given(body.expiration_date)) {
    setExpiration(context, order, chosen, String(body.expiration_date));
  }
  if (given(body.status)) setStatus(context, order, body.status, chosen);
  return shown(context, order);
}

function judgeCancel(body: Json): Errors {
  const errors: Errors = new Map();
  checkText(errors, 'reason', body.reason, 150);
  const {reason} = body;
  if (typeof reason === 'string' && [...reason].length < 3) {
    blame(errors, 'reason', 'At least 3 characters.');
  }
  checkDay(errors, 'expiration_date', body.expiration_date);
  return errors;
}

/** Whether an order can be cancelled: in every state but one. */
function isCancellable({faults}: Context, order: Order): boolean {
  if (faults.has('order-cancel-pending-refused') && order.status === 'pending') return false;
  if (faults.has('order-cancel-paused-refused') && order.status === 'paused') return false;
  return order.status !== 'cancelled';
}

/** Whether a faulty server answers a cancellation without carrying it out. */
function isLost({faults}: Context, order: Order, later: boolean): boolean {
  if (faults.has('order-cancel-no-effect') && order.status === 'approved') return true;
  if (faults.has('order-cancel-later-lost') && later) return true;
  return faults.has('order-cancel-sale-lost') && order.type === 'sale' && order.approvedAt !== null;
}

/** DELETE /orders/{id or external_reference}. */
export function cancelOrder(context: Context, ask: Ask, id: string): Reply {
  const order = orderOf(context, ask, id);
  if (isReply(order)) return order;
  const {reason, expiration_date: day} = ask.body;
  const errors = judgeCancel(ask.body);
  if (errors.size > 0) {
    if (context.faults.has('order-cancel-refused-done')) cancel(context, order, null, null);
    return refuseOrder(422, errors);
  }
  if (order.status === 'cancelled' && context.variants.has('orders-cancelled-again-200')) {
    return shown(context, order);
  }
  if (!isCancellable(context, order)) {
    if (context.faults.has('order-second-cancel-restores')) order.status = 'approved';
    return refuseOrderFor(400, 'order', `This order is ${order.status}.`);
  }
  if (isLost(context, order, given(day))) {
    const view = orderView(context, order);
    return {status: 200, body: {data: {...view, status: 'cancelled'}}};
  }
  cancel(context, order, given(reason) ? String(reason) : null, given(day) ? String(day) : null);
  return shown(context, order);
}
