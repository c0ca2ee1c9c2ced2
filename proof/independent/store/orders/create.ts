import type {Order, OrderType} from '../commerce-types.ts';
import {sendMail} from '../mail.ts';
import {newUuid} from '../secrets.ts';
import {pause} from '../time.ts';
import type {Ask, Context, Json, Reply, User} from '../types.ts';
import {buyerOf, makeBuyer, refuseBuyer} from './buyer.ts';
import {gatewayOf} from './currencies.ts';
import {given, objectOf} from './fields.ts';
import {grant} from './grants.ts';
import {judgeOrder} from './judge.ts';
import {recordPayment} from './moves.ts';
import {missingProducts, orderedProducts} from './products.ts';
import {refuseOrder, refuseOrderFor} from './replies.ts';
import {firstStatus} from './states.ts';
import {orderView} from './view.ts';

function typeOf(body: Json): OrderType {
  return body.type === 'sale' || body.type === 'report' ? body.type : 'permission';
}

function productsOf(body: Json): Json[] {
  return Array.isArray(body.products) ? body.products.map((one) => objectOf(one) ?? {}) : [];
}

function textOrNull(value: unknown): string | null {
  return given(value) ? String(value) : null;
}

function newOrder(context: Context, body: Json, user: User): Order {
  const now = context.now();
  const type = typeOf(body);
  context.world.nextNumber += 3;
  return {
    id: context.variants.has('orders-uuid-in-capitals') ? newUuid(now).toUpperCase() : newUuid(now),
    number: String(context.world.nextNumber),
    reference: textOrNull(body.external_reference),
    source: 'api',
    type,
    status: firstStatus(context, type, body),
    unitPrice: typeof body.unit_price === 'number' ? body.unit_price : 0,
    currency: textOrNull(body.currency_id),
    userId: user.id,
    createdAt: now,
    returnUrl: textOrNull(body.return_url),
    products: orderedProducts(context, productsOf(body)),
    approvedAt: null,
    cancelledAt: null,
    cancelReason: null,
    accessUntil: null,
    history: [
      `email:${user.email}`,
      `token:${context.tokenId ?? ''}`,
      `sent:${JSON.stringify(body.user)}`,
    ],
  };
}

/** Makes the order of a body that has been judged. */
function makeOrder(context: Context, body: Json, user: User): Order {
  const order = newOrder(context, body, user);
  context.store.commerce.orders.push(order);
  if (order.status === 'approved') grant(context, user, order);
  const {faults} = context;
  const recorded = order.type === 'report' && !faults.has('report-payment-missing');
  const free = order.type === 'permission';
  if (recorded || (free && faults.has('permission-payment-recorded'))) {
    recordPayment(context, order);
  }
  if (order.type === 'report' || (free && faults.has('permission-mail-sent'))) {
    sendMail(context, user, order, 'order-reported');
  }
  return order;
}

/** What the store has against a well-formed order; null when nothing. */
function refusal(context: Context, body: Json, user: User | undefined): Reply | null {
  const currency = textOrNull(body.currency_id);
  const {faults} = context;
  const open = faults.has('order-unsupported-currency-served');
  if (body.type === 'sale' && gatewayOf(faults, currency) === null && !open) {
    return refuseOrderFor(400, 'currency_id', 'No gateway takes payments in this currency.');
  }
  const missing = missingProducts(context, body, productsOf(body));
  if (missing.size > 0) return refuseOrder(body.type === 'permission' ? 400 : 422, missing);
  const against = refuseBuyer(context, body, user);
  return against === null ? null : refuseOrderFor(422, 'user', against);
}

/** POST /orders. */
export async function createOrder(context: Context, ask: Ask): Promise<Reply> {
  const {body} = ask;
  const errors = judgeOrder(context, body);
  if (errors.size > 0) return refuseOrder(422, errors);
  const named = objectOf(body.user) ?? {};
  const known = buyerOf(context, named);
  const refused = refusal(context, body, known);
  if (refused !== null) return refused;
  if (context.faults.has('order-users-race')) await pause(150);
  const order = makeOrder(context, body, known ?? makeBuyer(context, named));
  return {
    status: 201,
    body: {data: orderView(context, order)},
    headers: {'X-Resource-Id': order.id},
  };
}
