import {isRefused} from '../operation.ts';
import {perform} from './checkout.ts';
import type {ControlRequest, Handler} from './handler.ts';
import {Problem} from './problem.ts';
import type {WantedAccess} from '../store/orders/reader.ts';

/**
 * What readers may read and what the catalog has. They have no path of their own: `callHook` calls
 * them, with the store as id.
 */
export const readerHooks: Record<string, Handler> = {
  readAccess: (request: ControlRequest<WantedAccess>) => told(request, 'readAccess'),
  readCatalogEntry: (request: ControlRequest<{product: string | number}>) =>
    told(request, 'readCatalogEntry'),
};

/**
 * Performs a site operation of the store with the body of the hook, and answers what it tells.
 * @throws Problem 404 for what the store does not have
 */
export async function told(request: ControlRequest<object>, operation: string) {
  const done = await perform(request, operation, request.body, 404);
  if (!isRefused(done)) return {status: 200 as const, body: done.body};
  const {expected, got, todo} = done.why;
  throw new Problem(404, `expected ${expected}, got ${got}`, todo);
}
