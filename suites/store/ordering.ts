/**
 * The steps that create, read, change and cancel orders (Orders). Functions that record set-up use
 * `expects`: if the outcome is another one, the check is blocked and no rule fails.
 */

import type {Exchange} from '../../spec/exchange.ts';
import type {Ref, Val} from '../../spec/value.ts';
import type {Judgement} from '../language/check.ts';
import {expectOutcome} from '../language/judge.ts';
import {type Args, type Handle, type Script} from '../language/script.ts';
import {dayAfter} from '../language/sent-values.ts';
import {changed, type Change} from '../tables/trials.ts';
import {inHundredths} from './hundredths.ts';
import {createUser} from './people.ts';

/** A user who was created for orders (`createUser`), and the body of the creation. */
export interface Buyer {
  created: Handle;
  body: {email: Val; external_id: Val};
}

/**
 * A reader by the response to the creation. A step on another script, or a scene that shares the
 * set-up, has no other way to name the user.
 */
export const readerBy = (created: Handle): Buyer => ({
  created,
  body: {email: created.at('/data/email'), external_id: created.at('/data/external_id')},
});

/** A product as an order names it. */
export interface OrderedProduct {
  [member: string]: Val;
  type: 'content' | 'subscription';
  id: Val;
}

/**
 * A title of the store's catalog: a sample of the target, or one that a sale order creates (Orders,
 * Create rule 3).
 */
export const content = (s: Script): OrderedProduct =>
  s.offers('sample:content_product')
    ? {type: 'content', id: text(s.sample('content_product'))}
    : sellNewContent(s);

/** Another title of the catalog. */
export const otherContent = (s: Script): OrderedProduct =>
  s.offers('sample:other_content_product')
    ? {type: 'content', id: text(s.sample('other_content_product'))}
    : sellNewContent(s);

/** Records a sale order of a new user as set-up; its product is new to the catalog. */
function sellNewContent(s: Script): OrderedProduct {
  const product = missingProduct(s);
  const created = createOrder(s, priced(s, 'sale', createUser(s), [{...product, ...newLink(s)}]));
  // The id comes from the response: in a set-up that is shared by scenes, fresh values differ.
  return {...product, id: created.at('/data/products/0/id')};
}

/** A product that the catalog does not have. */
export const missingProduct = (s: Script): OrderedProduct => ({
  type: 'content',
  id: s.fresh('external-id'),
});

/** A product that the catalog does not have, with what an order needs to create it (Orders, Create rule 3). */
export const newProduct = (s: Script): OrderedProduct => ({...missingProduct(s), ...newLink(s)});

/** The members of a product that the catalog does not have: a name and a URL. */
export const newLink = (s: Script): {name: Val; url: Val} => {
  const name = s.fresh('text');
  return {name, url: {$text: ['https://presscheck.example/read/', name]}};
};

/** A plan of the store, whose id is a sample of the target. */
export const subscription = (s: Script): OrderedProduct => ({
  type: 'subscription',
  id: text(s.sample('subscribable_plan')),
});

/** Ids of products are strings (Orders, Create body), whatever the sample is. */
const text = (id: Val): Val => ({$text: [id]});

/**
 * The user of an order, by id and email, which every type of order accepts. The profile may say
 * which id of the user orders use (NS-ST-33).
 */
export const userOf = (s: Script, {created, body}: Buyer): {id: Val; email: Val} => ({
  id: orderIdOf(s, created, body.external_id),
  email: body.email,
});

function orderIdOf(s: Script, created: Handle, externalId: Val): Val {
  if (s.chooses('NS-ST-33', 'id')) return text(created.at('/data/id'));
  if (s.chooses('NS-ST-33', 'uuid')) return created.at('/data/uuid');
  return externalId;
}

/** A person who is not a user yet, as the user of an order. */
export const somebody = (s: Script) => ({id: s.fresh('external-id'), email: s.fresh('email')});

/** The body of a permission order without a price. */
export const permission = (
  s: Script,
  reader: Buyer,
  products: OrderedProduct[],
): Record<string, Val> => ({
  type: 'permission',
  user: userOf(s, reader),
  products,
});

/** The price of a product that has one. */
const PRICE = 4.5;

