import type {Order, OrderProduct} from '../commerce-types.ts';
import {blame} from '../replies.ts';
import type {Ask, Context, Errors, Json, Reply} from '../types.ts';
import {checkDay, checkText, given} from './fields.ts';
import {isReply, orderOf} from './find.ts';
import {subscriptionOf, userOf} from './grants.ts';
import {cancel, setPaused} from './moves.ts';
import {refuseOrder, refuseOrderFor} from './replies.ts';
import {orderView} from './view.ts';

function shown(context: Context, order: Order): Reply {
  return {status: 200, body: {data: orderView(context, order)}};
}

/** GET /orders/{id or external_reference}. */
export function readOrder(context: Context, ask: Ask, id: string): Reply {
  const order = orderOf(context, ask, id);
  return isReply(order) ? order : shown(context, order);
}

function judgeChange(body: Json, query: URLSearchParams): Errors {
  const errors: Errors = new Map();
  const {status} = body;
  if (!given(body.expiration_date) && !given(status)) {
    blame(errors, 'expiration_date', 'Either this or status is needed.');
  }
  checkDay(errors, 'expiration_date', body.expiration_date);
  if (given(status) && status !== 'approved' && status !== 'paused') {
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
function chosenProducts(order: Order, query: URLSearchParams): OrderProduct[] {
  const id = query.get('product_id');
  if (id === null) return order.products;
  const type = query.get('product_type');
  return order.products.filter((one) => one.id === id && one.type === type);
}

function setExpiration(context: Context, order: Order, chosen: OrderProduct[], day: string): void {
  const user = userOf(context, order);
  for (const product of chosen) {
    product.expiration = day;
    const subscription = user === undefined ? undefined : subscriptionOf(user, product);
    if (subscription !== undefined) subscription.until = day;
  }
}

/** PUT /orders/{id or external_reference}. */
export function updateOrder(context: Context, ask: Ask, id: string): Reply {
  const order = orderOf(context, ask, id);
  if (isReply(order)) return order;
  const {body, query} = ask;
  const errors = judgeChange(body, query);
  if (errors.size > 0) return refuseOrder(422, errors);
  const chosen = chosenProducts(order, query);
  if (chosen.length === 0) {
    return refuseOrderFor(422, 'product_id', 'The order has no such product.');
  }
  if (order.status !== 'approved' && order.status !== 'paused') {
    return refuseOrderFor(400, 'order', `This order is ${order.status}.`);
  }
  if (given(body.expiration_date)) {
    setExpiration(context, order, chosen, String(body.expiration_date));
  }
  if (given(body.status)) setPaused(context, order, body.status === 'paused', chosen);
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

/** DELETE /orders/{id or external_reference}. */
export function cancelOrder(context: Context, ask: Ask, id: string): Reply {
  const order = orderOf(context, ask, id);
  if (isReply(order)) return order;
  const {reason, expiration_date: day} = ask.body;
  const errors = judgeCancel(ask.body);
  if (errors.size > 0) return refuseOrder(422, errors);
  if (order.status === 'cancelled') {
    return refuseOrderFor(400, 'order', 'This order is cancelled already.');
  }
  cancel(context, order, given(reason) ? String(reason) : null, given(day) ? String(day) : null);
  return shown(context, order);
}
