import {isCurrency} from '../orders/currencies.ts';
import type {Ask, Json} from '../types.ts';
import {isDay} from '../time.ts';
import {parses} from '../web-address.ts';
import {type Asks, jsonOf} from './types.ts';

const long = (text: string, most: number): boolean => Buffer.byteLength(text, 'utf8') > most;

const tooLong = (most: number): string => 'x'.repeat(most + 1);

function editUser({body}: Ask, edit: (user: Json) => void): void {
  const user = {...jsonOf(body.user)};
  edit(user);
  if (body.user !== undefined) body.user = user;
}

function toInternal({query}: Ask): void {
  query.set('id_type', 'internal');
}

function forgetBadDay({body}: Ask): void {
  const day = body.expiration_date;
  if (typeof day === 'string' && !isDay(day)) body.expiration_date = null;
}

const NOBODY = {email: 'counter@lyra.bookshelf.example'};

/** How requests about orders are misread. */
export const ORDER_ASKS: Asks = {
  createOrder: {
    'order-type-defaults': ({body}) => {
      body.type ??= 'permission';
    },
    'order-type-unchecked': ({body}) => {
      const known = ['permission', 'report', 'sale'].includes(String(body.type));
      if (!known && body.type !== undefined) body.type = 'permission';
    },
    'order-return-url-optional': ({body}) => {
      if (body.type === 'sale') body.return_url ??= 'https://lyra.bookshelf.example/thanks';
    },
    'order-report-return-url-optional': ({body}) => {
      if (body.type === 'report') body.return_url ??= 'https://lyra.bookshelf.example/thanks';
    },
    'order-return-url-unchecked': ({body}) => {
      const {return_url: text} = body;
      if (typeof text === 'string' && !parses(text)) body.return_url = `https://${text}`;
    },
    'order-sale-price-optional': ({body}) => {
      if (body.type === 'sale') body.unit_price ??= 0;
    },
    'order-report-price-optional': ({body}) => {
      if (body.type === 'report') body.unit_price ??= 0;
    },
    'order-price-text-accepted': ({body}) => {
      if (typeof body.unit_price === 'string') body.unit_price = Number(body.unit_price) || 0;
    },
    'order-price-integer': ({body}) => {
      if (typeof body.unit_price === 'number') body.unit_price = Math.trunc(body.unit_price);
    },
    'order-sale-currency-defaults': ({body}) => {
      if (body.type === 'sale') body.currency_id ??= 'USD';
    },
    'order-currency-unchecked': ({body}) => {
      if (body.type === 'permission' && !isCurrency(body.currency_id)) body.currency_id = null;
    },
    'order-reference-cut': ({body}) => {
      const {external_reference: text} = body;
      if (typeof text === 'string') body.external_reference = text.slice(0, 64);
    },
    'order-reference-required': ({body}) => {
      if (body.type === 'permission') body.external_reference ??= '';
    },
    'order-sale-reference-required': ({body}) => {
      if (body.type === 'sale') body.external_reference ??= '';
    },
    'order-reference-bytes': ({body}) => {
      const {external_reference: text} = body;
      if (typeof text === 'string' && long(text, 64)) body.external_reference = tooLong(64);
    },
    'order-reference-zeros-lost': ({body}) => {
      const {external_reference: text} = body;
      if (typeof text === 'string' && /^\d+$/.test(text)) {
        body.external_reference = String(Number(text));
      }
    },
    'order-user-optional': ({body}) => {
      if (body.type === 'permission') body.user ??= {...NOBODY};
    },
    'order-report-user-optional': ({body}, {store}) => {
      const [first] = store.users.values();
      if (body.type === 'report') body.user ??= {email: first?.email};
    },
    'order-nobody-accepted': (ask) => {
      if (ask.body.type === 'sale') return;
      editUser(ask, (user) => {
        if ((user.id ?? user.email) === undefined) Object.assign(user, NOBODY);
      });
    },
    'order-null-product-crashes': ({body}) => {
      if (Array.isArray(body.products) && body.products.includes(null)) {
        throw new TypeError('a product is null');
      }
    },
    'order-reference-number-crashes': ({body}) => {
      if (typeof body.external_reference === 'number') throw new TypeError('trim of a number');
    },
    'order-user-text-crashes': ({body}) => {
      if (typeof body.user === 'string') throw new TypeError('id of a text');
    },
    'order-permission-return-url-required': ({body}) => {
      if (body.type === 'permission') body.return_url ??= '';
    },
    'order-permission-price-required': ({body}) => {
      if (body.type === 'permission') body.unit_price ??= '';
    },
    'order-permission-currency-required': ({body}) => {
      if (body.type === 'permission') body.currency_id ??= '';
    },
    'order-report-currency-defaults': ({body}) => {
      if (body.type === 'report') body.currency_id ??= 'USD';
    },
    'order-sale-user-optional': ({body}) => {
      if (body.type === 'sale') body.user ??= {...NOBODY, id: 'counter'};
    },
    'order-id-alone-refused': (ask) =>
      editUser(ask, (user) => {
        if (ask.body.type === 'permission') user.email ??= '';
      }),
    'order-report-id-alone-refused': (ask) =>
      editUser(ask, (user) => {
        if (ask.body.type === 'report') user.email ??= '';
      }),
    'order-report-email-alone-refused': (ask) =>
      editUser(ask, (user) => {
        if (ask.body.type === 'report') user.id ??= '';
      }),
    'order-email-alone-refused': (ask) =>
      editUser(ask, (user) => {
        if (ask.body.type === 'permission') user.id ??= '';
      }),
    'order-sale-user-id-optional': (ask) =>
      editUser(ask, (user) => {
        if (ask.body.type === 'sale') user.id ??= user.email;
      }),
    'order-user-email-unchecked': (ask) =>
      editUser(ask, (user) => {
        if (typeof user.email === 'string' && !user.email.includes('@')) {
          user.email = `${user.email}@lyra.bookshelf.example`;
        }
      }),
    'order-user-id-cut': (ask) =>
      editUser(ask, (user) => {
        if (typeof user.id === 'string') user.id = user.id.slice(0, 64);
      }),
    'order-user-id-bytes': (ask) =>
      editUser(ask, (user) => {
        if (typeof user.id === 'string' && long(user.id, 64)) user.id = tooLong(64);
      }),
  },
  readOrder: {
    'order-internal-type-refused': ({query}) => {
      if (query.get('id_type') === 'internal') query.set('id_type', 'id');
    },
    'order-external-lookup-404': toInternal,
    'order-reference-slash-404': (ask, _context, id) => {
      if (id.includes('/')) toInternal(ask);
    },
  },
  updateOrder: {
    'order-external-put-404': toInternal,
    'order-expiration-all-always': ({query}) => {
      if (query.has('product_type')) query.delete('product_id');
    },
    'order-update-product-type-optional': ({query}) => {
      if (query.has('product_id') && !query.has('product_type')) {
        query.set('product_type', 'content');
      }
    },
    'order-update-day-unchecked': (ask) => {
      forgetBadDay(ask);
      if (ask.body.expiration_date === null) ask.body.status ??= 'approved';
    },
    'order-product-type-alone-refused': ({body, query}) => {
      if (query.has('product_type') && !query.has('product_id')) body.expiration_date = '';
    },
    'order-both-members-refused': ({body}) => {
      if (body.status !== undefined && body.expiration_date !== undefined) body.status = '';
    },
  },
  cancelOrder: {
    'order-external-delete-404': toInternal,
    'order-cancel-reason-required': ({body}) => {
      body.reason ??= '';
    },
    'order-cancel-reason-cut': ({body}) => {
      if (typeof body.reason === 'string') body.reason = body.reason.slice(0, 150);
    },
    'order-cancel-reason-short': ({body}) => {
      if (typeof body.reason === 'string') body.reason = body.reason.padEnd(3);
    },
    'order-cancel-reason-3-refused': ({body}) => {
      if (typeof body.reason === 'string' && body.reason.length <= 3) body.reason = 'no';
    },
    'order-cancel-reason-150-refused': ({body}) => {
      if (typeof body.reason === 'string' && body.reason.length >= 150) body.reason = tooLong(150);
    },
    'order-cancel-reason-bytes': ({body}) => {
      if (typeof body.reason === 'string' && long(body.reason, 150)) body.reason = tooLong(150);
    },
    'order-cancel-day-unchecked': forgetBadDay,
    'order-cancel-day-ignored': ({body}) => {
      if (isDay(String(body.expiration_date))) body.expiration_date = null;
    },
  },
  listOrders: {
    'orders-user-ignored': ({query}) => query.delete('user_id'),
    'orders-email-ignored': ({query}) => query.delete('user_email'),
    'orders-email-first': ({query}) => {
      if (query.has('user_email')) query.delete('user_id');
    },
    'orders-product-ignored': ({query}) => {
      query.delete('product_id');
      query.delete('product_type');
    },
    'orders-start-ignored': ({query}) => {
      if (isDay(query.get('start_at') ?? '')) query.delete('start_at');
    },
    'orders-start-lost-with-end': ({query}) => {
      if (query.has('end_at')) query.delete('start_at');
    },
    'orders-end-ignored': ({query}) => {
      if (isDay(query.get('end_at') ?? '')) query.delete('end_at');
    },
    'orders-status-ignored': ({query}) => {
      if (/^(pending|approved|paused|cancelled)$/.test(query.get('status') ?? '')) {
        query.delete('status');
      }
    },
    'orders-status-paused-missing': ({query}) => {
      if (query.get('status') === 'paused') query.set('before', '0');
    },
    'orders-email-plus': ({query}) => {
      const email = query.get('user_email');
      if (email !== null) query.set('user_email', email.replaceAll('+', ' '));
    },
  },
};
