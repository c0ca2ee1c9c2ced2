import {
  InvalidRequestError,
  UnauthorizedClientError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import {authenticateClient} from '@modelcontextprotocol/sdk/server/auth/middleware/clientAuth.js';
import type {RequestHandler} from 'express';
import {oauthRequestOf} from './oauth-request.ts';
import {give} from './grants.ts';
import {RegisteredClients} from './registered-clients.ts';
import {clientOf} from './tables.ts';

/**
 * The grant `client_credentials` (RFC 6749, section 4.4), which the SDK's token handler refuses: a
 * client that belongs to a workspace gets an access token of it, and no refresh token.
 */
export const clientCredentials: RequestHandler = (request, response, next) => {
  if (request.body?.grant_type !== 'client_credentials') return next();
  const authenticate = authenticateClient({
    clientsStore: new RegisteredClients(oauthRequestOf(response)),
  });
  void authenticate(request, response, (error?: unknown) =>
    error ? next(error) : void Promise.resolve(granted(request, response, next)).catch(next),
  );
};

const granted: RequestHandler = async (request, response) => {
  const asked = oauthRequestOf(response);
  const {world} = asked;
  const client = clientOf(world, request.client!.client_id);
  if (!client?.secret || !client.tenant)
    throw asked.refuse(
      new UnauthorizedClientError('The client belongs to no workspace.'),
      'a client of a workspace, with a secret',
      'one that registered itself',
      'take one from the start-up table or the control plane (POST /worlds/<world>/oauth-clients)',
    );
  const {scope, resource} = request.body as Record<string, unknown>;
  if (
    (scope !== undefined && typeof scope !== 'string') ||
    (resource !== undefined && (typeof resource !== 'string' || !URL.canParse(resource)))
  )
    throw asked.refuse(
      new InvalidRequestError('scope or resource cannot be read.'),
      'one scope, and one resource that is a URL',
      'something else',
      'send each once',
    );
  asked.mustBeOurs(typeof resource === 'string' ? new URL(resource) : undefined);
  const scopes = asked.scopes(typeof scope === 'string' ? scope.split(' ') : []);
  asked.situation = 'tokens-given';
  response.set('Cache-Control', 'no-store').json(
    await give(world, {
      client: client.key,
      workspace: client.tenant,
      scopes,
      grant: world.ids.id('grant'),
    }),
  );
};
