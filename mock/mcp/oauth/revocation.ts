import type {OAuthClientInformationFull} from '@modelcontextprotocol/sdk/shared/auth.js';
import {commitGranted} from './commit-granted.ts';
import {revoked, revokeGrant} from './grants.ts';
import type {OauthRequest} from './oauth-request.ts';
import {wrongClient} from './refusals.ts';
import {tokenOf} from './tables.ts';

/**
 * Revokes a token (RFC 7009, section 2). With a refresh token all tokens of its grant are revoked.
 * An unknown token is no error: it cannot be used either way.
 * @throws InvalidGrantError for a token of another client
 */
export async function revokeToken(
  oauth: OauthRequest,
  client: OAuthClientInformationFull,
  secret: string,
): Promise<void> {
  const {world} = oauth;
  const access = tokenOf(world, 'access_tokens', secret);
  const refresh = tokenOf(world, 'refresh_tokens', secret);
  const found = access ?? refresh;
  if (!found) return;
  if (found.client !== client.client_id) throw wrongClient(oauth, 'token', found.client, client);
  if (refresh) {
    await revokeGrant(world, refresh.grant);
    return;
  }
  await commitGranted(world, [{table: 'access_tokens', put: revoked(found)}]);
}
