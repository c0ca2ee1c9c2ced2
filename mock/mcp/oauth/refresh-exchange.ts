import {
  InvalidGrantError,
  InvalidScopeError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {
  OAuthClientInformationFull,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type {OauthTokenRow} from '../../workspace/mcp/rows.ts';
import {masked, maskedWithLength} from '../../world/secrets.ts';
import {issueTokens, revoked, revokeGrant} from './grants.ts';
import type {OauthRequest} from './oauth-request.ts';
import {START_AGAIN, wrongClient} from './refusals.ts';
import {tokenOf} from './tables.ts';

/** What a client sends to exchange a refresh token. */
export interface RefreshExchange {
  secret: string;
  scopes: string[] | undefined;
  resource: URL | undefined;
}

/**
 * Exchanges a refresh token for new tokens (RFC 6749, section 6); the old one is used up.
 * @throws OAuthError
 */
export async function exchangeRefreshToken(
  oauth: OauthRequest,
  client: OAuthClientInformationFull,
  {secret, scopes, resource}: RefreshExchange,
): Promise<OAuthTokens> {
  oauth.checkResource(resource);
  const row = findRefreshToken(oauth, client, secret);
  if (row.revoked) throw await reusedToken(oauth, row);
  checkExpiry(oauth, row);
  const narrower = narrowerScopes(oauth, row, scopes);
  const grant = {
    client: row.client,
    workspace: row.tenant,
    scopes: narrower.length ? narrower : row.scopes,
    grant: row.grant,
    refreshScopes: row.scopes,
  };
  return issueTokens(oauth.world, grant, [{table: 'refresh_tokens', put: revoked(row)}]);
}

function findRefreshToken(
  oauth: OauthRequest,
  client: OAuthClientInformationFull,
  secret: string,
): OauthTokenRow {
  const row = tokenOf(oauth.world, 'refresh_tokens', secret);
  if (!row)
    throw oauth.refuse(
      new InvalidGrantError('The refresh token is unknown.'),
      `a refresh token of world ${oauth.world.id}`,
      maskedWithLength(secret),
      START_AGAIN,
    );
  if (row.client !== client.client_id)
    throw wrongClient(oauth, 'refresh token', row.client, client);
  return row;
}

/**
 * A refresh token that comes a second time is in two hands, so all tokens of its grant are revoked
 * (OAuth 2.1, section 4.3.1).
 */
async function reusedToken(oauth: OauthRequest, row: OauthTokenRow): Promise<Error> {
  await revokeGrant(oauth.world, row.grant);
  return oauth.refuse(
    new InvalidGrantError('The refresh token was used or revoked.'),
    'the newest refresh token',
    `${masked(row.secret)}, used or revoked before: all tokens of its consent are revoked`,
    START_AGAIN,
  );
}

function checkExpiry(oauth: OauthRequest, {expires}: OauthTokenRow): void {
  if (expires === null || oauth.world.now() < expires) return;
  throw oauth.refuse(
    new InvalidGrantError('The refresh token has expired.'),
    'a refresh token that has not expired',
    `one that expired at ${new Date(expires).toISOString()}`,
    START_AGAIN,
  );
}

/** The requested scopes, which have to be granted ones (RFC 6749, section 6). */
function narrowerScopes(
  oauth: OauthRequest,
  {scopes: granted}: OauthTokenRow,
  requested: string[] = [],
): string[] {
  const scopes = requested.filter(Boolean);
  const other = scopes.find((scope) => !granted.includes(scope));
  if (other === undefined) return scopes;
  throw oauth.refuse(
    new InvalidScopeError('The scope was not granted.'),
    granted.join(' '),
    other.slice(0, 100),
    'request no more than was granted',
  );
}
