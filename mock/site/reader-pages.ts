import express, {type Request, type Response, type Router} from 'express';
import {isRefused} from '../operation.ts';
import type {Order} from '../store/orders/order.ts';
import {localsOf, type SitePages, type SiteParts} from './site-app.ts';

/**
 * The `reader_url` of an order's product. It returns as JSON whether the user of the order may read the product now
 * (States / Order).
 */
export const readerPages: SitePages = {
  name: 'reader',
  router(parts): Router {
    const router = express.Router();
    router.get('/:order/:number', (request, response) => tell(parts, request, response));
    return router;
  },
};

/** Responds with `{may}` and 200 or 403; 404 for a URL of no product. */
async function tell(
  {site}: SiteParts,
  request: Request<{order: string; number: string}>,
  response: Response,
): Promise<void> {
  const {world} = localsOf(response);
  const {order: key, number} = request.params;
  const order = world.table('orders').get(key) as Order | undefined;
  response.set('Cache-Control', 'no-store');
  if (!order) return void response.status(404).json({may: false});
  const body = {order: key, number};
  const {outcome, entry} = await site.perform(world, {
    operation: 'openReader',
    tenant: order.tenant,
    body,
  });
  localsOf(response).entry = entry;
  if (isRefused(outcome)) return void response.status(404).json({may: false});
  const {may} = outcome.body as {may: boolean};
  response.status(may ? 200 : 403).json({may});
}
