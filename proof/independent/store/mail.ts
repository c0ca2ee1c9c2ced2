import type {Mail, Order} from './commerce-types.ts';
import {isMerged} from './part-f/mails.ts';
import {isWordless} from './part-g/mails.ts';
import type {Context, User} from './types.ts';

/** What a mail has to know of an order. */
type Mailed = Pick<Order, 'id' | 'history'>;

/** Whether the dashboard has switched the mails of a kind on. */
function isOn(context: Context, kind: Mail['kind']): boolean {
  const {faults} = context;
  const {notifies} = context.store.commerce;
  const report = kind === 'order-reported';
  if (faults.has('report-mail-missing') && report) return false;
  if (faults.has('sale-mail-missing') && !report) return false;
  if (faults.has('report-mail-always') && report) return true;
  if (faults.has('sale-mail-always') && !report) return true;
  return kind === 'order-reported' ? notifies.report : notifies.sale;
}

/** Whether a faulty server takes a mail for one that was sent already. */
function isRepeated(context: Context, user: User, kind: Mail['kind']): boolean {
  const {faults, store} = context;
  if (isMerged(context, user, kind)) return true;
  if (kind !== 'order-reported' || !faults.has('second-report-mail-missing')) return false;
  return store.commerce.mails.some((one) => one.to === user.email && one.kind === kind);
}

/** The address of a mail: that of the user, but on a faulty server. */
function addressOf(context: Context, user: User, order: Mailed, kind: Mail['kind']): string {
  const {faults, store, adminId = 0} = context;
  if (kind === 'order-reported') {
    const admin = faults.has('report-mail-to-admin') ? store.users.get(adminId) : undefined;
    return (admin ?? user).email;
  }
  const ordered = order.history.find((entry) => entry.startsWith('email:'))?.slice(6);
  return faults.has('sale-mail-to-old-address') ? (ordered ?? user.email) : user.email;
}

/** Puts a mail to a user into the outbox, unless such mails are switched off. */
export function sendMail(context: Context, user: User, order: Mailed, kind: Mail['kind']): void {
  const on = isOn(context, kind);
  const held = context.faults.has('mail-held-back-sent-later');
  if ((!on && !held) || isRepeated(context, user, kind)) return;
  if (isWordless(context, order.id, kind)) return;
  context.world.nextNumber += 3;
  const subject = kind === 'order-reported' ? 'Your new titles' : 'Thank you for your order';
  const {commerce} = context.store;
  const box = on ? commerce.mails : (commerce.heldMails ??= []);
  box.push({
    id: context.world.nextNumber,
    to: addressOf(context, user, order, kind),
    kind,
    order: order.id,
    subject,
    at: context.now(),
  });
}

/** Sends the mails that a faulty server has held back, as far as they are switched on. */
export function releaseMails(context: Context): void {
  const {commerce} = context.store;
  const held = commerce.heldMails ?? [];
  commerce.mails.push(...held.filter(({kind}) => isOn(context, kind)));
  commerce.heldMails = held.filter(({kind}) => !isOn(context, kind));
}
