/** Defects of what is stored and shown of an order (Resources / Order). */

import {addDays} from '../../../../spec/days.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {Order, OrderProduct} from '../../../store/orders/order.ts';
import type {Change} from '../../../world/change.ts';
import {refusedAs, together, unguarded} from '../../families/seams.ts';
import {showing, type Shown} from '../../families/shown-rows.ts';
import {capitals, withoutEmoji} from '../../families/texts.ts';
import {ABSENT, GIVEN} from '../../families/when.ts';
import {defects} from '../../table.ts';
import {CANCEL, LIST, READ, UPDATE, withProducts} from './changed-orders.ts';
import {CREATE, NEW, refusing, taking} from './created-orders.ts';

/** Shows orders otherwise in the responses of one operation. */
type Showing = (other: Shown | ((shown: Shown) => Shown), when?: object) => Seam;
const answered: Showing = (other, when = {}) => showing(CREATE, when, other);
const read: Showing = (other, when = {}) => showing(READ, when, other);
const listed: Showing = (other, when = {}) => showing(LIST, when, other);
const updated: Showing = (other, when = {}) => showing(UPDATE, when, other);

/** Stores new orders with other members. */
const storedAs = (other: Partial<Order> | ((order: Order) => Partial<Order> | undefined)): Seam =>
  NEW.making(CREATE, {}, other);

/** Stores products of new orders with other members. */
const productsAs = (
  members: (product: OrderProduct, order: Order, at: number) => Partial<OrderProduct>,
): Seam => storedAs((order) => withProducts(order, (product, at) => members(product, order, at)));

/** Stores the reference of new orders in another form. */
const referencesAs = (written: (reference: string) => string): Seam =>
  storedAs(({external_reference: reference}) => ({
    external_reference: reference === null ? null : written(reference),
  }));

/** Stores another price of new orders, in all currencies or in one. */
const pricesAs = (price: (given: number) => number, currency?: string): Seam =>
  storedAs(({unit_price: given, currency_id: code}) =>
    currency === undefined || code === currency ? {unit_price: price(given)} : undefined,
  );

/** Stores products that end on some days with other ends. */
const endingOtherwise = (other: (end: string) => string): Seam =>
  productsAs(({expiration_date: end}) => ({expiration_date: end && other(end)}));

/** Gives products without an end one. */
const alwaysEnding = (which: (product: OrderProduct) => boolean): Seam =>
  productsAs((product) => ({
    expiration_date: product.expiration_date ?? (which(product) ? '2099-01-01' : null),
  }));

/** Cuts off the cents of a computed amount. */
const cut = (amount: number): number => Math.floor(amount * 100) / 100;

const isLeap = (end: string): boolean => end.endsWith('02-29');
const productsOf = ({products}: Shown): Shown[] => products as Shown[];
const firstOnly = (order: Shown): Shown => ({products: productsOf(order).slice(0, 1)});

/** Changes every product of an order in responses. */
const eachProduct =
  (members: Shown | ((order: Shown) => Shown)) =>
  (order: Shown): Shown => ({
    products: productsOf(order).map((product) => ({
      ...product,
      ...(typeof members === 'function' ? members(order) : members),
    })),
  });

const PAUSED = {row: {status: 'paused'}};
const CANCELLED = {row: {status: 'cancelled'}};
const APPROVED = {status: 'approved'};
const WITHOUT = {row: {currency_id: null}};
const IN_USD = {currency_id: 'USD'};
const IN_CENTS = ({unit_price: price}: Shown): Shown => ({unit_price: Number(price) * 100});

/** Lets an operation accept a second order with the same reference. */
const repeating = (change: (changes: Change[], first: Order) => Change[]): Seam =>
  together(
    unguarded('reference-taken', CREATE),
    NEW.after(CREATE, {row: {external_reference: /./}}, (done, {view}, order) => {
      const first = view.by<Order>('orders', 'reference', order?.external_reference ?? '');
      return first ? {...done, changes: change(done.changes ?? [], first)} : done;
    }),
  );

