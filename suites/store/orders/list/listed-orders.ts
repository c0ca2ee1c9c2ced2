/** Orders that differ in everything that a filter of the list names, and what each filter finds of them (Orders, Read). */

import {addDays} from '../../../../spec/days.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import type {Judgement, Setup} from '../../../language/check.ts';
import {saw} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import type {Handle} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import type {FilteredList} from '../../../tables/filtered-lists.ts';
import type {Filter} from '../../../tables/filters.ts';
import type {Row} from '../../../tables/list.ts';
import {orders, ordersIn} from '../../order-rows.ts';
import {
  cancelOrder,
  content,
  daysAfter,
  otherContent,
  permission,
  createOrder,
  listOrders,
  readerBy,
  updateOrder,
  type OrderedProduct,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {saysThereIsMore} from './more-pages.ts';

/** The differences between the orders: their reader, product and status. */
interface Facts {
  reader: 'a' | 'b';
  titles: ('title' | 'other')[];
  status: string;
}

/** The created orders that lists are compared with: two readers have two each. */
const ORDERS = {
  a1: {reader: 'a', titles: ['title'], status: 'approved'},
  a2: {reader: 'a', titles: ['title', 'other'], status: 'paused'},
  b1: {reader: 'b', titles: ['other'], status: 'cancelled'},
  b2: {reader: 'b', titles: ['title'], status: 'approved'},
} satisfies Record<string, Facts>;

export type ListedOrder = keyof typeof ORDERS;

/** Orders of two readers, of one title, another or both, in several states. */
export interface ListedOrders extends Record<ListedOrder, Handle> {
  emails: {a: Val; b: Val};
  title: OrderedProduct;
  other: OrderedProduct;
}

/** Orders in lists; they differ in everything that a filter can select. */
export const listedOrders: Setup<ListedOrders> = {
  id: 'store: orders that differ in everything that a filter names',
  reusable: true,
  ways: [
    (s) => {
      // The names of the first reader are parts of those of the second: a filter by one must not
      // find the other.
      const name = s.fresh('text');
      const address = text('pc.', name, '@presscheck.example');
      const readers = {
        a: readerBy(createUser(s, {external_id: name, email: address}).created),
        b: readerBy(
          createUser(s, {external_id: text(name, '2'), email: text('x', address)}).created,
        ),
      };
      const titles = {title: content(s), other: otherContent(s)};
      const ordered = (name: ListedOrder): Handle => {
        const {reader, titles: names} = ORDERS[name];
        const products = names.map((one) => titles[one]);
        // The price distinguishes these orders from those of other scenes, which are changed.
        return createOrder(s, {...permission(s, readers[reader], products), unit_price: 3.25});
      };
      const orders = {a1: ordered('a1'), a2: ordered('a2'), b1: ordered('b1'), b2: ordered('b2')};
      updateOrder(s, orders.a2, {status: 'paused'}, {}, {expects: 'updated'});
      cancelOrder(s, orders.b1, undefined, {expects: 'cancelled'});
      const emails = {a: readers.a.body.email, b: readers.b.body.email};
      return {...orders, ...titles, emails};
    },
  ],
};

type OrderFilter = Filter<ListedOrders, Facts>;

const ofReader = (
  by: 'user_id' | 'user_email',
  reader: Facts['reader'],
  value: (orders: ListedOrders) => Val,
): OrderFilter => ({
  by,
  query: (orders) => ({[by]: value(orders)}),
  finds: (order) => order.reader === reader,
});

const ofStatus = (status: string): OrderFilter => ({
  by: 'status',
  query: () => ({status}),
  finds: (order) => order.status === status,
});

const ofTitle = (name: 'title' | 'other'): OrderFilter => ({
  by: 'product',
  query: (orders) => ({product_id: orders[name].id, product_type: orders[name].type}),
  finds: ({titles}) => titles.includes(name),
});

/** A filter by a day near the creation of all orders, which finds all or none. */
const ofDays = (by: 'start_at' | 'end_at', days: number, isAll: boolean): OrderFilter => ({
  by,
  query: ({a1}) => ({[by]: daysAfter(a1, days)}),
  finds: () => isAll,
});

/**
 * A page with fewer rows is not full: for any page size and any kind of paging, the list has no
 * other rows (NS-ST-43).
 */
const MIN_ROWS_OF_A_FULL_PAGE = 5;

/** Whether a list may have further pages: it has many rows, or says so itself. */
export const isFullPage = (list: Exchange): boolean =>
  ordersIn(list).length >= MIN_ROWS_OF_A_FULL_PAGE || saysThereIsMore(list.wire);

/** For a list that may have further pages, a missing order decides nothing: other lists decide. */
export const sawFullPage = (): Judgement => saw('a full page');

/** Whether a response is a list of orders, be it that none was found. */
export const isList = hasSituation('orders', 'nothing-found');

/** An order has the status, and was created on a day of the range or beside it: zones and edges are open (NS-ST-42). */
function fits({status, created_at: day}: Row, query: URLSearchParams): boolean {
  const [start, end] = [query.get('start_at'), query.get('end_at')];
  const isOfStatus = [undefined, query.get('status') ?? status].includes(status as string);
  if (typeof day !== 'string' || !isOfStatus) return isOfStatus;
  return (start === null || day >= addDays(start, -1)) && (end === null || day <= addDays(end, 1));
}

/** The list of orders and its filters, with values that find some of the orders, all or none. */
export const orderList: FilteredList<ListedOrders, Facts> = {
  pages: orders,
  given: listedOrders,
  rows: ORDERS,
  filters: {
    'user_id of the first reader': ofReader('user_id', 'a', ({a1}) => a1.at('/data/user/id')),
    'user_id of the second reader': ofReader('user_id', 'b', ({b2}) => b2.at('/data/user/id')),
    'user_email of the first reader': ofReader('user_email', 'a', ({emails}) => emails.a),
    'user_email of the second reader': ofReader('user_email', 'b', ({emails}) => emails.b),
    'the title': ofTitle('title'),
    'the other title': ofTitle('other'),
    approved: ofStatus('approved'),
    paused: ofStatus('paused'),
    cancelled: ofStatus('cancelled'),
    'start_at long before': ofDays('start_at', -400, true),
    'start_at before': ofDays('start_at', -2, true),
    'start_at afterwards': ofDays('start_at', 2, false),
    'end_at afterwards': ofDays('end_at', 2, true),
    'end_at before': ofDays('end_at', -2, false),
  },
  overruled: {user_email: 'user_id'},
  read: listOrders,
  served: ['orders', 'nothing-found'],
  fits,
  isWhole: (pages) => !pages.some(isFullPage),
  ifCut: sawFullPage,
};
