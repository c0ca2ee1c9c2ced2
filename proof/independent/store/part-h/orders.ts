import type {Order} from '../commerce-types.ts';
import {buyerOf} from '../orders/buyer.ts';
import {objectOf} from '../orders/fields.ts';
import {subscriptionOf, userOf} from '../orders/grants.ts';
import {recordPayment} from '../orders/moves.ts';
import {orderView} from '../orders/view.ts';
import {orderIn} from '../slips/turns-order-changes.ts';
import {
  afterSuccess,
  before,
  bodyOf,
  jsonOf,
  listOf,
  type Turn,
  type Turns,
} from '../slips/types.ts';
import {DAY, pause} from '../time.ts';
import type {Context, Json, Reply} from '../types.ts';
import {LOST} from './states.ts';

/** How many products of an order are read at once. */
const CHUNK = 10;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The orders that have given something to a user so far. */
function givenTo({store}: Context, userId: number): Order[] {
  return store.commerce.orders.filter((one) => one.userId === userId && one.approvedAt !== null);
}

/** Reads the shelf of a user some time before it is written with one order more. */
async function shelveLate({ask: {body}, context, go}: Turn): Promise<Reply> {
  const user = buyerOf(context, objectOf(body.user) ?? {});
  if (user === undefined || body.type === 'sale') return go();
  const read = new Set(givenTo(context, user.id));
  await pause();
  const between = givenTo(context, user.id).filter((one) => !read.has(one));
  const reply = await go();
  if (reply.status === 201) for (const one of between) one.history.push(LOST);
  return reply;
}

/** The year of the week of a day, when weeks begin on Sundays and the first one holds the first of January. */
function weekYear(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  const saturday = at + (6 - new Date(at).getUTCDay()) * DAY;
  return new Date(saturday).toISOString().slice(0, 4);
}

/** Writes the day of an order with the year of its week. */
function writeWeekYear(view: Json): void {
  const day = String(view.created_at);
  if (/^\d{4}-\d{2}-\d{2}$/.test(day)) view.created_at = `${weekYear(day)}${day.slice(4)}`;
}

/** The orders that an answer shows. */
function shownIn(reply: Reply): Json[] {
  const {data} = bodyOf(reply);
  return Array.isArray(data) ? listOf(data) : [jsonOf(data)];
}

/** Gives another last day to the first products of an order alone. */
async function changeFirst(turn: Turn): Promise<Reply> {
  const {ask, context} = turn;
  const order = orderIn(turn);
  const left = ask.query.has('product_id') ? [] : (order?.products.slice(CHUNK) ?? []);
  const user = order && userOf(context, order);
  const was = left.map((product) => {
    const subscription = user && subscriptionOf(user, product);
    return {product, day: product.expiration, subscription, until: subscription?.until ?? null};
  });
  const reply = await turn.go();
  if (order === undefined || reply.status !== 200) return reply;
  for (const {product, day, subscription, until} of was) {
    product.expiration = day;
    if (subscription !== undefined) subscription.until = until;
  }
  return {...reply, body: {data: orderView(context, order)}};
}

/** Forgets that an order was paused when its last day is set. */
async function cancelUnpaused(turn: Turn): Promise<Reply> {
  const order = orderIn(turn);
  const paused = order?.status === 'paused';
  const reply = await turn.go();
  if (order === undefined || !paused || order.accessUntil === null) return reply;
  for (const product of order.products) product.paused = false;
  return {...reply, body: {data: orderView(turn.context, order)}};
}

/** Takes a permission order that is approved again for one that was paid. */
async function recordAgain(turn: Turn): Promise<Reply> {
  const order = orderIn(turn);
  const was = order?.status;
  const reply = await turn.go();
  const resumed = was === 'paused' && order?.status === 'approved';
  if (order !== undefined && resumed && order.type === 'permission') {
    recordPayment(turn.context, order);
  }
  return reply;
}

/** How orders are mishandled. */
export const ORDER_TURNS_H: Turns = {
  orders: {
    'order-created-week-year': afterSuccess((reply) => {
      for (const view of shownIn(reply)) writeWeekYear(view);
    }),
    'order-uuid-reference-unfound': before(({ask: {query}, id}) => {
      if (UUID.test(id) && query.get('id_type') === 'external') query.set('id_type', 'internal');
    }),
  },
  createOrder: {
    'order-race-access-lost': async (turn) => shelveLate(turn),
  },
  updateOrder: {
    'order-expiration-first-ten-products': async (turn) => changeFirst(turn),
    'permission-resume-records-payment': async (turn) => recordAgain(turn),
  },
  cancelOrder: {
    'order-cancel-later-unpauses': async (turn) => cancelUnpaused(turn),
  },
  listOrders: {
    'orders-email-wins-with-product': before(({ask: {query}}) => {
      if (query.has('user_email') && query.has('product_id')) query.delete('user_id');
    }),
    'orders-old-pending-without-checkout': afterSuccess((reply, {context}) => {
      const {orders} = context.store.commerce;
      for (const row of shownIn(reply)) {
        const made = orders.find(({id}) => id === row.id)?.createdAt ?? Infinity;
        if (context.now() - made >= DAY / 24) delete row.checkout;
      }
    }),
  },
};
