import type {Order} from '../commerce-types.ts';
import {entryOf} from '../orders/products.ts';
import {refuseOrderFor} from '../orders/replies.ts';
import {orderView} from '../orders/view.ts';
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
import {pause} from '../time.ts';
import type {Json, Reply} from '../types.ts';

/** How many checkout addresses an order has before they come round again. */
const ADDRESSES = 5;

/** A number as a column of single precision gives it back. */
function single(value: unknown): unknown {
  return typeof value === 'number' ? Number(Math.fround(value).toPrecision(7)) : value;
}

/** The order of a row of a list, or of an answer. */
function orderOfView({context}: Turn, view: Json): Order | undefined {
  return context.store.commerce.orders.find(({id}) => id === view.id);
}

/** Shows one of the first addresses of a checkout again. */
function repeatAddress(reply: Reply, turn: Turn): void {
  const data = jsonOf(bodyOf(reply).data);
  const {history} = orderOfView(turn, data) ?? {history: []};
  const urls = history.filter((entry) => entry.startsWith('url:'));
  const url = urls[(urls.length - 1) % ADDRESSES];
  if (data.checkout !== undefined) jsonOf(data.checkout).url = url?.slice('url:'.length);
}

/** The ids of the products that an order would make. */
function strangersIn({ask: {body}, context}: Turn): string[] {
  const told = listOf(body.products).filter(({name, type, url}) => {
    return type === 'content' && typeof name === 'string' && typeof url === 'string';
  });
  const missing = told.filter(({id}) => entryOf(context, String(id)) === undefined);
  return body.type === 'permission' ? [] : missing.map(({id}) => String(id));
}

/** Makes missing products some time after looking for them, and stumbles over those of others. */
async function makeLinksLate(turn: Turn): Promise<Reply> {
  const missing = strangersIn(turn);
  if (missing.length === 0) return turn.go();
  await pause();
  const taken = missing.find((id) => entryOf(turn.context, id) !== undefined);
  if (taken === undefined) return turn.go();
  return refuseOrderFor(422, 'products', `${taken} cannot be made.`);
}

/** Leaves the last days of products that an order has made as they are. */
async function skipLinks(turn: Turn): Promise<Reply> {
  const order = orderIn(turn);
  const links = (order?.products ?? []).filter(({id, type}) => {
    return type === 'content' && entryOf(turn.context, id)?.fileType === 'External link';
  });
  const days = links.map(({expiration}) => expiration);
  const reply = await turn.go();
  if (order === undefined || reply.status !== 200) return reply;
  for (const [index, link] of links.entries()) link.expiration = days[index] ?? null;
  return {...reply, body: {data: orderView(turn.context, order)}};
}

/** The rows of a list of orders. */
function rowsOf(reply: Reply): Json[] {
  return listOf(bodyOf(reply).data);
}

/** How orders are mishandled. */
export const ORDER_TURNS_G: Turns = {
  createOrder: {
    'order-price-seven-digits': before(({ask: {body}}) => {
      body.unit_price = single(body.unit_price);
    }),
    'order-link-race-refused': async (turn) => makeLinksLate(turn),
  },
  readOrder: {
    'checkout-sixth-url-repeated': afterSuccess(repeatAddress),
  },
  updateOrder: {
    'order-link-expiration-lost': async (turn) => skipLinks(turn),
    'order-product-unread-by-reference': before(({ask: {query}}) => {
      const type = query.get('product_type') ?? '';
      if (query.get('id_type') !== 'external' || !/^(content|subscription)$/.test(type)) return;
      query.delete('product_id');
      query.delete('product_type');
    }),
    'order-update-answer-lone-product': afterSuccess((reply, {ask: {query}}) => {
      if (!query.has('product_id')) return;
      const data = jsonOf(bodyOf(reply).data);
      data.products = listOf(data.products).filter(({id, type}) => {
        return id === query.get('product_id') && type === query.get('product_type');
      });
    }),
  },
  listOrders: {
    'orders-by-product-status-stale': afterSuccess((reply, {ask: {query}}) => {
      if (!query.has('product_id') || query.has('status')) return;
      for (const row of rowsOf(reply)) if (row.status === 'paused') row.status = 'approved';
    }),
    'orders-row-created-in-utc': afterSuccess((reply, turn) => {
      for (const row of rowsOf(reply)) {
        const {createdAt} = orderOfView(turn, row) ?? {createdAt: turn.context.now()};
        row.created_at = new Date(createdAt).toISOString().slice(0, 10);
      }
    }),
  },
};
