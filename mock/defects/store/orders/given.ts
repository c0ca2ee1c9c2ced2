import {addDays} from '../../../../spec/days.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {Order, OrderProduct} from '../../../store/orders/order.ts';
import {
  CREATE,
  orderIn,
  shownInList,
  shownOnCreate,
  shownWhenRead,
  storedAs,
} from './created-orders.ts';
import {afterwards, atPlace, breaking} from '../../breaking.ts';

/** Stores products of created orders with other members. */
const productsAs = (members: (product: OrderProduct, at: number) => Partial<OrderProduct>): Seam =>
  storedAs(({products}) => ({
    products: products.map((product, at) => ({...product, ...members(product, at)})),
  }));

const shownProducts = (
  shown: Record<string, unknown>,
  change: (products: Record<string, unknown>[]) => object[],
): object => ({products: change(shown['products'] as Record<string, unknown>[])});

/** Cuts off the cents of a computed amount. */
const cut = (amount: number): number => Math.floor(amount * 100) / 100;

/** Accepts a second order with the same reference. */
const repeating = (change: (done: object[], order: Order) => object[]): Seam =>
  afterwards(CREATE, (done, view) => {
    const order = orderIn(done);
    const reference = order?.external_reference;
    const holder = reference ? view.by<Order>('orders', 'reference', reference) : undefined;
    return holder && order
      ? {...done, changes: change(done.changes ?? [], holder) as NonNullable<typeof done.changes>}
      : done;
  });

/** Does not require unique references, whatever the world's freedom. */
const repeatable: Seam = {seam: 'skip', situation: 'reference-taken', in: CREATE};

/** Defects of what is stored and shown of a created order (Resources / Order). */
export const given: Defect[] = [
  ...breaking('store.orders.created-is-as-given', {
    'zeros at the beginning of a reference are lost': storedAs(({external_reference: text}) => ({
      external_reference: text === null ? null : text.replace(/^(pc-)?0+/, '$1'),
    })),
    'a reference is stored in capitals': storedAs(({external_reference: text}) => ({
      external_reference: text?.toUpperCase() ?? null,
    })),
    'the list shows another user': shownInList(() => ({
      user: {id: 'another', email: 'another@readers.example'},
    })),
    'a read shows no currency': shownWhenRead(() => ({currency_id: null})),
    'the user is shown by a made-up id': shownOnCreate((_order, {user}) => ({
      user: {...(user as object), id: 'made-up'},
    })),
  }),
  ...breaking('store.orders.price-is-as-given', {
    'a price is stored in whole units': storedAs(({unit_price: price}) => ({
      unit_price: Math.floor(price),
    })),
    'a cent of some amounts is lost': storedAs(({unit_price: price}) => ({
      unit_price: cut(price),
    })),
    'the list shows cents': shownInList(({unit_price: price}) => ({
      unit_price: Number(price) * 100,
    })),
    'an amount has a largest value': storedAs(({unit_price: price}) => ({
      unit_price: Math.min(price, 99_999.99),
    })),
  }),
  ...breaking('store.orders.price-is-0-unless-given', {
    'an order without a price costs 1': storedAs((_order, body) =>
      body.unit_price === undefined ? {unit_price: 1} : undefined,
    ),
    'an order without price and reference costs 1 in the list': shownInList(
      ({unit_price: price, external_reference: reference}) =>
        price === 0 && reference === null ? {unit_price: 1} : {},
    ),
  }),
  ...breaking('store.orders.currency-is-null-unless-given', {
    'an order without a currency is in USD': storedAs(({currency_id: code}) => ({
      currency_id: code ?? 'USD',
    })),
    'an order without a currency is in USD in the list': shownInList(({currency_id: code}) => ({
      currency_id: code ?? 'USD',
    })),
  }),
  ...breaking('store.orders.products-are-those-ordered', {
    'only the first product is stored': storedAs(({products}) => ({
      products: products.slice(0, 1),
    })),
    'the list shows only the first product': shownInList((row) =>
      shownProducts(row, (products) => products.slice(0, 1)),
    ),
    'the first product is stored twice': storedAs(({products}) => ({
      products: [...products.slice(0, 1), ...products.slice(0, -1)],
    })),
    'a subscription is shown as content': shownWhenRead((order) =>
      shownProducts(order, (products) => products.map((one) => ({...one, type: 'content'}))),
    ),
  }),
  ...breaking('store.orders.product-is-as-given', {
    'the price of a product is that of the order': storedAs(({products, unit_price: price}) => ({
      products: products.map((product) => ({...product, unit_price: price})),
    })),
    'a product ends on the day before': productsAs(({expiration_date: end}) => ({
      expiration_date: end && addDays(end, -1),
    })),
    'every product ends on the day of the first': storedAs(({products}) => ({
      products: products.map((product) => ({
        ...product,
        expiration_date: product.expiration_date && (products[0]?.expiration_date ?? null),
      })),
    })),
    'a leap day is the day before': productsAs(({expiration_date: end}) =>
      end?.endsWith('02-29') ? {expiration_date: addDays(end, -1)} : {},
    ),
    'the list shows no currency of products': shownInList((row) =>
      shownProducts(row, (products) => products.map((one) => ({...one, currency_id: null}))),
    ),
  }),
  ...breaking('store.orders.expiration-is-null-unless-given', {
    'a product without an end ends in a year': productsAs(({expiration_date: end}) => ({
      expiration_date: end ?? '2099-01-01',
    })),
    'a subscription without an end ends in a year': productsAs(({type, expiration_date: end}) => ({
      expiration_date: end ?? (type === 'subscription' ? '2099-01-01' : null),
    })),
  }),
  ...atPlace('in each currency', [
    ...breaking('store.orders.price-is-as-given', {
      'a price in CLP is divided by 100': storedAs(({currency_id: code, unit_price: price}) =>
        code === 'CLP' ? {unit_price: price / 100} : undefined,
      ),
      'the cents of a price are kept in 32 bits': storedAs(({unit_price: price}) =>
        price > 21_474_836.47 ? {unit_price: 21_474_836.47} : undefined,
      ),
      'a price in PYG is multiplied by 100': storedAs(({currency_id: code, unit_price: price}) =>
        code === 'PYG' ? {unit_price: price * 100} : undefined,
      ),
    }),
    ...breaking('store.orders.product-is-as-given', {
      'the price of a product in HNL is divided by 100': productsAs(
        ({currency_id: code, unit_price: price}) =>
          code === 'HNL' ? {unit_price: price / 100} : {},
      ),
    }),
  ]),
  ...breaking('store.orders.created-at-is-the-day-of-creation', {
    'the day is that of the seventies': storedAs(() => ({created_day: '1970-01-01'})),
    'a read shows the day before': shownWhenRead(({created_at: day}) => ({
      created_at: addDays(String(day), -1),
    })),
  }),
  ...breaking('store.orders.same-reference-twice-is-consistent', {
    'a second order is answered and not stored': {
      seam: 'several',
      seams: [
        repeatable,
        repeating((changes) =>
          (changes as {table: string}[]).filter(({table}) => table !== 'orders'),
        ),
      ],
    },
    'a second order takes the place of the first': {
      seam: 'several',
      seams: [repeatable, repeating((changes, {key}) => [...changes, {table: 'orders', del: key}])],
    },
    'a second order is answered 410': {
      seam: 'refusal',
      situation: 'reference-taken',
      in: CREATE,
      as: {status: 410},
    },
  }),
];
