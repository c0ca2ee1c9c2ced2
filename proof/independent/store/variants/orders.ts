import {checkoutTtl} from '../orders/checkout-token.ts';
import {sealed, unsealed} from './content-lists.ts';
import {refuseOrderFor} from '../orders/replies.ts';
import {isDay, localDay} from '../time.ts';
import type {Ask, Context, Json, Reply} from '../types.ts';
import {bodyOf, each, jsonOf, listOf, nameOf, on, type Edit, type Variants} from './types.ts';

const CREATE = /^POST \/orders$/;
const LIST = /^(GET|HEAD) \/orders$/;
const ONE = /^(GET|HEAD|PUT|DELETE) \/orders\/[^/]+$/;
const CANCEL = /^DELETE \/orders\/[^/]+$/;

const products = (edit: (one: Json, context: Context) => void): Edit =>
  each('order', (row, context) => {
    for (const one of listOf(row.products)) edit(one, context);
  });

/** Answers refusals of the state of an order with another status. */
function refusedMove(status: number): Edit {
  return (reply, ask) => {
    const errors = listOf(jsonOf(reply.body).errors);
    const isMove = ONE.test(nameOf(ask)) && errors.some(({title}) => title === 'order');
    if (reply.status !== 400 || !isMove) return;
    reply.status = status;
    jsonOf(reply.body).status = status;
  };
}

const moves = (status: number): Json => ({
  outcomes: {
    'updateOrder.move-refused': {status: [status]},
    'cancelOrder.move-refused': {status: [status]},
  },
});

/** Refuses what a stricter store does not take, when the order is otherwise in order. */
function strict(test: (body: Json, context: Context) => string | null): Variants[string] {
  return {
    instead: (ask, context) => {
      if (!CREATE.test(nameOf(ask))) return null;
      const title = test(ask.body, context);
      return title === null ? null : refuseOrderFor(422, title, 'This store does not take that.');
    },
  };
}

function hasPast({products: all}: Json, context: Context): string | null {
  const today = localDay(context.now(), context.store);
  const index = listOf(all).findIndex(({expiration_date: day}) => {
    return typeof day === 'string' && isDay(day) && day < today;
  });
  return index < 0 ? null : `products[${index}].expiration_date`;
}

function hasTwice({products: all}: Json): string | null {
  const names = listOf(all).map(({type, id}) => `${String(type)} ${String(id)}`);
  return new Set(names).size === names.length ? null : 'products';
}

function isTaken({external_reference: reference}: Json, {store}: Context): string | null {
  const taken = store.commerce.orders.some((one) => {
    return one.reference !== null && one.reference === reference;
  });
  return taken ? 'external_reference' : null;
}

/** Whether any store of the service has an order with this reference. */
function isTakenAnywhere({external_reference: reference}: Json, {world}: Context): string | null {
  const orders = world.stores.flatMap(({commerce}) => commerce.orders);
  const taken = orders.some((one) => one.reference !== null && one.reference === reference);
  return taken ? 'external_reference' : null;
}

function wrongSum({unit_price: sum, products: all}: Json): string | null {
  const prices = listOf(all).map(({unit_price: price}) => price);
  if (typeof sum !== 'number' || prices.some((one) => typeof one !== 'number')) return null;
  const total = prices.reduce<number>((whole, one) => whole + Number(one), 0);
  return Math.abs(total - sum) < 0.005 ? null : 'unit_price';
}

function otherCurrency({type, currency_id: code, products: all}: Json): string | null {
  if (type !== 'permission' || typeof code !== 'string') return null;
  const index = listOf(all).findIndex(({currency_id: own}) => {
    return typeof own === 'string' && own !== code;
  });
  return index < 0 ? null : `products[${index}].currency_id`;
}

/** The pages of a list as another framework shows them. */
const laravel: Edit = (reply, _ask, context) => {
  const body = jsonOf(reply.body);
  const {next} = jsonOf(body.meta);
  const address = typeof next === 'string' ? `${context.world.origin}${next}` : null;
  body.links = {first: null, last: null, prev: null, next: address};
  body.meta = {path: `${context.world.origin}/integration-api/v1/orders`, per_page: 20};
};

const demandType = (ask: Ask): Reply | null =>
  ONE.test(nameOf(ask)) && !ask.query.has('id_type')
    ? refuseOrderFor(422, 'id_type', 'Which kind of id is it?')
    : null;

const WORDS: Record<string, string> = {
  awaiting_payment: 'PENDING',
  active: 'valid',
  paused: 'on-hold',
  expired: 'finished',
  cancelled: 'revoked',
};

