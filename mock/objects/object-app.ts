import express, {type Express, type Request, type Response} from 'express';
import type {AddressedRequest} from '../http/request-context.ts';
import {findWorld} from '../http/steps/find-world.ts';
import {tellTime} from '../http/world-time.ts';
import type {Ports} from '../world/ports.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import {getObject} from './get-object.ts';
import {putObject} from './put-object.ts';
import {StorageRefusal} from './storage-refusal.ts';
import {readRequest} from './storage-request.ts';
import {StorageResponses} from './storage-responses.ts';
import {documentedSteps, type StorageSteps} from './storage-steps.ts';

/** The parts of object storage. */
export interface StorageParts {
  worlds: Worlds;
  ports: Ports;
  /** Returns the steps of a world, given the documented ones. Default: the documented ones. */
  stepsOf?: (world: World, documented: StorageSteps) => StorageSteps;
}

/**
 * Object storage behind presigned links, byte-exact and streamed. A request needs only a link; an API key makes no
 * difference.
 *
 * A request passes these steps; each may refuse it:
 *
 * 1. `readRequest`: world, method and object key (404, 405, 400)
 * 2. `checkLink`: the presigned link (403)
 * 3. PUT: `checkKey`, whether the key may be written (403), then `store` (413), which asks once more at its end (403, 404)
 * 4. GET and HEAD: `getObject`, conditions and ranges (304, 404, 416)
 */
export function objectApp({worlds, ports, stepsOf}: StorageParts): Express {
  const responses = new StorageResponses(worlds, ports);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response) => {
    const context = findWorld(worlds, request, response);
    tellTime(response, context.world);
    serve(context).catch((error: unknown) => responses.fail(context, error));
  });
  app.use((_error: unknown, request: Request, response: Response, _next: () => void) => {
    const why = {expected: 'a well-formed path', got: request.url, todo: 'use the link as given'};
    const refusal = new StorageRefusal('BadRequest', why);
    const context = findWorld(worlds, request, response);
    tellTime(response, context.world);
    responses.refuse(context, refusal);
  });
  return app;

  async function serve(context: AddressedRequest): Promise<void> {
    const duePersisted = context.world?.handleDue();
    const request = readRequest(context);
    const {world} = request;
    const steps = stepsOf ? stepsOf(world, documentedSteps) : documentedSteps;
    const verdict = await steps.checkLink(request);
    if ('refusal' in verdict) throw new StorageRefusal('AccessDenied', verdict.refusal);
    await duePersisted;
    if (request.method !== 'PUT') return getObject(request, responses);
    const isCurrent = (): boolean => worlds.get(world.id) === world;
    await putObject(request, verdict.limit, steps, responses, isCurrent);
  }
}
