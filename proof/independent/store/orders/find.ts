import type {Order} from '../commerce-types.ts';
import {notFound} from '../replies.ts';
import type {Ask, Context, Reply} from '../types.ts';
import {refuseOrderFor} from './replies.ts';

/** The order that a path and `id_type` name, or the refusal. */
export function orderOf(context: Context, ask: Ask, id: string): Order | Reply {
  const {orders} = context.store.commerce;
  const kind = ask.query.get('id_type') ?? 'internal';
  if (kind !== 'internal' && kind !== 'external') {
    return refuseOrderFor(422, 'id_type', 'Either internal or external.');
  }
  const order =
    kind === 'internal'
      ? orders.find((one) => one.id === id)
      : orders.findLast((one) => one.reference === id);
  return order ?? notFound('order');
}

/** Whether a lookup was refused. */
export function isReply(found: Order | Reply): found is Reply {
  return typeof found.status === 'number';
}
