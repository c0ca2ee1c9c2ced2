import {guarded} from '../../guarded.ts';
import {refuse, type Input, type View} from '../../operation.ts';
import {pageNumber} from '../page-number.ts';
import type {User} from '../users/user.ts';
import {userByIdInOrders} from './order-users.ts';
import type {Order} from './order.ts';
import {renderOrder} from './render-order.ts';

/** The page that was requested, with its orders. */
interface FoundPage {
  /** From 1; 0 when the parameter `page` is not a page number, and then the page is empty. */
  number: number;
  orders: Order[];
}

/** A filter of the list: whether an order matches. */
type Filter = (order: Order) => boolean;

/** GET /orders: lists orders, newest first; pages count from 1 (NS-ST-43). */
export const listOrders = guarded<FoundPage>({
  find(view, {query}) {
    const {page = '1'} = query;
    const number = pageNumber(page);
    if (number === 0) return {number, orders: []};
    const size = view.number('orders.page_size');
    const upToPage = foundOrders(view, query, number * size);
    return {number, orders: upToPage.slice((number - 1) * size)};
  },
  guards: [
    {
      situation: 'filter-refused',
      judge(_page, view, {query}) {
        const isAlone = query['product_type'] !== undefined && query['product_id'] === undefined;
        if (!isAlone || view.freedom('orders.product_type_alone') !== 'refused') return undefined;
        return refuse('filter-refused', {
          expected: 'product_type together with product_id',
          got: `product_type=${query['product_type']} alone`,
          todo: 'send product_id too (Orders, Read)',
        });
      },
    },
    {
      situation: 'nothing-found',
      judge({orders}, view, {query}) {
        if (orders.length || view.freedom('orders.nothing_found') !== 'not_found') return undefined;
        return refuse('nothing-found', {
          expected: 'filters that fit an order',
          got: new URLSearchParams(query).toString(),
          todo: 'ask for less at once',
        });
      },
    },
  ],
  perform: ({orders}, view) => ({
    situation: 'orders',
    body: {data: orders.map((order) => renderOrder(view, order))},
  }),
});

/** Finds up to `limit` orders, oldest or newest first according to the freedom `orders.order`. */
function foundOrders(view: View, query: Input['query'], limit: number): Order[] {
  const isOldestFirst = view.freedom('orders.order') === 'oldest';
  const filters = filtersOf(query, view.freedom('orders.own_day') === 'included');
  const where: Filter = (order) => filters.every((fits) => fits(order));
  const {user_id: id, user_email: email} = query;
  if (id === undefined && email === undefined) {
    const page = {limit, where};
    return isOldestFirst ? view.oldest('orders', page) : view.newest('orders', page);
  }
  // The id takes priority over the email (Orders, Read).
  const user =
    id === undefined ? view.by<User>('users', 'email', email ?? '') : userByIdInOrders(view, id);
  const orders = user ? view.all<Order>('orders', 'user', user.key).filter(where) : [];
  return (isOldestFirst ? orders : orders.reverse()).slice(0, limit);
}

/**
 * The filters of a query except those by user.
 * @param isOwnDayIncluded whether `start_at` and `end_at` find the orders of their own days
 */
function filtersOf(query: Input['query'], isOwnDayIncluded: boolean): Filter[] {
  const {product_id: product, product_type: type, start_at: from, end_at: to, status} = query;
  const filters: Filter[] = [];
  if (product !== undefined)
    filters.push(({products}) =>
      products.some(
        (one) =>
          [one.id, one.product].includes(product) && (type === undefined || one.type === type),
      ),
    );
  const isOwnDay = (day: string, end: string): boolean => isOwnDayIncluded && day === end;
  if (from !== undefined) filters.push(({created_day: day}) => day > from || isOwnDay(day, from));
  if (to !== undefined) filters.push(({created_day: day}) => day < to || isOwnDay(day, to));
  if (status !== undefined) filters.push((order) => order.status === status);
  return filters;
}
