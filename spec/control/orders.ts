import {STORE_ROLE, type VerbDescription} from './verb-description.ts';

const ORDER = 'the id';

/** Verbs for the checkout of orders, their mails, and what orders let a user read. */
export const ORDER_VERBS = {
  'complete-payment': {
    does:
      'does what the buyer of a pending sale order does at its checkout, and answers when the order ' +
      'has moved; an order that has left its checkout stays as it is',
    args: {
      role: STORE_ROLE,
      order: ORDER,
      outcome:
        '`approved`: the buyer pays; `declined`: the gateway declines; `pending`: the buyer leaves ' +
        'with a payment that is not decided; default: `approved`',
    },
    optional: ['outcome'],
    response:
      '`redirect`: the whole address to which the buyer is sent, null where there is none; ' +
      '`order_status`: the status of the order',
    mails: true,
  },
  'approve-late': {
    does: 'lets the money of a pending sale order arrive without the buyer',
    args: {role: STORE_ROLE, order: ORDER},
    response: '`order_status`: the status of the order',
    mails: true,
  },
  'leave-checkout': {
    does: 'lets the buyer of a pending sale order leave its checkout without an attempt to pay',
    args: {role: STORE_ROLE, order: ORDER},
    response:
      '`redirect`: the whole address to which the buyer is sent, null where there is none; ' +
      '`order_status`: the status of the order',
  },
  'open-checkout': {
    does: 'opens the checkout URL of an order as the browser of the buyer would',
    args: {role: STORE_ROLE, url: 'the whole URL'},
    response: '`opens`: true where the order can be paid there, false otherwise',
  },
  'payment-records': {
    does: 'lists the payment records of an order; declined attempts are none',
    args: {role: STORE_ROLE, order: ORDER},
    response: '`payments`: a list',
  },
  'which-gateway': {
    does: 'tells which kind of gateway takes the payment of an order',
    args: {role: STORE_ROLE, order: ORDER},
    response:
      '`gateway`: `global card gateway`, `regional wallet gateway`, ' +
      '`regional gateway reached through the wallet gateway` or `local Colombian gateway`',
  },
  'read-mail': {
    does: 'lists the mails about orders that the store has sent to an address',
    args: {
      role: STORE_ROLE,
      to: 'the address',
      kind: '`order-reported` or `sale-approved`; default: both',
      wait_ms: 'milliseconds, up to 30000, to wait while there is none; default: 0',
    },
    optional: ['kind', 'wait_ms'],
    response:
      '`mails`: a list of `id`, `to`, `kind`, `order` (the id), `subject`, `at` and `links`, oldest first',
  },
  'switch-mails': {
    does: 'switches mails about orders off or on in the notification settings of the store',
    args: {role: STORE_ROLE, on: 'false; true: on again', of: '`report`, `sale` or `all`'},
    undo: {arg: 'on', value: true},
  },
  'may-this-user-read': {
    does: 'tells whether a user of the store may read a product now',
    args: {
      role: STORE_ROLE,
      user: 'the id, or the id that orders show',
      product: 'the id that orders show',
      type: '`content` or `subscription`; default: `content`',
    },
    optional: ['type'],
    response: '`may`: true or false',
  },
  'catalog-entry': {
    does: 'shows what the catalog of the store has of a title',
    args: {role: STORE_ROLE, product: 'the id that orders show'},
    response:
      '`name`; `kind`: `External link` for one that an order has made; `url`: where that leads, null for ' +
      'other kinds; `storefront`: whether it is shown there',
  },
} as const satisfies Record<string, VerbDescription>;
