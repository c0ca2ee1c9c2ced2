import {performOrThrow} from './site-hooks.ts';
import type {ControlRequest, Handler} from './handler.ts';
import type {WantedAccess} from '../store/orders/reader.ts';

/**
 * Shows what readers may read and what the catalog contains. They have no path of their own: `callHook` calls them,
 * with the store as id.
 */
export const readerHooks: Record<string, Handler> = {
  readAccess: (request: ControlRequest<WantedAccess>) => performOrThrow(request, 'readAccess', 404),
  readCatalogEntry: (request: ControlRequest<{product: string | number}>) =>
    performOrThrow(request, 'readCatalogEntry', 404),
};
