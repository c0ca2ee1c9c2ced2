import express, {type Request, type Response, type Router} from 'express';
import {isRefused, type Why} from '../operation.ts';
import {givesAccess} from '../store/orders/may-read.ts';
import type {Order} from '../store/orders/order.ts';
import {todayOf} from '../store/orders/today.ts';
import type {User} from '../store/users/user.ts';
import type {World} from '../world/world.ts';
import {localsOf, perform, type SitePages, type SiteParts} from './site-app.ts';

/**
 * The `reader_url` of an order's product. It returns as JSON whether the user of the order may read the product now
 * (States / Order).
 */
export const readerPages: SitePages = {
  name: 'reader',
  router(parts): Router {
    const router = express.Router({caseSensitive: true, strict: true});
    router.get('/:order/:number', (request, response) => tell(parts, request, response));
    return router;
  },
};

/** Responds with `{may}` and 200 or 403; 404 for a URL of no product. */
async function tell(
  parts: SiteParts,
  request: Request<{order: string; number: string}>,
  response: Response,
): Promise<void> {
  const {world} = localsOf(response);
  const {order: key, number} = request.params;
  const order = world.table('orders').get(key) as Order | undefined;
  response.set('Cache-Control', 'no-store');
  if (!order) {
    localsOf(response).entry = {situation: 'reader-unknown', why: noOrder(key)};
    return void response.status(404).json({may: false});
  }
  const outcome = await perform(parts, response, {
    operation: 'openReader',
    tenant: order.tenant,
    body: {order: key, number},
  });
  if (isRefused(outcome)) return void response.status(404).json({may: false});
  const {may} = outcome.body as {may: boolean};
  const {entry} = localsOf(response);
  if (entry && !may) entry.why = whyNot(world, order, Number(number));
  response.status(may ? 200 : 403).json({may});
}

const noOrder = (key: string): Why => ({
  expected: 'an order of a store of this world',
  got: `no order ${key}`,
  todo: 'use the `reader_url` as the order shows it',
});

/** Why an order lets its user not read a product, and what would change that. */
function whyNot(world: World, order: Order, number: number): Why {
  const user = world.table('users').get(order.user) as User | undefined;
  if (user?.state !== 'active')
    return {
      expected: 'an active user',
      got: `user ${order.user}, who is ${user?.state ?? 'gone'}`,
      todo: 'reactivate the user',
    };
  const expected = 'an approved order that has not expired';
  const product = order.products[number - 1];
  const {status} = order;
  if (status === 'approved' && product?.status === 'approved')
    return givesAccess(order, product, todayOf(world.view(order.tenant)))
      ? {expected, got: `order ${order.key}, which this mock does not count`, todo: TODO.approved}
      : {
          expected,
          got: `product ${number} of order ${order.key}, which expired on ${product.expiration_date}`,
          todo: 'move its `expiration_date` with PUT, or order it again',
        };
  const isOwn = status === 'approved' && product !== undefined;
  const what = isOwn ? `product ${number} of order` : 'order';
  const is = isOwn ? product.status : status;
  return {expected, got: `${what} ${order.key}, which is ${is}`, todo: TODO[is]};
}

const TODO: Record<Order['status'], string> = {
  pending: 'let the buyer pay at the checkout, or call the hook `complete-payment`',
  approved: 'this mock was started with a defect',
  paused: 'PUT the status `approved`',
  cancelled: 'create another order: a cancellation is irreversible',
};
