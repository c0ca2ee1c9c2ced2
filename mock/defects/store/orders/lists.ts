/** Defects of the list of orders and its filters (Orders, Read). */

import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type Input, type Transition, type View} from '../../../operation.ts';
import type {Order} from '../../../store/orders/order.ts';
import type {User} from '../../../store/users/user.ts';
import type {Row} from '../../../world/change.ts';
import {around, findingAll, viewWith} from '../../breaking.ts';
import {refusedAs, shown, together} from '../../families/seams.ts';
import {ABSENT, GIVEN, met, type When} from '../../families/when.ts';
import {decodedTwice, plusAsBlank} from '../../families/texts.ts';
import {defects} from '../../table.ts';
import {notingAddresses, userByAddress} from '../noted-addresses.ts';
import {LIST, ORDER, type OrderChange} from './changed-orders.ts';

type Query = Input['query'];
type Listed = When<Order, OrderChange>;
type By = 'user_id' | 'user_email';

/** Changes the parameters of lists. */
const asking = (when: Listed, other: (query: Query, view: View) => Query): Seam =>
  ORDER.asking(LIST, when, ({query, view}) => ({query: other(query, view)}));

/** Ignores parameters of lists. */
const ignoring = (names: string[], when: Listed = {}): Seam =>
  asking(when, (query) =>
    Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name))),
  );

/** Ignores parameters where others are given, too. */
const ignoringBeside = (names: string[], ...beside: string[]): Seam =>
  ignoring(names, {query: Object.fromEntries(beside.map((name) => [name, GIVEN]))});

/** Reads a parameter of lists otherwise than it is given. */
const readAs = (name: string, other: (given: string) => string): Seam =>
  asking({query: {[name]: GIVEN}}, (query) => ({...query, [name]: other(query[name] ?? '')}));

type Other = (order: Order, input: Input, view: View) => Order | undefined;

/** Lists orders as others, or leaves them out: as a function says that is made for each world. */
const listingAs = (made: () => Other): Seam =>
  around(LIST, (next) => {
    const other = made();
    return (view, input) => {
      const seen = (row: unknown): Order | undefined => other(row as Order, input, view);
      const shownOf = <R>(rows: readonly R[]): R[] => rows.flatMap((row) => (seen(row) ?? []) as R);
      const listed: Partial<View> = {
        all: <R extends Row>(table: string, index: string, value: string) =>
          shownOf(view.all<R>(table, index, value)),
        newest: <R extends Row>(table: string, page: Parameters<typeof view.newest<R>>[1]) => {
          const where = (row: R): boolean => {
            const order = seen(row);
            return order !== undefined && (page.where?.(order as unknown as R) ?? true);
          };
          return shownOf(view.newest<R>(table, {...page, where}));
        },
      };
      return next(viewWith(view, listed), input);
    };
  });

/** Leaves orders out of lists. */
const leavingOut = (when: Listed): Seam =>
  listingAs(() => {
    const fits = met(when);
    return (order, input, view) =>
      fits({...input, body: {}, before: order, row: order, view}) ? undefined : order;
  });

/** The rows of the list with another query; none if it is refused. */
function rowsWith(next: Transition, view: View, input: Input, query: Query): object[] {
  const list = next(view, {...input, query});
  return isRefused(list) ? [] : (list.body as {data: object[]}).data;
}

/** Adds rows to lists, which are made like those of other queries. */
const adding = (
  when: Listed,
  more: (rowsOf: (query: Query) => object[], query: Query, view: View) => object[],
): Seam =>
  ORDER.instead(LIST, when, (next, {query, view}, input) => {
    const done = next(view, input);
    if (isRefused(done)) return done;
    const body = done.body as {data: object[]};
    const others = more((asked) => rowsWith(next, view, input, asked), query, view);
    return {...done, body: {...body, data: [...body.data, ...others]}};
  });

/** Appends the oldest order of the store to lists. */
const endingWithTheOldest = (when: Listed): Seam => adding(when, (rowsOf) => rowsOf({}).slice(-1));

/** Lets a list by a user contain the orders of other users. */
const findingOthers = (by: By, isLike: (name: string, asked: string) => boolean): Seam =>
  adding({query: {[by]: GIVEN}}, (rowsOf, query, view) =>
    view
      .oldest<User>('users', {limit: 10_000})
      .map(({external_id: id, email}) => (by === 'user_id' ? id : email) ?? '')
      .filter((name) => name !== query[by] && isLike(name, query[by] ?? ''))
      .flatMap((name) => rowsOf({...query, [by]: name})),
  );

