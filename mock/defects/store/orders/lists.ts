import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type Input, type View, type Transition} from '../../../operation.ts';
import type {Order} from '../../../store/orders/order.ts';
import type {User} from '../../../store/users/user.ts';
import {around, atPlace, breaking, receiving, seeing, findingAll} from '../../breaking.ts';
import {notingAddresses, userByAddress} from '../noted-addresses.ts';
import {LIST} from './changed-orders.ts';

type Query = Input['query'];

/** The list without some of its parameters. */
const ignoring = (which: (query: Query) => readonly string[]): Seam =>
  receiving(LIST, ({query}) => {
    const ignored = which(query);
    return {
      query: Object.fromEntries(Object.entries(query).filter(([name]) => !ignored.includes(name))),
    };
  });

/** Ignores a parameter together with another one. */
const ignoringBeside = (name: string, beside: string): Seam =>
  ignoring((query) => (query[beside] === undefined ? [] : [name]));

/** Renames or changes some parameters of the list. */
const asking = (other: (query: Query, view: View) => Query): Seam =>
  receiving(LIST, ({query}, view) => ({query: other(query, view)}));

/** A view that finds only some of the orders. */
const ordersWhere = (view: View, isFound: (order: Order) => boolean): Partial<View> => ({
  all: <R>(table: string, index: string, value: string) =>
    view.all<Order>(table, index, value).filter(isFound) as R[],
  newest: <R>(table: string, page: OrderPage) => {
    const where = (order: Order): boolean =>
      isFound(order) && (page.where?.(order as never) ?? true);
    return view.newest<Order>(table, {...page, where}) as R[];
  },
});

/** A page of orders that a list asks its view for. */
interface OrderPage {
  limit: number;
  where?: (row: never) => boolean;
}

/** Omits some of the matching orders. */
const leavingOut = (which: (order: Order, query: Query) => boolean): Seam =>
  seeing(LIST, (view, {query}) => ordersWhere(view, (order) => !which(order, query)));

/** A list by users without the orders of those who are deactivated. */
const withoutTheDeactivated = (parameter: 'user_id' | 'user_email'): Seam =>
  seeing(LIST, (view, {query}) =>
    ordersWhere(view, ({user}) => {
      const state = view.find<User>('users', user)?.state;
      return !isGiven(query, parameter) || state === 'active';
    }),
  );

/** The rows of the list with another query; none if it is refused. */
function rowsWith(next: Transition, view: View, input: Input, query: Query): object[] {
  const list = next(view, {...input, query: {...input.query, ...query}});
  return isRefused(list) ? [] : (list.body as {data: object[]}).data;
}

/** Lets a list by a user contain the orders of other users. */
const findingOthers = (
  parameter: 'user_id' | 'user_email',
  isLike: (user: User, asked: string) => boolean,
): Seam =>
  around(LIST, (next) => (view, input) => {
    const done = next(view, input);
    const asked = input.query[parameter];
    if (isRefused(done) || asked === undefined) return done;
    const more = view
      .oldest<User>('users', {limit: 10_000})
      .filter((user) => nameOf(user, parameter) !== asked && isLike(user, asked))
      .flatMap((user) => rowsWith(next, view, input, {[parameter]: nameOf(user, parameter)}));
    const body = done.body as {data: object[]};
    return {...done, body: {...body, data: [...body.data, ...more]}};
  });

const nameOf = ({email, external_id: id}: User, parameter: 'user_id' | 'user_email'): string =>
  (parameter === 'user_id' ? id : email) ?? '';

/** Appends the oldest order of the store to some lists. */
const endingWithTheOldest = (which: (query: Query, view: View) => boolean): Seam =>
  around(LIST, (next) => (view, input) => {
    const done = next(view, input);
    const all = next(view, {...input, query: {}});
    if (isRefused(done) || isRefused(all) || !which(input.query, view)) return done;
    const [body, whole] = [done.body, all.body] as {data: object[]}[];
    return {
      ...done,
      body: {...body, data: [...(body?.data ?? []), ...(whole?.data ?? []).slice(-1)]},
    };
  });

/** A filter that only some requests have. */
const isGiven = (query: Query, name: string): boolean => query[name] !== undefined;

/** Responds to `product_type` alone with a server error. */
const failing = (status: number): Seam => ({
  seam: 'refusal',
  situation: 'filter-refused',
  in: LIST,
  as: {status},
});

