import type {Foundation} from '../../foundation.ts';

const EVENTS = 'store.events';
const ORDERS = 'store.orders';

/** Rules about payment and checkout without which others cannot be judged. */
export const CHECKOUT_FOUNDATIONS: readonly Foundation[] = [
  // A sale that is not pending at first cannot be seen to be approved by its payment.
  {
    rule: `${ORDERS}.sale-is-pending-at-first`,
    spoils: [`${ORDERS}.unpaid-order-is-not-approved`, `${EVENTS}.approved-sale-mails-the-user`],
  },
  // Where nobody is created, or everybody twice, reports and parallel orders do no better.
  {
    rule: `${ORDERS}.unknown-user-is-created`,
    spoils: [`${ORDERS}.unknown-user-of-a-report-may-be-created`],
  },
  {
    rule: `${ORDERS}.known-user-is-not-created-again`,
    spoils: [`${ORDERS}.parallel-orders-create-one-user`],
  },
  // An order that is shown by the id of another is not found by it.
  {
    rule: `${ORDERS}.ids-differ`,
    spoils: [`${ORDERS}.same-reference-twice-is-consistent`],
  },
  // What is told of a payment, to the buyer and to the shop, is judged by what it does to the order.
  ...['payment-approves-the-order', 'unpaid-order-is-not-approved'].map((key) => ({
    rule: `${ORDERS}.${key}`,
    spoils: [
      `${ORDERS}.redirect-agrees-with-the-order`,
      `${EVENTS}.approved-sale-mails-the-user`,
      `${EVENTS}.sale-mail-can-be-switched-off`,
    ],
  })),
  // Without its token a checkout URL leads nowhere.
  {
    rule: `${ORDERS}.checkout-url-carries-the-token`,
    spoils: [`${ORDERS}.checkout-opens-within-its-ttl`, `${ORDERS}.token-signs-the-buyer-in`],
  },
];
