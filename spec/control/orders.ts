import {count, flag, id, listOf, objectOf, optional, orNull, text, word} from './hook-value.ts';
import {STORE_ROLE, type VerbDescription} from './verb-description.ts';

const ORDER = id('the id', '9f3c');

const ORDER_STATUS = text('the status of the order', 'approved');

/** A read of the order shows what a hook answers about it. */
const SHOWN_BY_ORDER = {of: 'order', answer: 'order_status', at: '/status', in: ['getOrder']};

const REDIRECT = orNull(
  text(
    'the whole address to which the buyer is sent, null where there is none',
    'https://shop.example/thanks',
  ),
);

const MAIL_KINDS = ['order-reported', 'sale-approved'] as const;

/** Verbs for the checkout of orders, their mails, and what orders let a user read. */
export const ORDER_VERBS = {
  'complete-payment': {
    does:
      'does what the buyer of a pending sale order does at its checkout, and answers when the order ' +
      'has moved; an order that has left its checkout stays as it is',
    args: {
      role: STORE_ROLE,
      order: ORDER,
      outcome: optional(
        word(
          '`approved`: the buyer pays; `declined`: the gateway declines; `pending`: the buyer leaves ' +
            'with a payment that is not decided; default: `approved`',
          ['approved', 'declined', 'pending'],
        ),
      ),
    },
    answer: {redirect: REDIRECT, order_status: ORDER_STATUS},
    shownBy: SHOWN_BY_ORDER,
    mails: true,
  },
  'approve-late': {
    does: 'lets the money of a pending sale order arrive without the buyer',
    args: {role: STORE_ROLE, order: ORDER},
    answer: {order_status: ORDER_STATUS},
    shownBy: SHOWN_BY_ORDER,
    mails: true,
  },
  'leave-checkout': {
    does: 'lets the buyer of a pending sale order leave its checkout without an attempt to pay',
    args: {role: STORE_ROLE, order: ORDER},
    answer: {redirect: REDIRECT, order_status: ORDER_STATUS},
    shownBy: SHOWN_BY_ORDER,
  },
  'open-checkout': {
    does: 'opens the checkout URL of an order as the browser of the buyer would',
    args: {role: STORE_ROLE, url: text('the whole URL', 'https://shop.example/checkout/9f3c')},
    answer: {opens: flag('whether the order can be paid there', true)},
  },
  'payment-records': {
    does: 'lists the payment records of an order; declined attempts are none',
    args: {role: STORE_ROLE, order: ORDER},
    answer: {payments: listOf('the records', objectOf('of any members', {}))},
  },
  'which-gateway': {
    does: 'tells which kind of gateway takes the payment of an order',
    args: {role: STORE_ROLE, order: ORDER},
    answer: {
      gateway: orNull(
        word('null where there is none', [
          'global card gateway',
          'regional wallet gateway',
          'regional gateway reached through the wallet gateway',
          'local Colombian gateway',
        ]),
      ),
    },
  },
  'read-mail': {
    does: 'lists the mails about orders that the store has sent to an address',
    args: {
      role: STORE_ROLE,
      to: text('the address', 'nora@example.com'),
      kind: optional(word('default: both', MAIL_KINDS)),
      wait_ms: optional(
        count('milliseconds, up to 30000, to wait while there is none; default: 0', 5000),
      ),
    },
    answer: {
      mails: listOf(
        'oldest first',
        objectOf('one', {
          id: optional(id('its id', 1)),
          to: text('the address', 'nora@example.com'),
          kind: word('the kind', MAIL_KINDS),
          order: ORDER,
          subject: optional(text('the subject', 'Your order')),
          at: optional(text('when it was sent', '2026-03-02T09:30:00Z')),
          links: optional(
            listOf('what it links to', text('a URL', 'https://shop.example/read/17')),
          ),
        }),
      ),
    },
  },
  'switch-mails': {
    does: 'switches mails about orders off or on in the notification settings of the store',
    args: {
      role: STORE_ROLE,
      on: flag('false; true: on again', false),
      of: word('which', ['report', 'sale', 'all']),
    },
    undo: {arg: 'on', value: true},
  },
  'may-this-user-read': {
    does: 'tells whether a user of the store may read a product now',
    args: {
      role: STORE_ROLE,
      user: id('the id, or the id that orders show', 7340043),
      product: id('the id that orders show', 'lyra:17'),
      type: optional(word('default: `content`', ['content', 'subscription'])),
    },
    answer: {may: flag('whether the user may', true)},
  },
  'catalog-entry': {
    does: 'shows what the catalog of the store has of a title',
    args: {role: STORE_ROLE, product: id('the id that orders show', 'lyra:17')},
    answer: {
      name: text('the name', 'Tides'),
      kind: text('`External link` for one that an order has made', 'External link'),
      url: orNull(text('where that leads, null for other kinds', 'https://books.example/tides')),
      storefront: flag('whether it is shown there', false),
    },
  },
} as const satisfies Record<string, VerbDescription>;
