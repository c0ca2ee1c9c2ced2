import {Problem} from './problem.ts';
import {isUrl} from '../../spec/url.ts';
import {isRefused} from '../operation.ts';
import {SEEDED_CLIENTS} from '../store/auth-sessions/seed.ts';
import type {Opened} from '../store/checkout/open-checkout.ts';
import {AUTH_TOKEN} from '../store/checkout/shown-checkout.ts';
import type {CheckoutOutcome} from '../store/checkout/settle-checkout.ts';
import type {Order} from '../store/orders/order.ts';
import type {World} from '../world/world.ts';
import {rowOf, worldOf, type ControlRequest, type Handler} from './handler.ts';
import {perform} from './site-hooks.ts';

/** The order that a hook concerns. */
interface OfOrder {
  order: string;
}

/**
 * Actions of buyers and gateways, without a browser. They have no path of their own: `callHook` calls them, with the
 * store as id.
 */
export const checkoutHooks: Record<string, Handler> = {
  /** An order that is no longer in its checkout remains unchanged, and the response contains no redirect. */
  async settleCheckout(request: ControlRequest<OfOrder & {outcome: CheckoutOutcome}>) {
    const {order, outcome} = request.body;
    requireOrder(request, order);
    const done = await perform(request, 'settleCheckout', {order, outcome});
    const body = isRefused(done) ? {redirect: null, ...statusOf(request, order)} : done.body;
    return {status: 200, body};
  },

  async approveLate(request: ControlRequest<OfOrder>) {
    const {order} = request.body;
    requireOrder(request, order);
    const done = await perform(request, 'approveLate', {order});
    return {status: 200, body: isRefused(done) ? statusOf(request, order) : done.body};
  },

  /** Opens a checkout URL as a browser does. */
  async openCheckout(request: ControlRequest<{url: string}>) {
    const visited = orderAndToken(request.body.url);
    if (!visited) return {status: 200, body: {opens: false}};
    requireOrder(request, visited.order);
    const body = {...visited, client: SEEDED_CLIENTS.web};
    const done = await perform(request, 'openCheckout', body);
    return {status: 200, body: {opens: !isRefused(done) && (done.body as Opened).opens}};
  },

  readPayments: (request: ControlRequest<OfOrder>) => read(request, 'readPayments'),
  readGateway: (request: ControlRequest<OfOrder>) => read(request, 'readGateway'),
};

/** Runs an operation that only reads an order. */
async function read(request: ControlRequest<OfOrder>, operation: string) {
  const {order} = request.body;
  requireOrder(request, order);
  const done = await perform(request, operation, {order});
  return {status: 200 as const, body: isRefused(done) ? {} : done.body};
}

/** @throws Problem 404 for an order that the world does not have */
const requireOrder = (request: ControlRequest, order: string): void =>
  void orderOf(worldOf(request), order);

const statusOf = (request: ControlRequest, order: string): {order_status: Order['status']} => ({
  order_status: orderOf(worldOf(request), order).status,
});

/**
 * Finds the order of a hook.
 * @throws Problem 404, also for a reference of the shop, which only the API takes
 */
function orderOf(world: World, id: string): Order {
  const orders = world.table('orders');
  const ofShop = orders.get(id)
    ? undefined
    : ([...orders.all()] as Order[]).find(({external_reference: reference}) => reference === id);
  if (ofShop)
    throw new Problem(
      404,
      `\`${id}\` is the external_reference of order ${ofShop.key}`,
      `send its id: "order": "${ofShop.key}"`,
    );
  return rowOf<Order>(world, 'orders', 'order', id);
}

/** The order and the token of a checkout URL of the mock; undefined for any other URL. */
function orderAndToken(text: string): {order: string; token: string} | undefined {
  if (!isUrl(text)) return undefined;
  const {pathname, searchParams} = new URL(text);
  const order = /\/checkout\/([^/]+)$/.exec(pathname)?.[1];
  const token = searchParams.get(AUTH_TOKEN);
  return order === undefined || token === null ? undefined : {order, token};
}
