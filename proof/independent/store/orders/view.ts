import type {CatalogProduct, Order, OrderProduct} from '../commerce-types.ts';
import {ORDER_SHAPES, PRODUCT_SHAPES} from '../slips/shapes.ts';
import {misshape} from '../slips/types.ts';
import {localDay, offsetIso} from '../time.ts';
import type {Context, Json, User} from '../types.ts';
import {orderUserId} from './buyer.ts';
import {checkoutTtl, checkoutUrl} from './checkout-token.ts';
import {entryOf} from './products.ts';
import {isOver, isReadable, subscriptionOf, userOf} from './grants.ts';

function statusOf(context: Context, order: Order, product: OrderProduct): string {
  const user = userOf(context, order);
  const subscription = user === undefined ? undefined : subscriptionOf(user, product);
  if (order.status === 'pending') return 'awaiting_payment';
  if (order.status === 'cancelled' || (subscription?.cancelledAt ?? null) !== null) {
    return 'cancelled';
  }
  if (product.paused) return 'paused';
  const today = localDay(context.now(), context.store);
  return isOver(context, product.expiration, today) ? 'expired' : 'active';
}

/** What the catalog says of content. */
function contentView(context: Context, entry: CatalogProduct, readable: boolean): Json {
  const {world, store} = context;
  const reader = `${world.origin}/site/${store.key}/read/${encodeURIComponent(entry.id)}`;
  return {
    name: entry.name,
    cover: `${store.domain}/covers/${entry.issueId}.jpg`,
    reader_url: readable ? (entry.url ?? reader) : null,
    description: entry.description,
    pages_quantity: entry.pages,
    file_type: entry.fileType,
    is_free: entry.free,
  };
}

/** What the plans say of a subscription. */
function subscriptionView(context: Context, id: string): Json {
  const plan = context.store.plans.get(Number(id));
  return {
    name: plan?.title ?? '',
    cover: `${context.store.domain}/covers/plan-${id}.jpg`,
    reader_url: null,
    description: plan?.terms.details ?? '',
    pages_quantity: 0,
    file_type: 'subscription',
    is_free: false,
  };
}

/** A product as an order shows it. */
function productView(context: Context, order: Order, product: OrderProduct): Json {
  const entry = entryOf(context, product.id);
  const readable = isReadable(context, order, product);
  const thing =
    product.type === 'content' && entry !== undefined
      ? contentView(context, entry, readable)
      : subscriptionView(context, product.id);
  const named = context.variants.has('orders-names-as-ordered') && product.name !== undefined;
  return {
    id: product.id,
    type: product.type,
    status: statusOf(context, order, product),
    expiration_date: product.expiration,
    unit_price: product.unitPrice,
    currency_id: product.currency,
    ...thing,
    ...(named && {name: product.name}),
  };
}

/** Whether there is something to pay (a faulty server shows a checkout of other orders, too). */
function hasCheckout({faults}: Context, order: Order): boolean {
  if (faults.has('checkout-on-permission') && order.type === 'permission') return true;
  if (faults.has('checkout-on-approved') && order.type === 'sale') {
    return order.status === 'pending' || order.status === 'approved';
  }
  if (faults.has('checkout-on-paused') && order.type === 'sale' && order.status === 'paused') {
    return true;
  }
  return order.type === 'sale' && order.status === 'pending';
}

/** The user of an order as it shows them. */
function buyerView({faults}: Context, order: Order, user: User): Json {
  const ordered = order.history.find((entry) => entry.startsWith('email:'))?.slice(6);
  const email = faults.has('order-email-as-ordered') ? ordered : user.email;
  return {id: orderUserId(user), email};
}

function checkoutView(context: Context, user: User, order: Order): Json {
  if (!hasCheckout(context, order)) return {};
  const url = checkoutUrl(context, context.store, user, order);
  return {checkout: {url, ttl: checkoutTtl(context)}};
}

function cancellationView(context: Context, order: Order): Json | null {
  if (order.cancelledAt === null) return null;
  const {store} = context;
  const ends = order.accessUntil ?? localDay(order.cancelledAt, store);
  return {at: offsetIso(order.cancelledAt, store), why: order.cancelReason, access_ends: ends};
}

/** An order as the API shows it; while it is pending, with a new checkout address. */
export function orderView(context: Context, order: Order): Json {
  const user = userOf(context, order);
  const view: Json = {
    id: order.id,
    external_reference: order.reference,
    type: order.type,
    source: order.source,
    unit_price: order.unitPrice,
    currency_id: order.currency,
    status: order.status,
    created_at: localDay(order.createdAt, context.store),
    ...(user === undefined ? {} : checkoutView(context, user, order)),
    user: user === undefined ? null : buyerView(context, order, user),
    products: order.products.map((product) => productView(context, order, product)),
    cancellation: cancellationView(context, order),
  };
  return misshape(PRODUCT_SHAPES, misshape(ORDER_SHAPES, view, context), context);
}
