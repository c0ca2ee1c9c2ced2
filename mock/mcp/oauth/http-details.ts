import {MethodNotAllowedError} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {RequestHandler} from 'express';
import {isObject} from '../../../spec/json.ts';

/**
 * Lets pages of other origins read the JSON responses, since clients run in browsers too. None of
 * them may be cached, errors included (RFC 6749, section 5).
 */
export const allowOtherOrigins: RequestHandler = (_request, response, next) => {
  response.set({'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store'});
  next();
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
