import type {Mail, Order} from './commerce-types.ts';
import type {Context, User} from './types.ts';

/** Whether the dashboard has switched the mails of a kind on. */
function isOn(context: Context, kind: Mail['kind']): boolean {
  const {notifies} = context.store.commerce;
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
