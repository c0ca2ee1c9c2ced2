import {settleCheckout} from '../store/checkout/settle-checkout.ts';
import type {Issue} from '../store/content/issue.ts';
import {cancelOrder, updateOrder} from '../store/orders/change-order.ts';
import {createOrder} from '../store/orders/create-order.ts';
import {idInOrders} from '../store/orders/order-users.ts';
import type {Order, OrderStatus, PaymentOutcome} from '../store/orders/order.ts';
import type {Plan} from '../store/plans/plan.ts';
import type {User} from '../store/users/user.ts';
import type {Names} from './names.ts';
import type {Plot, Timed} from './plot.ts';
import type {OrderSeed, ProductSeed} from './seed.ts';
import {WrongValue, type Path} from '../wrong-value.ts';

/** What an order may name. */
export interface Catalog {
  users: Names<User>;
  content: Names<Issue>;
  plans: Names<Plan>;
}

/** What reports and sales need and a seed may leave out. */
const DEFAULTS = {price: 10, currency: 'USD', return_url: 'https://shop.example/thanks'};

/** Creates an order as the API does, and moves it into its state. @throws WrongValue */
export function plantOrder(
  plot: Plot,
  store: string,
  order: Timed<OrderSeed>,
  catalog: Catalog,
): void {
  const {thing, path, at} = order;
  plot.at(at);
  const body = bodyOf(plot, thing, path, catalog);
  const {changes = []} = plot.perform(store, createOrder, {body}, path);
  const created = changes.find(({table}) => table === 'orders');
  const key = created && 'put' in created ? created.put.key : '';
  pay(plot, store, key, order);
  pause(plot, store, key, order, body.products);
  const input = {
    path: {id: key},
    body: {...(thing.reason !== undefined && {reason: thing.reason})},
  };
  if (thing.status === 'cancelled' && statusOf(plot, key) !== 'cancelled')
    plot.perform(store, cancelOrder, input, [...path, 'status']);
  const {status = statusOf(plot, key)} = thing;
  if (statusOf(plot, key) !== status)
    throw new WrongValue(
      [...path, 'status'],
      `a ${thing.type} with this payment is ${statusOf(plot, key)}`,
      'leave `status` out, or change `payment`',
    );
  if (thing.reason !== undefined && status !== 'cancelled')
    throw new WrongValue(
      [...path, 'reason'],
      `the order is ${status}`,
      'give it the status `cancelled` as well',
    );
}

const statusOf = ({world}: Plot, key: string): OrderStatus =>
  (world.table('orders').get(key) as Order).status;

/** The body of the creation. */
function bodyOf(plot: Plot, seed: OrderSeed, path: Path, {users, content, plans}: Catalog) {
  const isPaid = seed.type !== 'permission';
  const user = users.get(seed.user, [...path, 'user']);
  const currency = seed.currency_id ?? (isPaid ? DEFAULTS.currency : undefined);
  const products = seed.products.map((product, at) => {
    const here = [...path, 'products', at];
    const {expiration_date: until, name, url} = product;
    return {
      ...productOf(product, here, content, plans),
      name,
      url,
      unit_price: product.unit_price ?? (isPaid ? DEFAULTS.price : undefined),
      currency_id: product.currency_id ?? currency,
      expiration_date:
        until === undefined ? undefined : plot.day(until, [...here, 'expiration_date']),
    };
  });
  const sum = products.reduce((total, {unit_price: price = 0}) => total + price, 0);
  return {
    type: seed.type,
    external_reference: seed.external_reference,
    user: {id: idInOrders(user), email: user.email},
    products,
    unit_price: seed.unit_price ?? (isPaid ? sum : undefined),
    currency_id: currency,
    return_url: seed.return_url ?? (isPaid ? DEFAULTS.return_url : undefined),
  };
}

/** A product as the API names it. One with a name and a URL need not be in the catalog: the order adds it. */
function productOf(product: ProductSeed, path: Path, content: Names<Issue>, plans: Names<Plan>) {
  const {content: title, subscription, name, url} = product;
  if ((title === undefined) === (subscription === undefined))
    throw new WrongValue(
      path,
      'a product is either `content` or a `subscription`',
      'give one of the two',
    );
  if (subscription !== undefined) {
    const {id} = plans.get(subscription, [...path, 'subscription']);
    return {type: 'subscription', id: String(id)} as const;
  }
  const given = title ?? '';
  const isNew = name !== undefined && url !== undefined && !content.identifies(given);
  const issue = isNew ? undefined : content.get(given, [...path, 'content']);
  return {type: 'content', id: issue ? (issue.external_id ?? issue.key) : given} as const;
}

/** Lets the gateway report what the seed says, or what its state needs. */
function pay(plot: Plot, store: string, key: string, {thing, path}: Timed<OrderSeed>): void {
  const {type, status, payment} = thing;
  if (type !== 'sale') {
    if (payment === undefined) return;
    throw new WrongValue(
      [...path, 'payment'],
      `a ${type} has no checkout`,
      'leave it out, or make the order a sale',
    );
  }
  const isApproved = status === 'approved' || status === 'paused';
  const outcome: PaymentOutcome | undefined = payment ?? (isApproved ? 'approved' : undefined);
  if (outcome === undefined) return;
  plot.perform(store, settleCheckout, {body: {order: key, outcome}}, [...path, 'payment']);
}

/** Pauses the order or some of its products. */
function pause(
  plot: Plot,
  store: string,
  key: string,
  {thing, path}: Timed<OrderSeed>,
  products: readonly {type: string; id: string}[],
): void {
  const order = {path: {id: key}};
  if (thing.status === 'paused')
    plot.perform(store, updateOrder, {...order, body: {status: 'paused'}}, [...path, 'status']);
  for (const [at, {status}] of thing.products.entries()) {
    const product = products[at];
    if (status === undefined || !product) continue;
    const query = {product_id: product.id, product_type: product.type};
    const where = [...path, 'products', at, 'status'];
    plot.perform(store, updateOrder, {...order, query, body: {status}}, where);
  }
}
