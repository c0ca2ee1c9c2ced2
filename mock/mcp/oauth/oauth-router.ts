import {
  CustomOAuthError,
  InvalidClientMetadataError,
  InvalidRequestError,
  MethodNotAllowedError,
  OAuthError,
  ServerError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import {authorizationHandler} from '@modelcontextprotocol/sdk/server/auth/handlers/authorize.js';
import {metadataHandler} from '@modelcontextprotocol/sdk/server/auth/handlers/metadata.js';
import {clientRegistrationHandler} from '@modelcontextprotocol/sdk/server/auth/handlers/register.js';
import {revocationHandler} from '@modelcontextprotocol/sdk/server/auth/handlers/revoke.js';
import {tokenHandler} from '@modelcontextprotocol/sdk/server/auth/handlers/token.js';
import express, {type ErrorRequestHandler, type RequestHandler, type Router} from 'express';
import type {Origins} from '../../http/origins.ts';
import type {World} from '../../world/world.ts';
import type {Worlds} from '../../world/worlds.ts';
import {mendAnswers} from './answers.ts';
import {OauthRequest, oauthRequestOf, keep} from './oauth-request.ts';
import {basicAuthentication} from './client-authentication.ts';
import {clientCredentials} from './client-credentials.ts';
import {consent} from './consent.ts';
import {resourceMetadata, serverMetadata} from './metadata.ts';
import {WorldProvider} from './provider.ts';
import {RegisteredClients} from './registered-clients.ts';

export interface OauthParts {
  worlds: Worlds;
  origins: Origins;
}

/** The mock's limits are the documents', and OAuth 2.0 has none. */
const rateLimit = false;

/**
 * The authorization server of every world (docs/decisions/0011-oauth-below-worlds.md). Before it,
 * somebody has put the world into `response.locals.world`, its id into `worldId`, and the path
 * below the world into `request.url`.
 */
export function oauthRouter({worlds, origins}: OauthParts): Router {
  const router = express.Router();
  router.use(['/oauth', '/.well-known'], (request, response, next) => {
    const {world, worldId} = response.locals as {world: World; worldId: string};
    const asked = new OauthRequest(world, worldId, origins, request);
    keep(response, asked);
    mendAnswers(asked, response);
    response.once('finish', () => {
      const {method, path, situation, why} = asked;
      worlds.journal({
        at: world.now(),
        world: worldId,
        method,
        path,
        status: response.statusCode,
        situation,
        ...(why && {why}),
      });
    });
    next();
  });

  const described = '/.well-known/oauth-protected-resource';
  router.use('/.well-known', headAsGet);
  router.use(
    '/.well-known/oauth-authorization-server',
    doing('server-described', ({addresses}) => metadataHandler(serverMetadata(addresses))),
  );
  router.use(
    [`${described}/mcp`, described],
    doing('resource-described', ({addresses}) => metadataHandler(resourceMetadata(addresses))),
  );

  const read = [express.urlencoded({extended: false, limit: '64kb'}), withoutEmpty];
  router.use(
    '/oauth/authorize',
    ...read,
    doing('consent-asked', (asked) =>
      authorizationHandler({provider: new WorldProvider(asked), rateLimit}),
    ),
  );
  router.use('/oauth/consent', onlyPost, ...consent);
  const form = [open, ...read, basicAuthentication];
  router.use(
    '/oauth/token',
    ...form,
    clientCredentials,
    doing('tokens-given', (asked) => tokenHandler({provider: new WorldProvider(asked), rateLimit})),
  );
  router.use(
    '/oauth/revoke',
    ...form,
    doing('token-revoked', (asked) =>
      revocationHandler({provider: new WorldProvider(asked), rateLimit}),
    ),
  );
  router.use(
    '/oauth/register',
    open,
    express.json({limit: '16kb'}),
    doing('client-registered', (asked) =>
      clientRegistrationHandler({
        clientsStore: new RegisteredClients(asked),
        rateLimit,
        clientIdGeneration: false,
        clientSecretExpirySeconds: 0,
      }),
    ),
  );

  router.use(['/oauth', '/.well-known'], nothingHere, failed);
  return router;
}

/** A handler of the SDK, made for the request: it knows no worlds. */
const doing =
  (situation: string, handler: (asked: OauthRequest) => RequestHandler): RequestHandler =>
  (request, response, next) => {
    const asked = oauthRequestOf(response);
    asked.situation = situation;
    return handler(asked)(request, response, (error?: unknown) => {
      asked.situation = 'not-found';
      next(error);
    });
  };

/**
 * A page of another origin may use what answers in JSON: clients run in browsers too. None of it
 * may be kept, errors neither (RFC 6749, section 5).
 */
const open: RequestHandler = (_request, response, next) => {
  response.set({'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store'});
  next();
};

/** Parameters without a value count as left away (RFC 6749, sections 3.1 and 3.2). */
const withoutEmpty: RequestHandler = (request, _response, next) => {
  const [path, query] = request.url.split('?', 2);
  if (query)
    request.url = `${path}?${query
      .split('&')
      .filter((pair) => !/^[^=]*=?$/.test(pair))
      .join('&')}`;
  if (request.body)
    request.body = Object.fromEntries(
      Object.entries(request.body as object).filter(([, value]) => value !== ''),
    );
  next();
};

/**
 * What can be read can be asked for by HEAD (RFC 9110, section 9.1); the handler of the SDK knows
 * GET alone, and Node leaves the body away.
 */
const headAsGet: RequestHandler = (request, _response, next) => {
  if (request.method === 'HEAD') request.method = 'GET';
  next();
};

const onlyPost: RequestHandler = (request, response, next) => {
  if (request.method === 'POST') return next();
  response
    .status(405)
    .set('Allow', 'POST')
    .json(
      new MethodNotAllowedError(
        `The method ${request.method} is not for the answer of a consent page.`,
      ).toResponseObject(),
    );
};

const nothingHere: RequestHandler = (_request, response) => {
  const asked = oauthRequestOf(response);
  asked.why = {
    expected: 'an endpoint that the metadata names',
    got: asked.path,
    todo: 'read /.well-known/oauth-authorization-server',
  };
  response
    .status(404)
    .json(
      new CustomOAuthError(
        'not_found',
        'The metadata of the authorization server names no such endpoint.',
      ).toResponseObject(),
    );
};

/** What could not be read, by the error that the endpoint's RFC has for it. */
const failed: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  if (error instanceof OAuthError) return void response.status(400).json(error.toResponseObject());
  const {status, message} = error as {status?: number; message: string};
  const theirs = status !== undefined && status >= 400 && status < 500;
  const Wrong =
    oauthRequestOf(response).path === '/oauth/register'
      ? InvalidClientMetadataError
      : InvalidRequestError;
  const told = theirs ? new Wrong(message) : new ServerError(message);
  response.status(theirs ? status : 500).json(told.toResponseObject());
};
