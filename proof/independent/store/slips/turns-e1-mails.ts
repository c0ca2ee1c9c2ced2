import {sendMail} from '../mail.ts';
import {buyerOf} from '../orders/buyer.ts';
import {newUuid} from '../secrets.ts';
import type {Reply} from '../types.ts';
import {after, afterSuccess, bodyOf, jsonOf, listOf, type Turn, type Turns} from './types.ts';

/** Sends the mail of a sale that is not paid yet. */
function tellTooSoon(reply: Reply, {context}: Turn): void {
  const {orders} = context.store.commerce;
  const order = orders.find((one) => one.id === jsonOf(bodyOf(reply).data).id);
  const user = order && context.store.users.get(order.userId);
  if (order?.type !== 'sale' || user === undefined) return;
  sendMail(context, user, order, 'sale-approved');
}

/** Sends the mail of a report order that was given up because of its products. */
function tellOfNothing(reply: Reply, {ask: {body}, context}: Turn): void {
  const faults = listOf(bodyOf(reply).errors).map(({title}) => String(title));
  const ofProducts = faults.length > 0 && faults.every((title) => title.startsWith('products'));
  const user = buyerOf(context, jsonOf(body.user));
  if (reply.status !== 422 || body.type !== 'report' || !ofProducts || user === undefined) return;
  sendMail(context, user, {id: newUuid(context.now()), history: []}, 'order-reported');
}

/** How the mails of orders are mishandled. */
export const MAIL_TURNS_E1: Turns = {
  createOrder: {
    'sale-mail-at-creation': afterSuccess(tellTooSoon),
    'refused-report-mail-sent': after(tellOfNothing),
  },
};
