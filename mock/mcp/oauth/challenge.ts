import {
  InsufficientScopeError,
  InvalidTokenError,
  type OAuthError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {OAuthErrorResponse} from '@modelcontextprotocol/sdk/shared/auth.js';
import {MCP_SCOPE} from '../../workspace/mcp/rows.ts';
import type {Addresses} from './addresses.ts';
import type {TokenCondition} from './verify.ts';

/** What is answered when a token is not taken. */
export interface Challenge {
  status: 401 | 403;
  headers: {'WWW-Authenticate': string};
  /**
   * None when no credential was presented at all: then no error is named either (RFC 6750, section
   * 3.1).
   */
  body?: OAuthErrorResponse;
}

/** What is said of each token that is not taken. */
export const CHALLENGES: Record<Exclude<TokenCondition, 'no-token'>, OAuthError> = {
  'unknown-token': new InvalidTokenError('The access token is not known here.'),
  'api-key': new InvalidTokenError('An API key is no access token.'),
  'store-token': new InvalidTokenError('A token of the Store Integration API is no access token.'),
  'foreign-audience': new InvalidTokenError('The access token is for another resource.'),
  'expired-token': new InvalidTokenError('The access token has expired.'),
  'revoked-token': new InvalidTokenError('The access token was revoked.'),
  'lacking-scope': new InsufficientScopeError(`The access token lacks the scope ${MCP_SCOPE}.`),
};

/**
 * The answer to a request whose token is not taken: RFC 6750, section 3, with where to find the
 * authorization server (RFC 9728, section 5.1) and the scope to ask for, as the MCP specification
 * says (Authorization).
 */
export function challengeOf(
  condition: TokenCondition,
  {metadata}: Pick<Addresses, 'metadata'>,
): Challenge {
  const where = {resource_metadata: metadata, scope: MCP_SCOPE};
  if (condition === 'no-token') return {status: 401, headers: {'WWW-Authenticate': bearer(where)}};
  const error = CHALLENGES[condition];
  const headers = {
    'WWW-Authenticate': bearer({
      error: error.errorCode,
      error_description: error.message,
      ...where,
    }),
  };
  return {
    status: condition === 'lacking-scope' ? 403 : 401,
    headers,
    body: error.toResponseObject(),
  };
}

const bearer = (said: Record<string, string>): string =>
  `Bearer ${Object.entries(said)
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join(', ')}`;

/** A quoted-string (RFC 9110, section 5.6.4) of printable ASCII alone. */
export const quoted = (text: string): string =>
  `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
