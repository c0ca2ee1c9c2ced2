import type {Mail, Order} from './commerce-types.ts';
import type {Context, User} from './types.ts';

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

/** Puts a mail to a user into the outbox, unless such mails are switched off. */
export function sendMail(context: Context, user: User, order: Order, kind: Mail['kind']): void {
  if (!isOn(context, kind)) return;
  context.world.nextNumber += 3;
  const subject = kind === 'order-reported' ? 'Your new titles' : 'Thank you for your order';
  context.store.commerce.mails.push({
    id: context.world.nextNumber,
    to: user.email,
    kind,
    order: order.id,
    subject,
    at: context.now(),
  });
}
