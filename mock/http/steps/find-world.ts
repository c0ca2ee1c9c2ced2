import type {IncomingMessage, ServerResponse} from 'node:http';
import {ROOT, type Worlds} from '../../world/worlds.ts';
import type {RefusedRequest} from '../api-interface.ts';
import type {AddressedRequest} from '../request-context.ts';

/**
 * Finds the world in the prefix `/w/<world>` of a path. A path without the prefix addresses the root world. The caller
 * handles the due events of the world, where an error is answered in the form of its interface.
 */
export function findWorld(
  worlds: Worlds,
  request: IncomingMessage,
  response: ServerResponse,
): AddressedRequest {
  const {worldId, path} = addressOf(request.url ?? '/');
  const world = worlds.get(worldId);
  return {
    request,
    response,
    method: request.method ?? 'GET',
    worldId,
    world,
    path,
    begun: worlds.elapsed(),
  };
}

const SLASH = 47;

function addressOf(url: string): {worldId: string; path: string} {
  // A proxy may send the absolute URL.
  const path = url.charCodeAt(0) === SLASH ? url : url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/';
  if (!path.startsWith('/w/')) return {worldId: ROOT, path};
  const [, worldId = '', rest = ''] = /^\/w\/([^/?#]*)(.*)$/s.exec(path) ?? [];
  return {worldId, path: rest.startsWith('/') ? rest : `/${rest}`};
}

/** The refusal of a request to a world that does not exist. */
export const worldNotFound = (worldId: string): RefusedRequest => ({
  refused: 'world-not-found',
  why: {
    expected: 'a world that was made',
    got: `/w/${worldId}`,
    todo: 'make a world through the control plane: GET /worlds there lists those that were made',
  },
});
