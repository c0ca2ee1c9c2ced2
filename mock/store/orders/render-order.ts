import {Page, type View} from '../../operation.ts';
import type {User} from '../users/user.ts';
import {shownCheckout} from '../checkout/shown-checkout.ts';
import {fileTypeOf, pagesOf, type Issue} from '../content/issue.ts';
import type {Order, OrderProduct} from './order.ts';
import {idInOrders} from './order-users.ts';

/** Origin of the covers of the mock's titles; there is no such server. */
const STORE = 'https://store.example';

/**
 * An order in the form of responses (Resources / Order).
 * @param user of the order
 * @param fresh titles that the order is about to create
 */
export function renderOrder(
  view: View,
  order: Order,
  user: User | undefined = view.find<User>('users', order.user),
  fresh: readonly Issue[] = [],
): object {
  const titles = new Map(fresh.map((title) => [title.key, title]));
  return {
    id: order.key,
    external_reference: order.external_reference,
    type: order.type,
    source: order.source,
    unit_price: order.unit_price,
    currency_id: order.currency_id,
    status: order.status,
    created_at: order.created_day,
    ...withCheckout(user && shownCheckout(view, order, user)),
    user: user && {id: idInOrders(user), email: user.email},
    products: order.products.map((product, at) =>
      renderProduct(view, order, at, product, titleOf(view, product, titles)),
    ),
  };
}

const withCheckout = (checkout: object | undefined): object => (checkout ? {checkout} : {});

const titleOf = (
  view: View,
  {type, product}: OrderProduct,
  fresh: ReadonlyMap<string, Issue>,
): Issue | undefined =>
  type === 'content' ? (view.find<Issue>('issues', product) ?? fresh.get(product)) : undefined;

/** A product of an order. A plan has no pages, and nothing to read. */
const renderProduct = (
  view: View,
  order: Order,
  at: number,
  product: OrderProduct,
  title: Issue | undefined,
): object => ({
  id: title && view.freedom('orders.product_id') === 'number' ? String(title.id) : product.id,
  type: product.type,
  name: product.name,
  status: product.status,
  expiration_date: product.expiration_date,
  cover: `${STORE}/covers/${encodeURIComponent(product.product)}.jpg`,
  reader_url: title ? new Page(readerPath(order, at)) : null,
  description: title?.description ?? '',
  pages_quantity: title ? pagesOf(title) : 0,
  file_type: title ? fileTypeOf(title) : '',
  is_free: title?.free ?? false,
  unit_price: product.unit_price,
  currency_id: product.currency_id,
});

/** Path of the page that shows whether the user of an order may read one of its products now. */
export const readerPath = ({key}: Order, at: number): string => `/reader/${key}/${at + 1}`;