/** What is open of orders. */
export const ORDERS: Variants = {
  'orders-created-200': {reply: on(CREATE, (reply) => void (reply.status = 200))},
  'orders-cancelled-in-short': {
    reply: on(CANCEL, (reply) => {
      const {id, external_reference} = jsonOf(jsonOf(reply.body).data);
      reply.body = {data: {id, external_reference}};
    }),
  },
  'orders-with-code': {
    reply: (reply, ask) => {
      if (/\/orders/.test(ask.path) && reply.status < 300) jsonOf(reply.body).CODE = 'success';
    },
  },
  'orders-checkout-of-older-description': {
    reply: each('order', (row, context) => {
      if (row.checkout === undefined) return;
      const {url} = jsonOf(row.checkout);
      const token = new URL(String(url)).searchParams.get('external-auth-token');
      const ends = new Date(context.now() + checkoutTtl(context) * 1000).toISOString();
      row.checkout = {url, token, expires_on: ends};
    }),
  },
  'orders-checkout-sealed': {
    reply: each('order', (row) => {
      if (row.checkout === undefined) return;
      const checkout = jsonOf(row.checkout);
      row.checkout = {...checkout, url: sealed(String(checkout.url))};
    }),
    arrives: unsealed,
  },
  'orders-checkout-null': {
    reply: each('order', (row) => {
      row.checkout ??= null;
    }),
  },
  'orders-checkout-not-in-list': {
    reply: on(LIST, (reply) => {
      for (const row of listOf(jsonOf(reply.body).data)) delete row.checkout;
    }),
  },
  'orders-moves-refused-422': {reply: refusedMove(422), profile: moves(422)},
  'orders-moves-refused-409': {reply: refusedMove(409), profile: moves(409)},
  'orders-product-states-otherwise': {
    reply: products((one) => {
      one.status = WORDS[String(one.status)] ?? one.status;
    }),
  },
  'orders-product-states-of-the-order': {
    reply: each('order', (row) => {
      for (const one of listOf(row.products)) one.status = row.status;
    }),
  },
  'orders-reader-url-never': {
    reply: products((one) => {
      one.reader_url = null;
    }),
  },
  'orders-reader-url-always': {
    reply: products((one, {world, store}) => {
      if (one.type !== 'content' || one.file_type === 'External link') return;
      const id = encodeURIComponent(String(one.id));
      one.reader_url ??= `${world.origin}/site/${store.key}/read/${id}`;
    }),
  },
  'orders-covers-elsewhere': {
    reply: products((one) => {
      one.cover = 'https://cdn.example/c/placeholder.png?w=120&v=2';
    }),
  },
  'orders-file-types-in-capitals': {
    reply: products((one) => {
      const link = one.file_type === 'External link';
      if (!link) one.file_type = String(one.file_type).toUpperCase();
    }),
  },
  'orders-uuid-in-capitals': {},
  'orders-list-linked-otherwise': {reply: on(LIST, laravel)},
  'orders-list-unpaged': {},
  'orders-list-turned-otherwise': {
    reply: on(LIST, (reply) => {
      delete jsonOf(reply.body).meta;
    }),
  },
  'orders-list-oldest-first': {},
  'orders-list-nothing-404': {
    reply: on(LIST, (reply) => {
      if (listOf(jsonOf(reply.body).data).length > 0) return;
      reply.status = 404;
      reply.body = {CODE: 'error', message: 'No orders.', errors: {}};
    }),
  },
  'orders-list-filters-refused-400': {
    reply: (reply, ask) => {
      if (!LIST.test(nameOf(ask)) || reply.status !== 422) return;
      reply.status = 400;
      jsonOf(reply.body).status = 400;
    },
  },
  'orders-list-wrong-filters-ignored': {
    ask: (ask) => {
      if (!LIST.test(nameOf(ask))) return;
      const {query} = ask;
      if (!/^(pending|approved|paused|cancelled)$/.test(query.get('status') ?? 'paused')) {
        query.delete('status');
      }
      if (!query.has('product_id')) query.delete('product_type');
    },
  },
  'orders-id-type-needed': {instead: demandType},
  'orders-past-days-refused': strict(hasPast),
  'orders-same-product-twice-refused': strict(hasTwice),
  'orders-references-unique': strict(isTaken),
  'orders-references-unique-over-stores': strict(isTakenAnywhere),
  'orders-sums-checked': strict(wrongSum),
  'orders-permission-currencies-alike': strict(otherCurrency),
  'orders-permission-currency-of-store': {
    ask: bodyOf(CREATE, (body) => {
      if (body.type === 'permission') body.currency_id ??= 'ARS';
    }),
  },
  'orders-sales-in-ars-only': {
    instead: (ask) => {
      const {type, currency_id: code} = ask.body;
      if (!CREATE.test(nameOf(ask)) || type !== 'sale' || typeof code !== 'string') return null;
      if (!/^(USD|MXN|BRL|CLP|COP)$/.test(code)) return null;
      return refuseOrderFor(400, 'currency_id', 'Sales are in ARS.');
    },
    config: {samples: {sale_currency: 'ARS'}},
  },
  'orders-cancelled-again-200': {},
  'orders-same-status-refused': {},
  'orders-checkout-for-15-minutes': {},
  'orders-sale-by-id-alone': {},
  'orders-report-makes-users': {},
  'orders-reference-of-the-oldest': {},
  'orders-declined-stay-pending': {},
  'orders-left-are-cancelled': {},
  'orders-redirect-without-reference': {},
  'orders-redirect-parameters-first': {},
  'orders-access-ends-when-day-begins': {},
  'orders-subscriptions-end-with-period': {},
  'orders-names-as-ordered': {},
  'orders-for-the-deactivated': {},
};
