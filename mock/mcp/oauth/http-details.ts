import {
  InvalidRequestError,
  MethodNotAllowedError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {RequestHandler} from 'express';
import {isObject} from '../../../spec/json.ts';
import {oauthRequestOf} from './oauth-request.ts';

/**
 * Lets pages of other origins read the JSON responses, since clients run in browsers too. None of
 * them may be cached, errors included (RFC 6749, section 5).
 */
export const allowOtherOrigins: RequestHandler = (_request, response, next) => {
  response.set({'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store'});
  next();
};

const FORM = 'application/x-www-form-urlencoded';

/** Refuses a body that is no form (RFC 6749, section 3.2). */
export const onlyForms: RequestHandler = (request, response, next) => {
  if (request.method !== 'POST' || request.is(FORM) !== false) return next();
  const got = (request.headers['content-type'] ?? 'no Content-Type').slice(0, 100);
  throw oauthRequestOf(response).refuse(
    new InvalidRequestError(`expected a form (${FORM}), got ${got}`),
    `a form (${FORM})`,
    got,
    'send the parameters as a form, in curl with -d name=value',
  );
};

/** Drops parameters without a value from query and form (RFC 6749, sections 3.1 and 3.2). */
export const dropEmptyParameters: RequestHandler = (request, _response, next) => {
  const [path, query] = request.url.split('?', 2);
  if (query) {
    const pairs = query.split('&').filter((pair) => !/^[^=]*=?$/.test(pair));
    request.url = `${path}?${pairs.join('&')}`;
  }
  if (isObject(request.body)) {
    const parameters = Object.entries(request.body).filter(([, value]) => value !== '');
    request.body = Object.fromEntries(parameters);
  }
  next();
};

/**
 * Serves HEAD where GET is served (RFC 9110, section 9.1). The SDK's handler of metadata refuses
 * HEAD; Node leaves the body out of the response.
 */
export const headAsGet: RequestHandler = (request, _response, next) => {
  if (request.method === 'HEAD') request.method = 'GET';
  next();
};

/** Refuses methods other than POST. */
export const onlyPost: RequestHandler = (request, response, next) => {
  if (request.method === 'POST') return next();
  const error = new MethodNotAllowedError(
    `The method ${request.method} is not for the answer of a consent page.`,
  );
  response.status(405).set('Allow', 'POST').json(error.toResponseObject());
};