/** Defects of the list of orders and its filters (Orders, Read). */
export const lists: Defect[] = [
  ...breaking('store.orders.user-id-filters-the-list', {
    'of a user the oldest order of the store is listed, too': endingWithTheOldest(
      (query) => isGiven(query, 'user_id') && Object.keys(query).length === 1,
    ),
    'user_id is ignored': ignoring(() => ['user_id']),
    'of a user only the newest order is listed': findingAll(LIST, (rows, {input: {query}}) =>
      rows.slice(isGiven(query, 'user_id') ? -1 : 0),
    ),
    'the beginning of an id is enough': findingOthers(
      'user_id',
      ({external_id: id}, asked) => id?.startsWith(asked) ?? false,
    ),
    'paused orders are missing where user_id is given': leavingOut(
      ({status}, query) => isGiven(query, 'user_id') && status === 'paused',
    ),
  }),
  ...breaking('store.orders.user-email-filters-the-list', {
    'by an address the oldest order of the store is listed, too': endingWithTheOldest(
      (query) => isGiven(query, 'user_email') && Object.keys(query).length === 1,
    ),
    'user_email is ignored': ignoring(() => ['user_email']),
    'a part of an address is enough': findingOthers('user_email', ({email}, asked) =>
      email.includes(asked.slice(1)),
    ),
    'user_email finds nobody': asking((query) =>
      isGiven(query, 'user_email') ? {...query, user_email: 'nobody@presscheck.example'} : query,
    ),
    'cancelled orders are missing where user_email is given': leavingOut(
      ({status}, query) =>
        isGiven(query, 'user_email') && !isGiven(query, 'status') && status === 'cancelled',
    ),
  }),
  ...atPlace('once the user is deactivated', [
    ...breaking('store.orders.user-id-filters-the-list', {
      'user_id finds no order of a deactivated user': withoutTheDeactivated('user_id'),
    }),
    ...breaking('store.orders.user-email-filters-the-list', {
      'user_email finds no order of a deactivated user': withoutTheDeactivated('user_email'),
    }),
  ]),
  ...atPlace(
    'of a user with a new address',
    breaking('store.orders.user-email-filters-the-list', {
      'user_email finds users by their first addresses': {
        seam: 'several',
        seams: [
          notingAddresses,
          asking((query, view) => {
            const first = userByAddress(view, query['user_email'] ?? '')?.first_email;
            return first === undefined ? query : {...query, user_email: first};
          }),
        ],
      },
    }),
  ),
  ...breaking('store.orders.user-id-comes-before-user-email', {
    'where both are given the oldest order of the store is listed, too': endingWithTheOldest(
      (query) => isGiven(query, 'user_email') && isGiven(query, 'user_id'),
    ),
    'user_email takes priority': ignoringBeside('user_id', 'user_email'),
    'both have to fit': leavingOut((order, {user_id: id, user_email: email}) =>
      Boolean(id !== undefined && email !== undefined && order.seq),
    ),
  }),
  ...breaking('store.orders.product-filters-the-list', {
    'product_id is ignored': ignoring(() => ['product_id', 'product_type']),
    'only the first product of an order is looked at': leavingOut(
      (order, {product_id: id}) => id !== undefined && order.products[0]?.id !== id,
    ),
  }),
  ...breaking('store.orders.product-type-needs-product-id', {
    'product_type alone is a server error': failing(500),
    'product_type alone makes the service unavailable': failing(503),
  }),
  ...breaking('store.orders.start-at-bounds-the-list', {
    'from a day to come on the oldest order of the store is listed': endingWithTheOldest(
      ({start_at: from = ''}, view) => Date.parse(from) > view.now,
    ),
    'start_at is ignored': ignoring(() => ['start_at']),
    'start_at is the last day': asking(({start_at: from, ...query}) =>
      from === undefined ? query : {...query, end_at: from},
    ),
    'start_at in this year is ignored': ignoring(({start_at: from = ''}) =>
      Number(from.slice(0, 4)) > 2020 ? ['start_at'] : [],
    ),
  }),
  ...breaking('store.orders.end-at-bounds-the-list', {
    'end_at is ignored': ignoring(() => ['end_at']),
    'end_at is the first day': asking(({end_at: to, ...query}) =>
      to === undefined ? query : {...query, start_at: to},
    ),
  }),
  ...atPlace('its own day', [
    ...breaking('store.orders.start-at-bounds-the-list', {
      'start_at leaves out its own day': leavingOut(
        ({created_day: day}, query) => day === query['start_at'],
      ),
    }),
    ...breaking('store.orders.end-at-bounds-the-list', {
      'end_at leaves out its own day': leavingOut(
        ({created_day: day}, query) => day === query['end_at'],
      ),
    }),
  ]),
  ...breaking('store.orders.status-filters-the-list', {
    'status is ignored': ignoring(() => ['status']),
    'paused orders are among the approved': seeing(LIST, (view, {query}) =>
      asApproved(view, query),
    ),
    'cancelled orders are never listed': leavingOut(
      ({status}, query) => status === 'cancelled' && query['status'] === 'cancelled',
    ),
  }),
  ...breaking('store.orders.two-filters-find-what-both-find', {
    'of a user and a status the oldest order of the store is found, too': endingWithTheOldest(
      (query) => isGiven(query, 'user_id') && isGiven(query, 'status'),
    ),
    'status is ignored beside user_id': ignoringBeside('status', 'user_id'),
    'the product is ignored beside user_email': ignoring((query) =>
      isGiven(query, 'user_email') ? ['product_id', 'product_type'] : [],
    ),
    'user_email is ignored beside status': ignoringBeside('user_email', 'status'),
    'status is ignored beside a product': ignoringBeside('status', 'product_id'),
    'end_at is ignored beside user_id': ignoringBeside('end_at', 'user_id'),
  }),
  ...atPlace(
    'up to the day of an order',
    breaking('store.orders.two-filters-find-what-both-find', {
      'of a range the last day is missing': leavingOut(
        ({created_day: day}, {start_at: from, end_at: to}) => from !== undefined && day === to,
      ),
    }),
  ),
  ...atPlace(
    'of one day',
    breaking('store.orders.two-filters-find-what-both-find', {
      'a range of one day is empty': leavingOut(
        (_order, {start_at: from, end_at: to}) => from !== undefined && from === to,
      ),
    }),
  ),
  ...atPlace(
    'of a user without orders',
    breaking('store.orders.user-id-comes-before-user-email', {
      'a user_id that finds nothing is ignored beside user_email': around(
        LIST,
        (next) => (view, input) => {
          const {user_id: id, ...query} = input.query;
          const done = next(view, input);
          const isEmpty =
            isRefused(done) || (done.body as {data?: object[]} | undefined)?.data?.length === 0;
          return isEmpty && id !== undefined && isGiven(query, 'user_email')
            ? next(view, {...input, query})
            : done;
        },
      ),
    }),
  ),
  ...atPlace(
    'three kinds of filter, and all',
    breaking('store.orders.two-filters-find-what-both-find', {
      'end_at is ignored beside user_id and start_at': ignoring((query) =>
        isGiven(query, 'user_id') && isGiven(query, 'start_at') ? ['end_at'] : [],
      ),
      'the product is ignored beside five others': ignoring((query) =>
        Object.keys(query).length > 6 ? ['product_id', 'product_type'] : [],
      ),
    }),
  ),
  ...atPlace(
    'every two kinds of filter',
    breaking('store.orders.two-filters-find-what-both-find', {
      'start_at is ignored beside user_email': ignoringBeside('start_at', 'user_email'),
      'status is ignored beside end_at': ignoringBeside('status', 'end_at'),
    }),
  ),
  ...breaking('store.orders.cancelled-order-is-listed-as-such', {
    'cancelled orders are not listed': leavingOut(({status}) => status === 'cancelled'),
    'a cancelled order is listed as approved': {
      seam: 'member',
      situation: 'orders',
      pointer: '/data/*/status',
      edit: {set: 'approved'},
    },
  }),
];

/** Shows the paused orders in a list of approved orders as approved. */
function asApproved(view: View, {status}: Query): Partial<View> {
  const plain = (order: Order): Order =>
    status === 'approved' && order.status === 'paused' ? {...order, status: 'approved'} : order;
  return {
    all: <R>(table: string, index: string, value: string) =>
      view.all<Order>(table, index, value).map(plain) as R[],
    newest: <R>(table: string, page: OrderPage) => {
      const where = (order: Order): boolean => page.where?.(plain(order) as never) ?? true;
      return view.newest<Order>(table, {...page, where}) as R[];
    },
  };
}
