import type {IncomingMessage} from 'node:http';
import {loadSpecification} from '../../spec/specification.ts';
import type {ApiInterface, Presented} from '../http/api-interface.ts';
import {workspaceChapters} from './chapters.ts';
import {minute} from './limits/minute.ts';
import {MCP_PATHS} from '../mcp/route.ts';

/**
 * The Workspace Publishing API: `Authorization: Bearer`, `{error, reason, detail}`, 60 requests a
 * minute.
 */
export const workspaceInterface = (): ApiInterface => ({
  specification: loadSpecification('workspace'),
  chapters: workspaceChapters,
  credentials: 'keys',
  unknown: 'unknown-key',
  others: [
    {table: 'tokens', condition: 'store-token', name: 'a token of the Store Integration API'},
    {
      table: 'access_tokens',
      condition: 'oauth-token',
      name: 'an OAuth token, which is valid at /mcp only',
    },
  ],
  credentialHeader: 'Authorization',
  present,
  limits: [minute],
  failureSchema: () => 'Failure',
  failure: ({message, reason, errors}) => ({
    error: message,
    reason: reason ?? null,
    ...(errors && {detail: errors}),
  }),
  headers: {},
  besides: ['/openapi.json', ...MCP_PATHS],
});

/** Authentication 1: the key is sent in `Authorization: Bearer`, nowhere else. */
function present(request: IncomingMessage): Presented {
  const header = request.headers.authorization;
  if (header === undefined) return presentElsewhere(request);
  const {scheme, secret} = partsOf(header.trim());
  const isBearer = scheme.toLowerCase() === 'bearer';
  if (isBearer && secret) return {secret};
  return {
    secret: secret || scheme,
    condition: conditionOf(isBearer, scheme, secret),
    why: {
      expected: 'Authorization: Bearer <API_KEY>',
      got: describeHeader(scheme, isBearer, secret),
      todo: 'write Authorization: Bearer <API_KEY>; OAuth and Basic are not accepted',
    },
  };
}

/** The first word of the header, and what follows it. */
function partsOf(header: string): {scheme: string; secret: string} {
  const end = header.search(/\s/);
  if (end < 0) return {scheme: header, secret: ''};
  return {scheme: header.slice(0, end), secret: header.slice(end).trimStart()};
}

/** The error in the header. A single word that is not `Bearer` is probably a key. */
function describeHeader(scheme: string, isBearer: boolean, secret: string): string {
  if (isBearer) return 'Bearer without a key';
  return secret ? `the scheme ${scheme.slice(0, 20)}` : 'a header without a scheme';
}

function conditionOf(isBearer: boolean, scheme: string, secret: string): string {
  if (secret && /^token$/i.test(scheme)) return 'token-scheme';
  if (secret) return 'other-scheme';
  if (isBearer) return 'empty-key';
  return scheme ? 'bare-key' : 'no-key';
}

const TODO = 'send Authorization: Bearer <API_KEY>';

/** A request without `Authorization`: it may have a key in the query or a store token instead. */
function presentElsewhere({url = '', headers}: IncomingMessage): Presented {
  const [, inQuery] = /[?&](?:(?:api_?)?key|access_token|token)=([^&]*)/i.exec(url) ?? [];
  if (inQuery !== undefined)
    return {
      secret: inQuery,
      condition: 'key-in-query',
      why: {expected: 'the key in a header', got: 'a key in the query', todo: TODO},
    };
  const inHeader = headers['x-api-key'];
  if (typeof inHeader === 'string')
    return {
      secret: inHeader,
      condition: 'key-in-other-header',
      why: {expected: 'the key in Authorization', got: 'a key in X-Api-Key', todo: TODO},
    };
  const token = headers['x-user-token'];
  if (typeof token === 'string')
    return {
      secret: token,
      condition: 'store-token',
      why: {
        expected: 'a workspace key',
        got: 'X-User-Token, the header of the store API',
        todo: TODO,
      },
    };
  return {
    condition: 'no-key',
    why: {expected: 'a workspace key', got: 'no Authorization header', todo: TODO},
  };
}
