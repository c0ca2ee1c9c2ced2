import type {Json, Reply} from '../types.ts';
import {loseSecondDay, revive, showBefore, spill, writeAllBack} from './turns-order-changes.ts';
import {after, before, bodyOf, jsonOf, listOf, type Turn, type Turns} from './types.ts';

/** Answers a read by reference as the first time. */
async function readOnce({ask, context, id, go}: Turn): Promise<Reply> {
  if (ask.query.get('id_type') !== 'external') return go();
  const {marks} = context.world;
  const key = `order:${context.store.key}:${id}`;
  const known = marks.get(key);
  if (known !== undefined) return {status: 200, body: JSON.parse(known)};
  const reply = await go();
  if (reply.status === 200) marks.set(key, JSON.stringify(reply.body));
  return reply;
}

/** Cuts a price to whole cents, as a conversion of floating numbers does. */
function cutCents(thing: Json): void {
  const {unit_price: price} = thing;
  if (typeof price === 'number') thing.unit_price = Math.trunc(price * 100) / 100;
}

function mergeProducts({ask: {body}}: Turn): void {
  if (!Array.isArray(body.products)) return;
  const all = listOf(body.products);
  body.products = all.filter((one, index) => {
    return one.id === undefined || all.findIndex(({id}) => id === one.id) === index;
  });
}

/** How requests about orders are mishandled. */
export const ORDER_TURNS: Turns = {
  orders: {
    'order-error-status-text': after((reply) => {
      const body = bodyOf(reply);
      if (typeof body.status === 'number') body.status = String(body.status);
    }),
    'order-errors-keyed': after((reply) => {
      const body = bodyOf(reply);
      if (!Array.isArray(body.errors)) return;
      const pairs = listOf(body.errors).map((one): [string, unknown] => [
        String(one.title),
        one.details,
      ]);
      body.errors = Object.fromEntries(pairs);
    }),
  },
  createOrder: {
    'order-price-cents-cut': before(({ask: {body}}) => {
      cutCents(body);
      if (Array.isArray(body.products)) body.products.map(jsonOf).forEach(cutCents);
    }),
    'order-products-same-id-merged': before(mergeProducts),
  },
  readOrder: {
    'order-external-read-stale': async (turn) => readOnce(turn),
  },
  updateOrder: {
    'order-update-shows-before': async (turn) => showBefore(turn),
    'order-second-expiration-lost': async (turn) => loseSecondDay(turn),
    'order-expiration-race': async (turn) => writeAllBack(turn),
    'order-expiration-spills': async (turn) => spill(turn),
    'order-cancelled-revived-by-day': before(revive),
  },
  cancelOrder: {
    'order-cancel-shows-before': async (turn) => showBefore(turn),
  },
  listOrders: {
    'orders-end-lost-with-user': before(({ask: {query}}) => {
      if (query.has('user_id')) query.delete('end_at');
    }),
  },
};
