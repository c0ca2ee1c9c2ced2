import {orderView} from '../orders/view.ts';
import {notFound} from '../replies.ts';
import {isDay, localDay} from '../time.ts';
import type {Json, Reply} from '../types.ts';
import {orderIn} from './turns-order-changes.ts';
import {afterSuccess, before, bodyOf, jsonOf, listOf, type Turn, type Turns} from './types.ts';

/** Does not find an order that is cancelled. */
async function hideCancelled({go}: Turn): Promise<Reply> {
  const reply = await go();
  const {status} = jsonOf(bodyOf(reply).data);
  return status === 'cancelled' ? notFound('order') : reply;
}

/** Clears the last days of an order that is approved again. */
async function clearDays(turn: Turn): Promise<Reply> {
  const order = orderIn(turn);
  const paused = order?.status === 'paused';
  const reply = await turn.go();
  const kept = (turn.ask.body.expiration_date ?? null) !== null;
  if (order === undefined || reply.status !== 200) return reply;
  if (!paused || order.status !== 'approved' || kept) return reply;
  for (const product of order.products) product.expiration = null;
  return {status: 200, body: {data: orderView(turn.context, order)}};
}

/** Notes the products whose access was over when they got another day. */
async function noteLapsed(turn: Turn): Promise<Reply> {
  const order = orderIn(turn);
  const today = localDay(turn.context.now(), turn.context.store);
  const over = (order?.products ?? []).filter((one) => (one.expiration ?? today) < today);
  const reply = await turn.go();
  if (reply.status === 200) order?.history.push(...over.map(({id}) => `lapsed:${id}`));
  return reply;
}

/** Takes the last day out of a body. */
function dropDay(body: Json): void {
  if (isDay(String(body.expiration_date))) delete body.expiration_date;
}

/** How orders that there are already are mishandled. */
export const ORDER_CHANGES_E2: Turns = {
  readOrder: {
    'order-cancelled-read-404': async (turn) => hideCancelled(turn),
  },
  updateOrder: {
    'order-update-answer-partial': afterSuccess((reply) => {
      const {id, status} = jsonOf(bodyOf(reply).data);
      reply.body = {data: {id, status}};
    }),
    'order-both-members-day-lost': before(({ask: {body}}) => {
      if ((body.status ?? null) !== null) dropDay(body);
    }),
    'order-resume-loses-expiration': async (turn) => clearDays(turn),
    'order-expired-stays-expired': async (turn) => noteLapsed(turn),
  },
  cancelOrder: {
    'order-cancel-day-lost-by-reference': before(({ask: {body, query}}) => {
      if (query.get('id_type') === 'external') dropDay(body);
    }),
  },
  listOrders: {
    'orders-cancelled-missing': afterSuccess((reply) => {
      const body = bodyOf(reply);
      body.data = listOf(body.data).filter(({status}) => status !== 'cancelled');
    }),
  },
};