const created: Defect[] = defects({
  'store.orders.created-is-as-given': {
    'zeros at the beginning of a reference are lost': referencesAs((text) =>
      text.replace(/^(pc-)?0+/, '$1'),
    ),
    'a reference is stored in capitals': referencesAs(capitals),
    'the list shows another user': listed({
      user: {id: 'another', email: 'another@readers.example'},
    }),
    'a read shows no currency': read({currency_id: null}),
    'the user is shown by a made-up id': answered(({user}) => ({
      user: {...(user as Shown), id: 'made-up'},
    })),
  },
  'store.orders.created-is-as-given @ each kind of value': {
    'an address whose last label is long is refused': refusing(
      {body: {user: ({email = ''}) => /\.[a-z]{8,}$/.test(email)}},
      'user',
    ),
    'a reference loses its characters beyond 16 bits': referencesAs(withoutEmoji('?')),
  },
  'store.orders.price-is-as-given': {
    'a price is stored in whole units': pricesAs(Math.floor),
    'a cent of some amounts is lost': pricesAs(cut),
    'the list shows cents': listed(IN_CENTS),
    'an amount has a largest value': pricesAs((price) => Math.min(price, 99_999.99)),
  },
  'store.orders.price-is-as-given @ each kind of value': {
    'a price of 1.15 is shown as 1.14': pricesAs((price) =>
      price === 1.15 ? cut(price - 0.01) : price,
    ),
  },
  'store.orders.price-is-as-given @ in each currency': {
    'a price in CLP is divided by 100': pricesAs((price) => price / 100, 'CLP'),
    'the cents of a price are kept in 32 bits': pricesAs((price) => Math.min(price, 21_474_836.47)),
    'a price in PYG is multiplied by 100': pricesAs((price) => price * 100, 'PYG'),
  },
  'store.orders.price-is-0-unless-given': {
    'an order without a price costs 1': NEW.making(
      CREATE,
      {body: {unit_price: ABSENT}},
      {unit_price: 1},
    ),
    'an order without price and reference costs 1 in the list': listed(
      {unit_price: 1},
      {row: {unit_price: 0, external_reference: null}},
    ),
  },
  'store.orders.currency-is-null-unless-given': {
    'an order without a currency is in USD': NEW.making(CREATE, WITHOUT, IN_USD),
    'an order without a currency is in USD in the list': listed(IN_USD, WITHOUT),
  },
  'store.orders.products-are-those-ordered': {
    'only the first product is stored': storedAs(({products}) => ({
      products: products.slice(0, 1),
    })),
    'the list shows only the first product': listed(firstOnly),
    'the first product is stored twice': storedAs(({products}) => ({
      products: [...products.slice(0, 1), ...products.slice(0, -1)],
    })),
    'a subscription is shown as content': read(eachProduct({type: 'content'})),
  },
  'store.orders.products-are-those-ordered @ a title and a plan with one id': {
    'products with one id become one product': taking({}, ({products = [], ...body}) => ({
      ...body,
      products: products.filter(({id}, at) => products.findIndex((one) => one.id === id) === at),
    })),
  },
  'store.orders.product-is-as-given': {
    'the price of a product is that of the order': productsAs((_product, {unit_price: price}) => ({
      unit_price: price,
    })),
    'a product ends on the day before': endingOtherwise((end) => addDays(end, -1)),
    'every product ends on the day of the first': productsAs(
      ({expiration_date: end}, {products: [first]}) => ({
        expiration_date: end && (first?.expiration_date ?? null),
      }),
    ),
    'a leap day is the day before': endingOtherwise((end) =>
      isLeap(end) ? addDays(end, -1) : end,
    ),
    'the list shows no currency of products': listed(eachProduct({currency_id: null})),
  },
  'store.orders.product-is-as-given @ each kind of value': {
    'a product until a leap day ends the day before': endingOtherwise((end) =>
      end.replace('2096-02-29', '2096-02-28'),
    ),
  },
  'store.orders.product-is-as-given @ in each currency': {
    'the price of a product in HNL is divided by 100': productsAs(
      ({currency_id: code, unit_price: price}) => (code === 'HNL' ? {unit_price: price / 100} : {}),
    ),
  },
  'store.orders.expiration-is-null-unless-given': {
    'a product without an end ends in a year': alwaysEnding(() => true),
    'a subscription without an end ends in a year': alwaysEnding(
      ({type}) => type === 'subscription',
    ),
  },
  'store.orders.created-at-is-the-day-of-creation': {
    'the day is that of the seventies': storedAs({created_day: '1970-01-01'}),
    'a read shows the day before': read(({created_at: day}) => ({
      created_at: addDays(String(day), -1),
    })),
  },
  'store.orders.created-at-is-the-day-of-creation @ over every turn of the calendar': {
    'an order of the last day of a year is of the year after': storedAs(({created_day: day}) => ({
      created_day: day.endsWith('-12-31') ? addDays(day, 365) : day,
    })),
  },
  'store.orders.same-reference-twice-is-consistent': {
    'a second order is answered and not stored': repeating((changes) =>
      changes.filter(({table}) => table !== 'orders'),
    ),
    'a second order takes the place of the first': repeating((changes, {key}) => [
      ...changes,
      {table: 'orders', del: key},
    ]),
    'a second order is answered 410': refusedAs('reference-taken', {status: 410}, {in: CREATE}),
  },
});

