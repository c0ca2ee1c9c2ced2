import type {View} from '../../operation.ts';
import type {Change} from '../../world/change.ts';
import type {StoreRow} from '../access/rows.ts';
import type {MailKind, Order, OrderMail} from '../orders/order.ts';
import type {User} from '../users/user.ts';

/** The kinds of mail that the dashboard's notification settings control (Events), by their short names. */
export const MAIL_SWITCHES = {
  report: 'order-reported',
  sale: 'sale-approved',
} as const satisfies Record<string, MailKind>;

const SUBJECTS: Record<MailKind, string> = {
  'order-reported': 'Your order is ready to read',
  'sale-approved': 'Your payment was received',
};

const OPENINGS: Record<MailKind, (order: string) => string> = {
  'order-reported': (order) => `Your order ${order} is ready.`,
  'sale-approved': (order) => `We have received your payment for order ${order}.`,
};

/** The text of a mail about an order. @param links where the titles of the order are read */
export const textOfMail = (kind: MailKind, order: string, links: readonly string[]): string =>
  [
    'Hello,',
    OPENINGS[kind](order),
    links.length ? ['Read it here:', ...links].join('\n') : 'It contains no title to read.',
  ].join('\n\n');

/** Whether a store sends mails of a kind. */
const sends = (view: View, kind: MailKind): boolean =>
  !view.find<StoreRow>('stores', view.tenant)?.mails_off?.includes(kind);

/**
 * The change that puts a mail about an order into the outbox, for the order's user, unless the store has disabled this
 * kind (Events).
 * @param user of the order; required for a user whom the order is about to create
 */
export function mailed(
  view: View,
  order: Order,
  kind: MailKind,
  user = view.find<User>('users', order.user),
): Change[] {
  if (!user || !sends(view, kind)) return [];
  const put: OrderMail = {
    key: view.newId('mail'),
    tenant: view.tenant,
    seq: view.newSeq(),
    to: user.email,
    kind,
    order: order.key,
    subject: SUBJECTS[kind],
    at: view.now,
  };
  return [{table: 'mails', put}];
}
