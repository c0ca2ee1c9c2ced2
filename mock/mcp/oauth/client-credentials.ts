import {
  InvalidRequestError,
  UnauthorizedClientError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import {authenticateClient} from '@modelcontextprotocol/sdk/server/auth/middleware/clientAuth.js';
import type {Request, RequestHandler, Response} from 'express';
import {defined} from '../../../spec/defined.ts';
import {isUrl} from '../../../spec/url.ts';
import type {ClientRow} from '../../workspace/mcp/rows.ts';
import {issueTokens} from './grants.ts';
import {oauthRequestOf, type OauthRequest} from './oauth-request.ts';
import {RegisteredClients} from './registered-clients.ts';
import {clientOf} from './tables.ts';

/**
 * The grant `client_credentials` (RFC 6749, section 4.4), which the SDK's token handler refuses: a
 * client of a workspace gets an access token for the workspace, and no refresh token.
 */
export const clientCredentials: RequestHandler = (request, response, next) => {
  if (request.body?.grant_type !== 'client_credentials') return next();
  const clientsStore = new RegisteredClients(oauthRequestOf(response));
  const authenticate = authenticateClient({clientsStore});
  void authenticate(request, response, (error?: unknown) => {
    if (error) next(error);
    else grantToClient(request, response).catch(next);
  });
};

async function grantToClient(request: Request, response: Response): Promise<void> {
  const oauth = oauthRequestOf(response);
  const {world} = oauth;
  const {client_id: id} = defined(request.client, 'the authenticated client');
  const client = clientOf(world, id);
  if (!client?.secret || !client.tenant) throw notOfWorkspace(oauth);
  const scopes = requestedScopes(oauth, request.body as Record<string, unknown>);
  oauth.situation = 'tokens-issued';
  const tokens = await issueTokens(world, grantOfClient(oauth, client, scopes));
  response.set('Cache-Control', 'no-store').json(tokens);
}

const grantOfClient = ({world}: OauthRequest, client: ClientRow, scopes: string[]) => ({
  client: client.key,
  workspace: client.tenant,
  scopes,
  grant: world.ids.id('grant'),
});

/** @throws OAuthError for a scope or resource that cannot be granted */
function requestedScopes(
  oauth: OauthRequest,
  {scope, resource}: Record<string, unknown>,
): string[] {
  const isScope = scope === undefined || typeof scope === 'string';
  const isResource = resource === undefined || isUrl(resource);
  if (!isScope || !isResource)
    throw oauth.refuse(
      new InvalidRequestError('scope or resource cannot be read.'),
      'one scope, and one resource that is a URL',
      'something else',
      'send each once',
    );
  oauth.checkResource(resource === undefined ? undefined : new URL(resource));
  return oauth.scopesFor(scope?.split(' '));
}

const notOfWorkspace = (oauth: OauthRequest): Error =>
  oauth.refuse(
    new UnauthorizedClientError('The client belongs to no workspace.'),
    'a client of a workspace, with a secret',
    'one that registered itself',
    'take one from the start-up table or the control plane (POST /worlds/<world>/oauth-clients)',
  );