/** The currency in which the store sells; `ARS` is in all descriptions. */
export const currencyOf = (s: Script): Val =>
  s.offers('sample:sale_currency') ? s.sample('sale_currency') : 'ARS';

/** The code for no currency (ISO 4217). */
export const NO_CURRENCY = 'XXX';

/** Another currency than the one in which the store sells. */
export const OTHER_CURRENCY = 'JPY';

/**
 * The URL to which buyers are sent after the checkout: a sample of the target, or one that does not
 * exist.
 */
export const returnUrlOf = (s: Script): Val =>
  s.offers('sample:return_url') ? s.sample('return_url') : 'https://presscheck.example/thanks';

/** The body of an order of a type that has a price: every product costs the same. */
export const priced = (
  s: Script,
  type: 'report' | 'sale',
  reader: Buyer,
  products: OrderedProduct[],
  price = PRICE,
): Record<string, Val> => ({
  type,
  user: userOf(s, reader),
  return_url: returnUrlOf(s),
  unit_price: inHundredths(price * products.length),
  currency_id: currencyOf(s),
  products: products.map((product) => ({
    ...product,
    unit_price: price,
    currency_id: currencyOf(s),
  })),
});

/** The types of orders (Orders, Create body). */
export type OrderType = 'permission' | 'report' | 'sale';

/** The body of an order of any type: with a price if the type has one. */
export const orderOf = (
  s: Script,
  type: OrderType,
  reader: Buyer,
  products: OrderedProduct[],
): Record<string, Val> =>
  type === 'permission' ? permission(s, reader, products) : priced(s, type, reader, products);

/** Records the creation of an order (`createOrder`), as set-up unless `args` says otherwise. */
export const createOrder = (s: Script, body: Record<string, Val>, args: Args = {}): Handle =>
  s.call('createOrder', {expects: 'created', ...args, body});

/** Records the creation of an order (`createOrder`) with any outcome. */
export const order = (s: Script, body: Record<string, Val>, args: Args = {}): Handle =>
  s.call('createOrder', {...args, body});

/** How the requests of a table of creations are sent. @param body of an order without a change */
export const ordersWith = (s: Script, body: () => Record<string, Val>) => ({
  send: (change: Change) => order(s, changed(body(), change)),
});

/** Asserts the refusal of an order of a missing product, whichever of the two statuses it has (NS-ST-35). */
export const expectProductMissing = (response: Exchange, branch: string): Judgement =>
  expectOutcome(response, ['product-not-found', 'invalid'], branch);

/** The id of a created order. */
const idOf = (created: Handle): Ref => created.at('/data/id');

/** The arguments that name a created order by its id. */
export const byId = (created: Handle): {path: {id: Ref}; query: {id_type: string}} => ({
  path: {id: idOf(created)},
  query: {id_type: 'internal'},
});

/** The arguments that name an order by the caller's reference. */
export const byReference = (reference: Val): {path: {id: Val}; query: {id_type: string}} => ({
  path: {id: reference},
  query: {id_type: 'external'},
});

/** Records a read of a created order (`getOrder`). */
export const readOrder = (s: Script, created: Handle): Handle => s.call('getOrder', byId(created));

/**
 * Records an update of a created order (`updateOrder`), for all products unless `query` names one.
 */
export const updateOrder = (
  s: Script,
  created: Handle,
  body: Record<string, Val>,
  query: Record<string, Val> = {},
  args: Args = {},
): Handle => {
  const {path, query: idType} = byId(created);
  return s.call('updateOrder', {path, query: {...idType, ...query}, body, ...args});
};

/** Records a cancellation of a created order (`cancelOrder`), with a body if one is given. */
export const cancelOrder = (
  s: Script,
  created: Handle,
  body?: Record<string, Val>,
  args: Args = {},
): Handle => s.call('cancelOrder', {...byId(created), ...(body && {body}), ...args});

/** The day that is this many days after the creation of an order, in the store's calendar. */
export const daysAfter = (created: Handle, days: number): Val =>
  dayAfter(created.at('/data/created_at'), days);

/** Records a list of orders (`listOrders`). */
export const listOrders = (s: Script, query: Record<string, Val>, args: Args = {}): Handle =>
  s.call('listOrders', {...args, query});
