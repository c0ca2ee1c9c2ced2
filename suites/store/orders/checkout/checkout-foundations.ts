import type {Foundation} from '../../../language/foundation.ts';
import {foundationsOf} from '../../../language/foundations-of.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('store.orders');

/** Rules about payment and checkout without which others cannot be judged. */
export const CHECKOUT_FOUNDATIONS: readonly Foundation[] = [
  // If a sale is not pending at first, its approval by the payment cannot be seen.
  foundation('sale-is-pending-at-first', [
    'unpaid-order-is-not-approved',
    'events.approved-sale-mails-the-user',
  ]),
  // If orders create no user, or create a user twice, so do reports and parallel orders.
  foundation('unknown-user-is-created', ['unknown-user-of-a-report-may-be-created']),
  foundation('known-user-is-not-created-again', ['parallel-orders-create-one-user']),
  // If two orders have the same id, a read by id does not find the right one.
  foundation('ids-differ', ['same-reference-twice-is-consistent']),
  // These checks compare redirects and mails with the effect of the payment on the order.
  foundation(
    ['payment-approves-the-order', 'unpaid-order-is-not-approved'],
    [
      'redirect-agrees-with-the-order',
      'events.approved-sale-mails-the-user',
      'events.sale-mail-can-be-switched-off',
    ],
  ),
  // Without its token a checkout URL does not work.
  foundation('checkout-url-carries-the-token', [
    'checkout-opens-within-its-ttl',
    'token-signs-the-buyer-in',
  ]),
].flat();
