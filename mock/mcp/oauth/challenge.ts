import {
  InsufficientScopeError,
  InvalidTokenError,
  type OAuthError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {OAuthErrorResponse} from '@modelcontextprotocol/sdk/shared/auth.js';
import {MCP_SCOPE} from '../../workspace/mcp/rows.ts';
import type {Addresses} from './addresses.ts';
import type {TokenCondition} from './verify.ts';

/** The response to a request whose access token is refused. */
export interface Challenge {
  /** 401, or 403 for a token without the scope. */
  status: number;
  headers: {'WWW-Authenticate': string};
  /** Absent without a token: then no error is named either (RFC 6750, section 3.1). */
  body?: OAuthErrorResponse;
}

/** The OAuth error for each condition under which a token is refused. */
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
 * Makes the response to a request whose token is refused (RFC 6750, section 3). It names where the
 * authorization server is described (RFC 9728, section 5.1) and the scope to request (MCP,
 * Authorization).
 */
export function challengeOf(
  condition: TokenCondition,
  {metadata}: Pick<Addresses, 'metadata'>,
): Challenge {
  const help = {resource_metadata: metadata, scope: MCP_SCOPE};
  if (condition === 'no-token') return {status: 401, headers: {'WWW-Authenticate': bearer(help)}};
  const error = CHALLENGES[condition];
  const challenge = bearer({
    error: error.errorCode,
    error_description: error.message,
    ...help,
  });
  return {
    status: condition === 'lacking-scope' ? 403 : 401,
    headers: {'WWW-Authenticate': challenge},
    body: error.toResponseObject(),
  };
}

function bearer(parameters: Record<string, string>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${quoted(value)}`);
  return `Bearer ${pairs.join(', ')}`;
}

/** A quoted-string (RFC 9110, section 5.6.4); what is not printable ASCII becomes `?`. */
export const quoted = (text: string): string =>
  `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
