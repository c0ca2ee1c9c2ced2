import type {Refusal} from './api-interface.ts';

/** Situations of HTTP itself, which the documents do not describe. */
export const HTTP_REFUSALS: Record<string, Refusal> = {
  'world-not-found': {status: 404, reason: 'world_not_found', message: 'There is no such world.'},
  'route-not-found': {status: 404, reason: 'route_not_found', message: 'There is no such route.'},
  'method-not-allowed': {
    status: 405,
    reason: 'method_not_allowed',
    message: 'The route does not take this method.',
  },
  'request-malformed': {
    status: 400,
    reason: 'malformed_request',
    message: 'The request cannot be read.',
  },
  'headers-too-large': {
    status: 431,
    reason: 'headers_too_large',
    message: 'The headers are too large.',
  },
  unauthenticated: {status: 401, message: 'The credential is missing or not valid.'},
  'rate-limited': {status: 429, message: 'Too many requests.'},
  'quota-spent': {status: 429, message: 'The daily reads are spent.'},
  'body-refused': {status: 400, reason: 'malformed_json', message: 'The body cannot be read.'},
  'preference-unknown': {
    status: 400,
    reason: 'unknown_preference',
    message: 'The document has no such answer for this operation.',
  },
  'not-kept': {
    status: 503,
    reason: 'unavailable',
    message: 'The data folder of the mock cannot take the change. Nothing was changed.',
  },
  broken: {
    status: 500,
    reason: 'internal_error',
    message: 'The mock is at fault here, not the request.',
  },
};
