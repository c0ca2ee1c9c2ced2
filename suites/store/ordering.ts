import type {Ref, Val} from '../../spec/step.ts';
import {dayAfter, type Args, type Handle, type Script} from '../script.ts';
import {create} from './people.ts';

/**
 * The steps that create, read, change and cancel orders (Orders). Whatever a function records as
 * set-up says `expects`: when it is answered otherwise, the check is blocked and the rule is not
 * blamed.
 */

/** A user who was created for orders (`createUser`), and what the creation gave. */
export type Reader = ReturnType<typeof create>;

/** A product as an order names it. */
export interface OrderedProduct {
  [member: string]: Val;
  type: 'content' | 'subscription';
  id: Val;
}

/** A title of the store's catalog, of which the target tells the id. */
export const content = (s: Script): OrderedProduct => ({
  type: 'content',
  id: text(s.sample('content_product')),
});

/** Another title of the catalog. */
export const otherContent = (s: Script): OrderedProduct => ({
  type: 'content',
  id: text(s.sample('other_content_product')),
});

/** A subscription of the store, of which the target tells the id. */
export const subscription = (s: Script): OrderedProduct => ({
  type: 'subscription',
  id: text(s.sample('subscription_product')),
});

/** Ids of products are strings (Orders, Create body), whatever the sample is. */
const text = (id: Val): Val => ({$text: [id]});

/** How an order names its user: by both names, which every type of order takes. */
export const userOf = ({body}: Reader): {id: Val; email: Val} => ({
  id: body.external_id,
  email: body.email,
});

/** The body of a permission order without a price. */
export const permission = (reader: Reader, products: OrderedProduct[]): Record<string, Val> => ({
  type: 'permission',
  user: userOf(reader),
  products,
});

/** What an order costs that costs anything. */
const PRICE = {unit_price: 4.5, currency_id: 'USD'};

/** The body of an order of a type that has a price: every product costs the same. */
export const priced = (
  type: 'report' | 'sale',
  reader: Reader,
  products: OrderedProduct[],
): Record<string, Val> => ({
  type,
  user: userOf(reader),
  return_url: 'https://presscheck.example/thanks',
  unit_price: PRICE.unit_price * products.length,
  currency_id: PRICE.currency_id,
  products: products.map((product) => ({...product, ...PRICE})),
});

/** Records the creation of an order (`createOrder`), as set-up unless `args` says otherwise. */
export const place = (s: Script, body: Record<string, Val>, args: Args = {}): Handle =>
  s.call('createOrder', {expects: 'created', ...args, body});

/** The id of a created order. */
const idOf = (created: Handle): Ref => created.at('/data/id');

/** What names a created order in a path, by its id. */
export const byId = (created: Handle): {path: {id: Ref}; query: {id_type: string}} => ({
  path: {id: idOf(created)},
  query: {id_type: 'internal'},
});

/** What names an order in a path, by the caller's own reference. */
export const byReference = (reference: Val): {path: {id: Val}; query: {id_type: string}} => ({
  path: {id: reference},
  query: {id_type: 'external'},
});

/** Records a read of a created order (`getOrder`). */
export const readOrder = (s: Script, created: Handle): Handle =>
  s.call('getOrder', byId(created));

/** Records an update of a created order (`updateOrder`), of all products unless `query` names one. */
export const updateOrder = (
  s: Script,
  created: Handle,
  body: Record<string, Val>,
  query: Record<string, Val> = {},
): Handle => {
  const {path, query: idType} = byId(created);
  return s.call('updateOrder', {path, query: {...idType, ...query}, body});
};

/** Records a cancellation of a created order (`cancelOrder`), without a body unless there is one. */
export const cancelOrder = (
  s: Script,
  created: Handle,
  body?: Record<string, Val>,
  args: Args = {},
): Handle => s.call('cancelOrder', {...byId(created), ...(body && {body}), ...args});

/** The day so many days after the one on which an order was created, by the store's calendar. */
export const daysAfter = (created: Handle, days: number): Val =>
  dayAfter(created.at('/data/created_at'), days);

/** Records a list of orders (`listOrders`). */
export const listOrders = (s: Script, query: Record<string, Val>, args: Args = {}): Handle =>
  s.call('listOrders', {...args, query});