/** A list by users without the orders of those who are deactivated. */
const withoutTheDeactivated = (by: By): Seam =>
  leavingOut(
    ({query, view, row}) =>
      query[by] !== undefined && view.find<User>('users', row?.user ?? '')?.state !== 'active',
  );

const PRODUCT = ['product_id', 'product_type'];
const isAlone =
  (name: string) =>
  ({query}: {query: Query}): boolean =>
    Object.keys(query).join() === name;

/** Defects of lists and their filters. */
export const lists: Defect[] = defects({
  'store.orders.user-id-filters-the-list': {
    'of a user the oldest order of the store is listed, too': endingWithTheOldest(
      isAlone('user_id'),
    ),
    'user_id is ignored': ignoring(['user_id']),
    'of a user only the newest order is listed': findingAll(LIST, (rows, {input: {query}}) =>
      query['user_id'] === undefined ? rows : rows.slice(-1),
    ),
    'the beginning of an id is enough': findingOthers('user_id', (id, asked) =>
      id.startsWith(asked),
    ),
    'paused orders are missing where user_id is given': leavingOut({
      row: {status: 'paused'},
      query: {user_id: GIVEN},
    }),
  },
  'store.orders.user-id-filters-the-list @ with each sign': {
    'user_id ends at an ampersand': readAs('user_id', (given) => given.replace(/&.*/, '')),
    'a plus sign in user_id is a blank': readAs('user_id', plusAsBlank),
  },
  'store.orders.user-id-filters-the-list @ once the user is deactivated': {
    'user_id finds no order of a deactivated user': withoutTheDeactivated('user_id'),
  },
  'store.orders.user-email-filters-the-list': {
    'by an address the oldest order of the store is listed, too': endingWithTheOldest(
      isAlone('user_email'),
    ),
    'user_email is ignored': ignoring(['user_email']),
    'a part of an address is enough': findingOthers('user_email', (email, asked) =>
      email.includes(asked.slice(1)),
    ),
    'user_email finds nobody': readAs('user_email', () => 'nobody@presscheck.example'),
    'cancelled orders are missing where user_email is given': leavingOut({
      row: {status: 'cancelled'},
      query: {user_email: GIVEN, status: ABSENT},
    }),
  },
  'store.orders.user-email-filters-the-list @ with each sign': {
    'a plus sign in user_email is a blank': readAs('user_email', plusAsBlank),
    'user_email is decoded twice': readAs('user_email', decodedTwice),
  },
  'store.orders.user-email-filters-the-list @ once the user is deactivated': {
    'user_email finds no order of a deactivated user': withoutTheDeactivated('user_email'),
  },
  'store.orders.user-email-filters-the-list @ of a user with a new address': {
    'user_email finds users by their first addresses': together(
      notingAddresses,
      asking({query: {user_email: GIVEN}}, ({user_email: email = '', ...query}, view) => ({
        ...query,
        user_email: userByAddress(view, email)?.first_email ?? email,
      })),
    ),
  },
  'store.orders.user-id-comes-before-user-email': {
    'where both are given the oldest order of the store is listed, too': endingWithTheOldest({
      query: {user_email: GIVEN, user_id: GIVEN},
    }),
    'user_email takes priority': ignoringBeside(['user_id'], 'user_email'),
    'both have to fit': leavingOut({query: {user_email: GIVEN, user_id: GIVEN}}),
  },
  'store.orders.user-id-comes-before-user-email @ of a user without orders': {
    'a user_id that finds nothing is ignored beside user_email': ORDER.instead(
      LIST,
      {query: {user_email: GIVEN, user_id: GIVEN}},
      (next, {view}, input) => {
        const {user_id: _id, ...query} = input.query;
        return rowsWith(next, view, input, input.query).length
          ? next(view, input)
          : next(view, {...input, query});
      },
    ),
  },
  'store.orders.product-filters-the-list': {
    'product_id is ignored': ignoring(PRODUCT),
    'only the first product of an order is looked at': leavingOut(
      ({query: {product_id: id}, row}) => id !== undefined && row?.products[0]?.id !== id,
    ),
  },
  'store.orders.product-type-needs-product-id': {
    'product_type alone is a server error': refusedAs('filter-refused', {status: 500}, {in: LIST}),
    'product_type alone makes the service unavailable': refusedAs(
      'filter-refused',
      {status: 503},
      {in: LIST},
    ),
  },
  'store.orders.start-at-bounds-the-list': {
    'from a day to come on the oldest order of the store is listed': endingWithTheOldest(
      ({query: {start_at: from = ''}, view}) => Date.parse(from) > view.now,
    ),
    'start_at is ignored': ignoring(['start_at']),
    'start_at is the last day': asking(
      {query: {start_at: GIVEN}},
      ({start_at: end_at = '', ...query}) => ({...query, end_at}),
    ),
    'start_at in this year is ignored': ignoring(['start_at'], {
      query: {start_at: (from) => from.slice(0, 4) > '2020'},
    }),
  },
  'store.orders.start-at-bounds-the-list @ its own day': {
    'start_at leaves out its own day': leavingOut(
      ({row, query: {start_at: from}}) => row?.created_day === from,
    ),
  },
  'store.orders.start-at-bounds-the-list @ over every turn of the calendar': {
    'start_at is compared without its year': leavingOut(
      ({row, query: {start_at: from = ''}}) => (row?.created_day ?? '').slice(5) < from.slice(5),
    ),
  },
  'store.orders.end-at-bounds-the-list @ over every turn of the calendar': {
    'end_at is compared without its year': leavingOut(
      ({row, query: {end_at: to = '99'}}) => (row?.created_day ?? '').slice(5) > to.slice(5),
    ),
  },
  'store.orders.end-at-bounds-the-list': {
    'end_at is ignored': ignoring(['end_at']),
    'end_at is the first day': asking(
      {query: {end_at: GIVEN}},
      ({end_at: start_at = '', ...query}) => ({...query, start_at}),
    ),
  },
  'store.orders.end-at-bounds-the-list @ its own day': {
    'end_at leaves out its own day': leavingOut(
      ({row, query: {end_at: to}}) => row?.created_day === to,
    ),
  },
  'store.orders.status-filters-the-list': {
    'status is ignored': ignoring(['status']),
    'paused orders are among the approved': listingAs(
      () =>
        (order, {query: {status}}) =>
          status === 'approved' && order.status === 'paused' ? {...order, status} : order,
    ),
    'cancelled orders are never listed': leavingOut({
      row: {status: 'cancelled'},
      query: {status: 'cancelled'},
    }),
  },
  'store.orders.two-filters-find-what-both-find': {
    'of a user and a status the oldest order of the store is found, too': endingWithTheOldest({
      query: {user_id: GIVEN, status: GIVEN},
    }),
    'status is ignored beside user_id': ignoringBeside(['status'], 'user_id'),
    'the product is ignored beside user_email': ignoringBeside(PRODUCT, 'user_email'),
    'user_email is ignored beside status': ignoringBeside(['user_email'], 'status'),
    'status is ignored beside a product': ignoringBeside(['status'], 'product_id'),
    'end_at is ignored beside user_id': ignoringBeside(['end_at'], 'user_id'),
  },
  'store.orders.two-filters-find-what-both-find @ up to the day of an order': {
    'of a range the last day is missing': leavingOut(
      ({row, query: {start_at: from, end_at: to}}) => from !== undefined && row?.created_day === to,
    ),
  },
  'store.orders.two-filters-find-what-both-find @ of one day': {
    'a range of one day is empty': leavingOut(
      ({query: {start_at: from, end_at: to}}) => from !== undefined && from === to,
    ),
  },
  'store.orders.two-filters-find-what-both-find @ three kinds of filter, and all': {
    'end_at is ignored beside user_id and start_at': ignoringBeside(
      ['end_at'],
      'user_id',
      'start_at',
    ),
    'the product is ignored beside five others': ignoring(
      PRODUCT,
      ({query}) => Object.keys(query).length > 6,
    ),
  },
  'store.orders.two-filters-find-what-both-find @ every two kinds of filter': {
    'start_at is ignored beside user_email': ignoringBeside(['start_at'], 'user_email'),
    'status is ignored beside end_at': ignoringBeside(['status'], 'end_at'),
  },
  'store.orders.cancelled-order-is-listed-as-such': {
    'cancelled orders are not listed': leavingOut({row: {status: 'cancelled'}}),
    'a cancelled order is listed as approved': shown('orders', '/data/*/status', 'approved'),
  },
});