const shownLater: Defect[] = defects({
  'store.orders.shown-alike-everywhere': {
    'a list shows cancelled orders as approved': listed(APPROVED, CANCELLED),
    'a list by a user shows paused orders as approved': listed(APPROVED, {
      ...PAUSED,
      query: {user_id: GIVEN},
    }),
    'reading a paused order shows its products as approved': read(
      eachProduct({status: 'approved'}),
      PAUSED,
    ),
    'a list by a status shows an expiration of orders that have none': listed(
      eachProduct({expiration_date: '2099-12-31'}),
      {query: {status: GIVEN}},
    ),
    'the response to an update shows the expiration of the first product for all': updated(
      eachProduct((order) => ({expiration_date: productsOf(order)[0]?.['expiration_date']})),
    ),
  },
  'store.orders.created-is-as-given @ after every change': {
    'an order loses its currency when it is paused': showing([...READ, ...UPDATE], PAUSED, {
      currency_id: null,
    }),
    'the response to an update shows another type': updated(({type}) => ({
      type: type === 'report' ? 'permission' : 'report',
    })),
    'a cancelled order is a permission': read({type: 'permission'}, CANCELLED),
  },
  'store.orders.price-is-as-given @ after every change': {
    'a paused order costs nothing': showing([...READ, ...UPDATE, ...LIST], PAUSED, {unit_price: 0}),
    'the response to an update has the price in cents': updated(IN_CENTS),
  },
  'store.orders.product-is-as-given @ after every change': {
    'the products of a cancelled order cost nothing': read(eachProduct({unit_price: 0}), CANCELLED),
    'the response to an update shows each product at the price of the order': updated(
      eachProduct(({unit_price: price}) => ({unit_price: price})),
    ),
  },
  'store.orders.created-at-is-the-day-of-creation @ after every change': {
    'a paused order is as old as its day in another year': read(
      ({created_at: day}) => ({created_at: `2019${String(day).slice(4)}`}),
      PAUSED,
    ),
  },
  'store.orders.products-are-those-ordered @ after every change': {
    'the response to an update shows the first product alone': updated(firstOnly),
    'a cancelled order has no products': read({products: []}, CANCELLED),
  },
  'store.orders.cancel-gives-external-reference @ after every change': {
    'a cancellation for a reason shows another reference': showing(
      CANCEL,
      {body: {reason: GIVEN}},
      {external_reference: 'another'},
    ),
  },
});

/** Defects of what is stored of a created order, and shown of it then and later. */
export const given: Defect[] = [...created, ...shownLater];
