import type {RequestHandler} from 'express';
import type {Origins} from '../../http/origins.ts';
import {recordedMessages} from '../../http/recorded.ts';
import type {World} from '../../world/world.ts';
import type {Worlds} from '../../world/worlds.ts';
import {completeErrors} from './error-responses.ts';
import {attachOauthRequest, OauthRequest} from './oauth-request.ts';

/** What the authorization server is made of. */
export interface OauthParts {
  worlds: Worlds;
  origins: Origins;
}

/** What `findWorld` has set. */
type Addressed = {world: World; worldId: string; begun: number};

/**
 * The first step of every request: attaches the `OauthRequest` that the others work on, completes
 * error responses, and journals the request when its response has been sent.
 */
export const beginRequest =
  ({worlds, origins}: OauthParts): RequestHandler =>
  (request, response, next) => {
    const {world, worldId, begun} = response.locals as Addressed;
    const oauth = new OauthRequest(world, worldId, origins, request);
    attachOauthRequest(response, oauth);
    completeErrors(oauth, response);
    response.once('finish', () => {
      const {method, path, situation, why} = oauth;
      worlds.journal({
        at: world.now(),
        world: worldId,
        method,
        path,
        status: response.statusCode,
        situation,
        why,
        duration_ms: worlds.since(begun),
        messages: recordedMessages(request, response),
      });
    });
    next();
  };
