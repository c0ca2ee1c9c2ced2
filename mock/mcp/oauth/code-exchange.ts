import {InvalidGrantError} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {
  OAuthClientInformationFull,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type {CodeRow} from '../../workspace/mcp/rows.ts';
import {masked} from '../../world/secrets.ts';
import {grantIdOf, issueTokens, revokeGrant} from './grants.ts';
import type {OauthRequest} from './oauth-request.ts';
import {START_AGAIN, wrongClient} from './refusals.ts';
import {codeOf} from './tables.ts';

/** What a client sends to exchange a code for tokens. */
export interface CodeExchange {
  code: string;
  redirectUri: string | undefined;
  resource: URL | undefined;
}

/**
 * Exchanges an authorization code for tokens (RFC 6749, section 4.1.3); the code is used up.
 * @throws OAuthError
 */
export async function exchangeCode(
  oauth: OauthRequest,
  client: OAuthClientInformationFull,
  {code, redirectUri, resource}: CodeExchange,
): Promise<OAuthTokens> {
  oauth.checkResource(resource);
  const row = await findCode(oauth, client, code);
  checkRedirectUri(oauth, row, redirectUri);
  const mayRefresh = client.grant_types?.includes('refresh_token');
  const grant = {
    client: row.client,
    workspace: row.tenant,
    scopes: row.scopes,
    grant: grantIdOf(oauth.world, code),
    ...(mayRefresh && {refreshScopes: row.scopes}),
  };
  return issueTokens(oauth.world, grant, [{table: 'oauth_codes', del: row.key}]);
}

/** Finds a valid code of a client. @throws InvalidGrantError */
export async function findCode(
  oauth: OauthRequest,
  client: OAuthClientInformationFull,
  code: string,
): Promise<CodeRow> {
  const {world} = oauth;
  const row = codeOf(world, code);
  if (!row) throw await unknownCode(oauth, code);
  if (row.client !== client.client_id) throw wrongClient(oauth, 'code', row.client, client);
  if (world.now() < row.expires) return row;
  throw oauth.refuse(
    new InvalidGrantError('The code is unknown, used or expired.'),
    `a code that is used before ${new Date(row.expires).toISOString()}`,
    `${new Date(world.now()).toISOString()} on the world's clock`,
    START_AGAIN,
  );
}

/** A code that comes again revokes the tokens of its first exchange (OAuth 2.1, section 4.1.3). */
async function unknownCode(oauth: OauthRequest, code: string): Promise<Error> {
  const {world} = oauth;
  const wasUsed = await revokeGrant(world, grantIdOf(world, code));
  const got = wasUsed
    ? 'a code for the second time: its tokens are revoked now'
    : `${masked(code)}, unknown here`;
  return oauth.refuse(
    new InvalidGrantError('The code is unknown, used or expired.'),
    'a code that was not used',
    got,
    START_AGAIN,
  );
}

/** A redirect URI of the authorization request has to be repeated (RFC 6749, section 4.1.3). */
function checkRedirectUri(
  oauth: OauthRequest,
  row: CodeRow,
  redirectUri: string | undefined,
): void {
  const isSame = redirectUri === undefined ? !row.redirectSent : redirectUri === row.redirectUri;
  if (isSame) return;
  throw oauth.refuse(
    new InvalidGrantError('The redirect_uri is not that of the authorization request.'),
    row.redirectUri,
    redirectUri ?? 'none',
    'send the same redirect_uri with the code',
  );
}
