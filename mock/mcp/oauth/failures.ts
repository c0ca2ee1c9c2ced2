import {
  CustomOAuthError,
  InvalidClientMetadataError,
  InvalidRequestError,
  OAuthError,
  ServerError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {ErrorRequestHandler, RequestHandler} from 'express';
import {nearPath} from '../../http/near-path.ts';
import {MCP_PATHS} from '../route.ts';
import {oauthRequestOf} from './oauth-request.ts';

/** Answers a path at which there is no endpoint. */
export const refuseUnknownPath: RequestHandler = (_request, response) => {
  const oauth = oauthRequestOf(response);
  const meant = nearPath(MCP_PATHS, oauth.path);
  oauth.why = {
    expected: 'an endpoint that the metadata names',
    got: oauth.path,
    todo: meant ? `did you mean ${meant}?` : 'read /.well-known/oauth-authorization-server',
  };
  const error = new CustomOAuthError(
    'not_found',
    'The metadata of the authorization server names no such endpoint.',
  );
  response.status(404).json(error.toResponseObject());
};

/** Answers what a handler or a body parser threw with the OAuth error that fits the endpoint. */
export const answerError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  if (error instanceof OAuthError) {
    response.status(400).json(error.toResponseObject());
    return;
  }
  const {status = 500, message} = error as {status?: number; message: string};
  if (status < 400 || status >= 500) {
    response.status(500).json(new ServerError(message).toResponseObject());
    return;
  }
  const isRegistration = oauthRequestOf(response).path === '/oauth/register';
  const refusal = isRegistration
    ? new InvalidClientMetadataError(message)
    : new InvalidRequestError(message);
  response.status(status).json(refusal.toResponseObject());
};
