import type {IncomingMessage, RequestListener, ServerResponse} from 'node:http';
import type {PipelineParts} from '../http/pipeline.ts';
import {findWorld} from '../http/steps/find-world.ts';
import {routeOf} from '../mcp/route.ts';
import type {Ports} from '../world/ports.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import type {FaultInterface} from './fault-rule.ts';

/** One interface with the app that serves it. */
export interface FaultPlace {
  interface: FaultInterface;
  /** The parts of its API. */
  parts?: PipelineParts;
  app: RequestListener;
}

/** A request to a world with rules. */
export interface GatedRequest {
  request: IncomingMessage;
  response: ServerResponse;
  world: World;
  /** Path and query in the world. */
  path: string;
}

/** What faults need of the mock. */
export interface FaultParts {
  worlds: Worlds;
  ports: Pick<Ports, 'later'>;
}

/**
 * Makes the gate of a mock: a function that puts faults in front of an app. Requests to worlds without rules pass it at
 * once; the first one to a world with rules loads the code.
 */
export function faultGate(parts: FaultParts): (place: FaultPlace) => RequestListener {
  let loading: Promise<typeof import('./serve-faults.ts')> | undefined;
  return (place) => (request, response) => {
    const {world, path} = addressOf(parts.worlds, place, request, response);
    if (!world?.settings.faults?.length) return place.app(request, response);
    loading ??= import('./serve-faults.ts');
    loading.then(
      ({serveFaults}) => serveFaults(parts, place, {request, response, world, path}),
      (error: unknown) => response.destroy(error as Error),
    );
  };
}

/** The world of a request: the metadata of the MCP server name it in another place than other paths. */
function addressOf(
  worlds: Worlds,
  place: FaultPlace,
  request: IncomingMessage,
  response: ServerResponse,
): {world: World | undefined; path: string} {
  const route = place.interface === 'mcp' ? routeOf(request.url ?? '') : undefined;
  return route
    ? {world: worlds.get(route.worldId), path: route.path}
    : findWorld(worlds, request, response);
}
