import type {NextFunction, Request} from 'express';
import type {Origins} from '../http/origins.ts';
import type {Worlds} from '../world/worlds.ts';
import type {McpJournal} from './journal.ts';
import type {McpResponse} from './mcp-request.ts';
import {addressesOf} from './oauth/addresses.ts';

/** The inputs of authentication in addition to the request. */
export interface AuthenticateParts {
  worlds: Worlds;
  origins: Origins;
  journal: McpJournal;
}

/**
 * Step 3: checks the access token, by the world's clock. A refusal is a challenge that tells the client where to get a
 * token (MCP, Authorization; RFC 6750, section 3).
 */
export const authenticate =
  ({worlds, origins, journal}: AuthenticateParts) =>
  (request: Request, response: McpResponse, next: NextFunction): void => {
    const {world, worldId, steps} = response.locals;
    const {resource, metadata} = addressesOf(origins, worldId, request);
    const verdict = steps.authenticate({
      world,
      secret: bearerTokenOf(request),
      resource,
      method: request.method,
      inSession: request.headers['mcp-session-id'] !== undefined,
      otherWorlds: worlds.list(),
    });
    if ('token' in verdict) {
      response.locals.token = verdict.token;
      return next();
    }
    const {condition, why} = verdict;
    const {status, headers, body} = steps.challenge(condition, metadata);
    response.status(status).set(headers);
    if (body) response.json(body);
    else response.end();
    journal.note(request, response, {status, situation: condition, why});
  };

const bearerTokenOf = ({headers}: Request): string | undefined =>
  /^bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1];
