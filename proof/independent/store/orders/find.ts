import type {Order} from '../commerce-types.ts';
import {notFound} from '../replies.ts';
import type {Ask, Context, Reply} from '../types.ts';
import {refuseOrderFor} from './replies.ts';

/** The orders among which one is looked for. */
function known({faults, store, tokenId, world}: Context): Order[] {
  if (faults.has('order-own-token-only')) {
    return store.commerce.orders.filter((one) => one.history.includes(`token:${tokenId ?? ''}`));
  }
  const stores = faults.has('order-read-any-store') ? world.stores : [store];
  return stores.flatMap((one) => one.commerce.orders);
}

/** The newest order with a reference. */
function referredTo(context: Context, orders: Order[], text: string): Order | undefined {
  if (context.faults.has('order-reference-case-ignored')) {
    return orders.findLast((one) => one.reference?.toLowerCase() === text.toLowerCase());
  }
  if (context.variants.has('orders-reference-of-the-oldest')) {
    return orders.find((one) => one.reference === text);
  }
  return orders.findLast((one) => one.reference === text);
}

/** A text of a path (a faulty server decodes it once more). */
function read({faults}: Context, text: string): string {
  if (!faults.has('order-reference-decoded-twice')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The order that a path and `id_type` name, or the refusal. */
export function orderOf(context: Context, ask: Ask, id: string): Order | Reply {
  const {faults} = context;
  const kind = ask.query.get('id_type') ?? 'internal';
  const lax = faults.has('order-id-type-unchecked');
  if (kind !== 'internal' && kind !== 'external' && !lax) {
    return refuseOrderFor(422, 'id_type', 'Either internal or external.');
  }
  const orders = known(context);
  const internal = orders.find((one) => one.id === id);
  const order = kind === 'external' ? referredTo(context, orders, read(context, id)) : internal;
  if (order === undefined && faults.has('order-id-type-ignored')) {
    return referredTo(context, orders, id) ?? notFound('order');
  }
  return order ?? notFound('order');
}

/** Whether a lookup was refused. */
export function isReply(found: Order | Reply): found is Reply {
  return typeof found.status === 'number';
}
