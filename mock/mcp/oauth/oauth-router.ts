import {authorizationHandler} from '@modelcontextprotocol/sdk/server/auth/handlers/authorize.js';
import {metadataHandler} from '@modelcontextprotocol/sdk/server/auth/handlers/metadata.js';
import {clientRegistrationHandler} from '@modelcontextprotocol/sdk/server/auth/handlers/register.js';
import {revocationHandler} from '@modelcontextprotocol/sdk/server/auth/handlers/revoke.js';
import {tokenHandler} from '@modelcontextprotocol/sdk/server/auth/handlers/token.js';
import express, {type RequestHandler, type Router} from 'express';
import {noteBody} from '../../http/recorded.ts';
import {basicAuthentication} from './client-authentication.ts';
import {clientCredentials} from './client-credentials.ts';
import {consent} from './consent.ts';
import {answerError, refuseUnknownPath} from './failures.ts';
import {
  allowOtherOrigins,
  dropEmptyParameters,
  headAsGet,
  onlyForms,
  onlyPost,
} from './http-details.ts';
import {beginRequest, type OauthParts} from './begin-request.ts';
import {resourceMetadata, serverMetadata} from './metadata.ts';
import {oauthRequestOf, type OauthRequest} from './oauth-request.ts';
import {WorldProvider} from './provider.ts';
import {RegisteredClients} from './registered-clients.ts';

const SERVER_METADATA = '/.well-known/oauth-authorization-server';
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** OAuth 2.0 and the documents know no rate limit for these endpoints. */
const rateLimit = false;

/**
 * The authorization server of every world (docs/decisions/0011-oauth-below-worlds.md). A middleware
 * before it has to set `response.locals.world` and `worldId`, and `request.url` to the path below
 * the world.
 *
 * The endpoints stand here in the order in which a client meets them: metadata, registration,
 * authorization and consent, tokens, revocation.
 */
export function oauthRouter(parts: OauthParts): Router {
  const router = express.Router({caseSensitive: true, strict: true});
  router.use(['/oauth', '/.well-known'], beginRequest(parts));
  router.use('/.well-known', headAsGet);
  router.use([`${RESOURCE_METADATA}/mcp`, RESOURCE_METADATA], describeResource);
  router.use(SERVER_METADATA, describeServer);
  router.use(
    '/oauth/register',
    allowOtherOrigins,
    express.json({limit: '16kb', verify: noteBody}),
    register,
  );
  const form = [
    express.urlencoded({extended: false, limit: '64kb', verify: noteBody}),
    dropEmptyParameters,
  ];
  router.use('/oauth/authorize', ...form, authorize);
  router.use('/oauth/consent', onlyPost, ...consent);
  const clientForm = [allowOtherOrigins, onlyForms, ...form, basicAuthentication];
  router.use('/oauth/token', ...clientForm, clientCredentials, exchange);
  router.use('/oauth/revoke', ...clientForm, revoke);
  router.use(['/oauth', '/.well-known'], refuseUnknownPath, answerError);
  return router;
}

/**
 * Runs a handler of the SDK, which is made anew for each request because it knows no worlds.
 * @param situation for the journal, when the handler answers the request
 */
const sdkHandler =
  (situation: string, handlerFor: (oauth: OauthRequest) => RequestHandler): RequestHandler =>
  (request, response, next) => {
    const oauth = oauthRequestOf(response);
    oauth.situation = situation;
    return handlerFor(oauth)(request, response, (error?: unknown) => {
      oauth.situation = 'not-found';
      next(error);
    });
  };

const describeResource = sdkHandler('resource-metadata-read', ({addresses}) =>
  metadataHandler(resourceMetadata(addresses)),
);

const describeServer = sdkHandler('server-metadata-read', ({addresses}) =>
  metadataHandler(serverMetadata(addresses)),
);

const register = sdkHandler('client-registered', (oauth) =>
  clientRegistrationHandler({
    clientsStore: new RegisteredClients(oauth),
    rateLimit,
    clientIdGeneration: false,
    clientSecretExpirySeconds: 0,
  }),
);

const authorize = sdkHandler('consent-requested', (oauth) =>
  authorizationHandler({provider: new WorldProvider(oauth), rateLimit}),
);

const exchange = sdkHandler('tokens-issued', (oauth) =>
  tokenHandler({provider: new WorldProvider(oauth), rateLimit}),
);

const revoke = sdkHandler('token-revoked', (oauth) =>
  revocationHandler({provider: new WorldProvider(oauth), rateLimit}),
);
