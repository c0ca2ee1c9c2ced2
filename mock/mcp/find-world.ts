import type {NextFunction, Request} from 'express';
import {defined} from '../../spec/defined.ts';
import {tellTime} from '../http/world-time.ts';
import {recordResponse} from '../http/recorded.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import type {McpResponse} from './mcp-request.ts';
import type {McpSteps} from './mcp-steps.ts';
import {McpRefusal, RPC} from './refusal.ts';
import {routeOf} from './route.ts';

/**
 * Step 1: finds the world in the path, handles its due events, and removes the world's prefix from the path.
 * @param stepsOf the replaceable steps of a world
 */
export const findWorld =
  (worlds: Worlds, stepsOf: (world: World) => McpSteps) =>
  (request: Request, response: McpResponse, next: NextFunction): void => {
    const {locals} = response;
    locals.begun = worlds.elapsed();
    recordResponse(response);
    const {worldId, path} = defined(routeOf(request.url), `a route for ${request.url}`);
    locals.worldId = worldId;
    const world = worlds.get(worldId);
    if (!world) throw noWorld(worldId);
    locals.world = world;
    tellTime(response, world);
    locals.steps = stepsOf(world);
    request.url = locals.steps.servedPath(path);
    const duePersisted = world.handleDue();
    if (duePersisted) duePersisted.then(() => next(), next);
    else next();
  };

const noWorld = (worldId: string): McpRefusal =>
  new McpRefusal({
    status: 404,
    code: RPC.invalidRequest,
    message: `there is no world \`${worldId}\``,
    expected: 'a world that was made',
    todo: 'make a world through the control plane',
  });
