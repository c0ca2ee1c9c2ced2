import type {Order} from '../commerce-types.ts';
import {isReply, orderOf} from '../orders/find.ts';
import {orderView} from '../orders/view.ts';
import {isDay, pause} from '../time.ts';
import type {Reply} from '../types.ts';
import type {Turn} from './types.ts';

/** The order that a request is about. */
export function orderIn({context, ask, id}: Turn): Order | undefined {
  const found = orderOf(context, ask, id);
  return isReply(found) ? undefined : found;
}

/** Answers with an order as it was before it was changed. */
export async function showBefore(turn: Turn): Promise<Reply> {
  const order = orderIn(turn);
  const shown = order === undefined ? {} : orderView(turn.context, order);
  const reply = await turn.go();
  return reply.status === 200 ? {...reply, body: {data: shown}} : reply;
}

/** The last days of the products of an order. */
function daysOf(order: Order | undefined): (string | null)[] {
  return (order?.products ?? []).map((one) => one.expiration);
}

function setDays(order: Order | undefined, days: (string | null)[]): void {
  (order?.products ?? []).forEach((one, index) => {
    one.expiration = days[index] ?? null;
  });
}

/** Forgets a change of an expiration after the first one. */
export async function loseSecondDay(turn: Turn): Promise<Reply> {
  const order = orderIn(turn);
  const days = daysOf(order);
  const reply = await turn.go();
  if (reply.status !== 200 || turn.ask.body.expiration_date === undefined) return reply;
  if (order?.history.includes('day') === true) setDays(order, days);
  order?.history.push('day');
  return reply;
}

/** Writes all products back as they were read, but the one that is changed. */
export async function writeAllBack(turn: Turn): Promise<Reply> {
  const order = orderIn(turn);
  const days = daysOf(order);
  await pause(150);
  const reply = await turn.go();
  const id = turn.ask.query.get('product_id');
  if (id === null || reply.status !== 200) return reply;
  const kept = daysOf(order).map((day, index) =>
    order?.products[index]?.id === id ? day : days[index],
  );
  setDays(
    order,
    kept.map((day) => day ?? null),
  );
  return reply;
}

/** Changes the same products in the other orders of the user. */
export async function spill(turn: Turn): Promise<Reply> {
  const order = orderIn(turn);
  const reply = await turn.go();
  const {expiration_date: day} = turn.ask.body;
  if (reply.status !== 200 || typeof day !== 'string' || order === undefined) return reply;
  const ids = new Set(order.products.map((one) => one.id));
  const own = turn.context.store.commerce.orders.filter((one) => one.userId === order.userId);
  for (const one of own.flatMap(({products}) => products)) {
    if (ids.has(one.id)) one.expiration = day;
  }
  return reply;
}

/** Makes a cancelled order approved when it gets another day. */
export function revive(turn: Turn): void {
  const order = orderIn(turn);
  const day = turn.ask.body.expiration_date;
  if (order?.status !== 'cancelled' || typeof day !== 'string' || !isDay(day)) return;
  Object.assign(order, {status: 'approved', cancelledAt: null, cancelReason: null});
}
