import type {IncomingMessage} from 'node:http';
import {loadSpecification} from '../../spec/specification.ts';
import type {ApiInterface, Presented} from '../http/api-interface.ts';
import {storeChapters} from './chapters.ts';
import {failure, failureSchema} from './failure.ts';
import {limitHeaders, limits} from './limits/limits.ts';
import {PAGE_PATHS} from '../site/page-paths.ts';

/**
 * The Store Integration API: `X-User-Token`, `{CODE, message, errors}`, a minute and two days of
 * reads, security headers.
 */
export const storeInterface = (): ApiInterface => ({
  specification: loadSpecification('store'),
  chapters: storeChapters,
  credentials: 'tokens',
  unknown: 'unknown-key',
  others: [
    {table: 'keys', condition: 'bearer-only', name: 'a key of the Workspace Publishing API'},
  ],
  credentialHeader: 'X-User-Token',
  present,
  limits,
  limitHeaders,
  failure,
  failureSchema,
  // Limits: every response carries these three headers.
  headers: {
    'strict-transport-security': 'max-age=31536000; includeSubdomains',
    'x-content-type-options': 'nosniff',
    'x-xss-protection': '1',
  },
  besides: ['/openapi.json', ...PAGE_PATHS],
  // The document mentions only the counters of v3; this read increments them.
  stub: {path: '/api/v3/ping', body: '{"CODE":"success"}'},
});

const TODO = 'send X-User-Token: <API_KEY>';

/** A token in the query, where the document does not allow one. */
const secretInQuery = (url = ''): string | undefined =>
  /[?&](?:api_?key|key|token|x-user-token)=([^&]*)/i.exec(url)?.[1];

/** Authentication 1: the token is sent in `X-User-Token`. */
function present(request: IncomingMessage): Presented {
  const header = request.headers['x-user-token'];
  if (typeof header === 'string' && header !== '') return {secret: header};
  const inQuery = secretInQuery(request.url);
  if (inQuery !== undefined)
    return {
      secret: inQuery,
      condition: 'key-in-query',
      why: {expected: 'the token in a header', got: 'a token in the query', todo: TODO},
    };
  const bearer = /^bearer\s+(.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const expected = 'the header X-User-Token';
  if (bearer !== undefined) {
    const got = 'Authorization, the header of the workspace API';
    return {secret: bearer, condition: 'bearer-only', why: {expected, got, todo: TODO}};
  }
  return header === ''
    ? {condition: 'empty-key', why: {expected, got: 'X-User-Token without a token', todo: TODO}}
    : {condition: 'no-key', why: {expected, got: 'none', todo: TODO}};
}
