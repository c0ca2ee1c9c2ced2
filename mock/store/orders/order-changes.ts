import {refuse, type Refused, type View} from '../../operation.ts';
import type {Change} from '../../world/change.ts';
import type {User} from '../users/user.ts';
import {mailed} from '../events/mails.ts';
import {gatewayOf} from './currencies.ts';
import type {Order, Payment} from './order.ts';
import {subscriptionChanges} from './subscriptions.ts';
import type {OrderEffect, OrderRefusal} from './order-states.ts';

/**
 * The changes after an event of an order: to the order, its subscriptions, its payments and the mails about it.
 * @param user of the order
 */
export const changesOf = (
  view: View,
  order: Order,
  effects: readonly OrderEffect[],
  user = view.find<User>('users', order.user),
): Change[] => [
  {table: 'orders', put: order},
  ...subscriptionChanges(view, order),
  ...effects.flatMap((effect) => changeOf(view, order, effect, user)),
];

function changeOf(view: View, order: Order, effect: OrderEffect, user: User | undefined): Change[] {
  if (effect.effect === 'mail') return mailed(view, order, effect.kind, user);
  const {outcome} = effect;
  const put: Payment = {
    key: view.newId('payment'),
    tenant: view.tenant,
    seq: view.newSeq(),
    order: order.key,
    gateway: order.type === 'sale' ? (gatewayOf(order.currency_id) ?? null) : null,
    amount: order.unit_price,
    currency_id: order.currency_id,
    outcome,
    at: view.now,
  };
  return [{table: 'payments', put}];
}

/** What each state of an order does not allow, and how to correct the request. */
const REFUSALS: Record<OrderRefusal, {situation: string; expected: string; todo: string}> = {
  'not-pending': {
    situation: 'move-refused',
    expected: 'a pending order',
    todo: 'create another sale: this one is not waiting for a payment',
  },
  'not-approved': {
    situation: 'move-refused',
    expected: 'an approved or paused order',
    todo: 'let the buyer pay first (Orders, Update)',
  },
  'already-cancelled': {
    situation: 'move-refused',
    expected: 'an order that is not cancelled',
    todo: 'create another order: a cancellation is irreversible',
  },
  'no-such-product': {
    situation: 'product-not-in-order',
    expected: 'a product of the order',
    todo: 'send product_type and product_id as the order shows them',
  },
};

/** The refusal of an event that the state does not allow (States / Order). */
export function refusedMove(order: Order, refusal: OrderRefusal): Refused {
  const {situation, expected, todo} = REFUSALS[refusal];
  return refuse(situation, {expected, got: `order ${order.key} is ${order.status}`, todo});
}
