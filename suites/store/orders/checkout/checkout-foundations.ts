import type {Foundation} from '../../../language/foundation.ts';

const EVENTS = 'store.events';
const ORDERS = 'store.orders';

/** Rules about payment and checkout without which others cannot be judged. */
export const CHECKOUT_FOUNDATIONS: readonly Foundation[] = [
  // If a sale is not pending at first, its approval by the payment cannot be seen.
  {
    rule: `${ORDERS}.sale-is-pending-at-first`,
    spoils: [`${ORDERS}.unpaid-order-is-not-approved`, `${EVENTS}.approved-sale-mails-the-user`],
  },
  // If orders create no user, or create a user twice, so do reports and parallel orders.
  {
    rule: `${ORDERS}.unknown-user-is-created`,
    spoils: [`${ORDERS}.unknown-user-of-a-report-may-be-created`],
  },
  {
    rule: `${ORDERS}.known-user-is-not-created-again`,
    spoils: [`${ORDERS}.parallel-orders-create-one-user`],
  },
  // If two orders have the same id, a read by id does not find the right one.
  {
    rule: `${ORDERS}.ids-differ`,
    spoils: [`${ORDERS}.same-reference-twice-is-consistent`],
  },
  // These checks compare redirects and mails with the effect of the payment on the order.
  ...['payment-approves-the-order', 'unpaid-order-is-not-approved'].map((key) => ({
    rule: `${ORDERS}.${key}`,
    spoils: [
      `${ORDERS}.redirect-agrees-with-the-order`,
      `${EVENTS}.approved-sale-mails-the-user`,
      `${EVENTS}.sale-mail-can-be-switched-off`,
    ],
  })),
  // Without its token a checkout URL does not work.
  {
    rule: `${ORDERS}.checkout-url-carries-the-token`,
    spoils: [`${ORDERS}.checkout-opens-within-its-ttl`, `${ORDERS}.token-signs-the-buyer-in`],
  },
];
