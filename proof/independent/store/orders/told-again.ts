import type {Order} from '../commerce-types.ts';
import {sendMail} from '../mail.ts';
import type {Context} from '../types.ts';
import {userOf} from './grants.ts';
import {setPaused} from './moves.ts';

/** What a faulty server does when the gateway tells once more that an order was paid. */
export function toldAgain(context: Context, order: Order): void {
  const {faults} = context;
  const user = userOf(context, order);
  if (user === undefined || order.type !== 'sale' || order.approvedAt === null) return;
  if (faults.has('sale-notified-twice-mails') && order.status === 'approved') {
    sendMail(context, user, order, 'sale-approved');
  }
  if (faults.has('sale-notification-resumes-paused') && order.status === 'paused') {
    setPaused(context, order, false, order.products);
  }
}
