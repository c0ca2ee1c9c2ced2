import {Problem} from './problem.ts';
import {isUrl} from '../../spec/url.ts';
import {isRefused, type Done, type Refused} from '../operation.ts';
import {SEEDED_CLIENTS} from '../store/auth-sessions/seed.ts';
import type {Opened} from '../store/checkout/open-checkout.ts';
import {AUTH_TOKEN} from '../store/checkout/shown-checkout.ts';
import type {CheckoutOutcome} from '../store/checkout/settle-checkout.ts';
import type {Order} from '../store/orders/order.ts';
import type {World} from '../world/world.ts';
import {idOf, rowOf, worldOf, type ControlRequest, type Handler} from './handler.ts';

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
    const done = await perform(request, 'settleCheckout', {order, outcome});
    const body = isRefused(done) ? {redirect: null, ...statusOf(request, order)} : done.body;
    return {status: 200, body};
  },

  async approveLate(request: ControlRequest<OfOrder>) {
    const {order} = request.body;
    const done = await perform(request, 'approveLate', {order});
    return {status: 200, body: isRefused(done) ? statusOf(request, order) : done.body};
  },

  /** Opens a checkout URL as a browser does. */
  async openCheckout(request: ControlRequest<{url: string}>) {
    const visited = orderAndToken(request.body.url);
    const body = {...visited, client: SEEDED_CLIENTS.web};
    const done = visited && (await perform(request, 'openCheckout', body));
    const opens = done && !isRefused(done) ? (done.body as Opened).opens : false;
    return {status: 200, body: {opens}};
  },

  readPayments: (request: ControlRequest<OfOrder>) => read(request, 'readPayments'),
  readGateway: (request: ControlRequest<OfOrder>) => read(request, 'readGateway'),
};

/** Runs an operation that only reads an order. */
async function read(request: ControlRequest<OfOrder>, operation: string) {
  const {order} = request.body;
  orderOf(worldOf(request), order);
  const done = await perform(request, operation, {order});
  return {status: 200 as const, body: isRefused(done) ? {} : done.body};
}

/**
 * Performs a site operation of the store, and adds it to the journal.
 * @param refusedWith status of the hook's response when the operation is refused
 */
async function perform(
  request: ControlRequest,
  operation: string,
  body: object,
  refusedWith = 200,
): Promise<Done | Refused> {
  const world = worldOf(request);
  if ('order' in body) orderOf(world, String(body.order));
  const {outcome, entry} = await request.site.perform(world, {
    operation,
    tenant: idOf(request),
    body,
  });
  request.worlds.journal({
    at: world.now(),
    world: world.id,
    method: 'HOOK',
    path: `/${operation}`,
    status: isRefused(outcome) ? refusedWith : 200,
    ...entry,
  });
  return outcome;
}

/**
 * Performs a site operation of the store with the body of the hook, and returns its response.
 * @throws Problem with the status `refusedWith` when the operation is refused
 */
export async function performOrThrow(
  request: ControlRequest<object>,
  operation: string,
  refusedWith: 404 | 422,
): Promise<{status: 200; body: unknown}> {
  const done = await perform(request, operation, request.body, refusedWith);
  if (!isRefused(done)) return {status: 200, body: done.body};
  const {expected, got, todo} = done.why;
  throw new Problem(refusedWith, `expected ${expected}, got ${got}`, todo);
}

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
