import type {CatalogProduct, Order} from '../commerce-types.ts';
import {isCurrency} from '../orders/currencies.ts';
import {entryOf} from '../orders/products.ts';
import {orderView} from '../orders/view.ts';
import {pause} from '../time.ts';
import type {Ask, Context, Json, Reply} from '../types.ts';
import {orderIn} from '../slips/turns-order-changes.ts';
import {
  afterSuccess,
  before,
  bodyOf,
  jsonOf,
  listOf,
  type Turn,
  type Turns,
} from '../slips/types.ts';

/** The orders that an answer shows: one, or those of a list. */
function shownIn(reply: Reply): Json[] {
  const {data} = bodyOf(reply);
  return Array.isArray(data) ? listOf(data) : [jsonOf(data)];
}

/** An amount that went through a number of single precision. */
function single(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(Math.fround(value) * 100) / 100 : value;
}

/** The products that an order would have to make. */
function missingIn(context: Context, {body}: Ask): string[] {
  const contents = listOf(body.products).filter(({type}) => type === 'content');
  const ids = contents.map(({id}) => String(id));
  return ids.filter((id) => entryOf(context, id) === undefined);
}

/** Judges the currency of products by what a body has told so far. */
function readInOrder({ask: {body}}: Turn): void {
  const names = Object.keys(body);
  const early = names.indexOf('products') < names.indexOf('currency_id');
  if (body.type !== 'sale' || !early || !isCurrency(body.currency_id)) return;
  for (const one of listOf(body.products)) {
    if (isCurrency(one.currency_id)) one.currency_id = body.currency_id;
  }
}

/** Sends no mail when a product had to be made. */
async function forgetMail({ask, context, go}: Turn): Promise<Reply> {
  const missing = missingIn(context, ask);
  const reply = await go();
  const {commerce} = context.store;
  const id = jsonOf(bodyOf(reply).data).id;
  if (reply.status < 300 && missing.length > 0) {
    commerce.mails = commerce.mails.filter((one) => one.order !== id);
  }
  return reply;
}

/** Writes the whole catalog back as it was read, and what the order has made. */
async function writeCatalog({ask, context, go}: Turn): Promise<Reply> {
  const {catalog} = context.store.commerce;
  const missing = missingIn(context, ask);
  const read = new Set(catalog.keys());
  if (missing.length === 0) return go();
  await pause();
  const reply = await go();
  if (reply.status >= 300) return reply;
  const own = new Set(missing);
  const isLost = ({id, fileType}: CatalogProduct): boolean =>
    fileType === 'External link' && !read.has(id) && !own.has(id);
  const lost = [...catalog.values()].filter(isLost);
  for (const {id} of lost) catalog.delete(id);
  return reply;
}

/** An address whose token the server does not keep. */
function unkept(address: unknown): string {
  const url = new URL(String(address));
  const token = url.searchParams.get('external-auth-token') ?? '';
  url.searchParams.set('external-auth-token', `${token.slice(0, -8)}${'A'.repeat(8)}`);
  return url.href;
}

/** Keeps three tokens for each order, and no more. */
function keepThree(reply: Reply, turn: Turn): void {
  const links = orderIn(turn)?.history.filter((entry) => entry.startsWith('url:')) ?? [];
  const checkout = jsonOf(jsonOf(bodyOf(reply).data).checkout);
  if (links.length > 3 && checkout.url !== undefined) checkout.url = unkept(checkout.url);
}

/** The address that the user of an order had when it was made. */
function addressThen({history}: Order): string | undefined {
  const entry = history.find((one) => one.startsWith('email:'));
  return entry?.slice('email:'.length).toLowerCase();
}

/** Finds orders by the address that their user had then. */
function byAddressThen(reply: Reply, {ask: {query}, context}: Turn): void {
  const email = query.get('user_email')?.toLowerCase();
  if (email === undefined || query.has('user_id')) return;
  const {orders} = context.store.commerce;
  const body = bodyOf(reply);
  body.data = shownIn(reply).filter(({id}) => {
    const order = orders.find((one) => one.id === id);
    return order === undefined || (addressThen(order) ?? email) === email;
  });
}

/** Answers a cancellation with the order as it was, but for the status. */
async function keepCheckout(turn: Turn): Promise<Reply> {
  const order = orderIn(turn);
  const {checkout} = order === undefined ? {} : orderView(turn.context, order);
  const reply = await turn.go();
  if (reply.status === 200 && checkout !== undefined) {
    jsonOf(bodyOf(reply).data).checkout = checkout;
  }
  return reply;
}

/** How requests about orders are mishandled. */
export const ORDER_TURNS_F: Turns = {
  orders: {
    'order-price-single-precision': afterSuccess((reply) => {
      for (const one of shownIn(reply)) one.unit_price = single(one.unit_price);
    }),
  },
  createOrder: {
    'sale-products-first-currency-unchecked': before(readInOrder),
    'report-mail-lost-with-link': async (turn) => forgetMail(turn),
    'order-links-race-loses-one': async (turn) => writeCatalog(turn),
  },
  readOrder: {'checkout-fourth-url-dead': afterSuccess(keepThree)},
  listOrders: {
    'orders-link-product-unfound': afterSuccess((reply, {ask: {query}, context}) => {
      const entry = context.store.commerce.catalog.get(query.get('product_id') ?? '');
      if (entry?.fileType === 'External link') bodyOf(reply).data = [];
    }),
    'orders-email-of-order-time': afterSuccess(byAddressThen),
  },
  updateOrder: {
    'order-product-lost-by-reference': before(({ask: {query}}) => {
      const both = query.has('product_id') && query.has('product_type');
      if (query.get('id_type') !== 'external' || !both) return;
      query.delete('product_id');
      query.delete('product_type');
    }),
    'order-update-answer-one-product': afterSuccess((reply, {ask: {query}}) => {
      const data = jsonOf(bodyOf(reply).data);
      const id = query.get('product_id');
      if (id !== null) data.products = listOf(data.products).filter((one) => one.id === id);
    }),
  },
  cancelOrder: {'checkout-in-cancel-answer': async (turn) => keepCheckout(turn)},
};
