import {
  CustomOAuthError,
  InvalidClientMetadataError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {OAuthClientInformationFull} from '@modelcontextprotocol/sdk/shared/auth.js';
import {AUTH_METHODS} from './metadata.ts';
import type {OauthRequest} from './oauth-request.ts';
import {redirectFault} from './redirect-uri.ts';

/** What a client says about itself when it registers (RFC 7591, section 2). */
export type ClientMetadata = Partial<OAuthClientInformationFull>;

const TODO = 'correct the metadata of the client';

/**
 * Checks the metadata of a client that registers itself (RFC 7591, section 3.2.2).
 * @throws OAuthError `invalid_redirect_uri` or `invalid_client_metadata`
 */
export function checkMetadata(oauth: OauthRequest, metadata: ClientMetadata): void {
  checkRedirectUris(oauth, metadata.redirect_uris ?? []);
  const {token_endpoint_auth_method: method, grant_types: grants, response_types: types} = metadata;
  if (method !== undefined && !AUTH_METHODS.includes(method))
    throw invalidMetadata(
      oauth,
      AUTH_METHODS.join(', '),
      `token_endpoint_auth_method ${method.slice(0, 100)} is not supported.`,
    );
  if (grants && !grants.includes('authorization_code'))
    throw invalidMetadata(
      oauth,
      'grant_types with authorization_code; ' +
        'clients without a person come with the world or from the control plane',
      'grant_types without authorization_code are not for clients that register themselves.',
    );
  if (types && !types.includes('code'))
    throw invalidMetadata(
      oauth,
      'response_types with code',
      'response_types without code are not supported.',
    );
}

function checkRedirectUris(oauth: OauthRequest, uris: string[]): void {
  for (const uri of uris) {
    const fault = redirectFault(uri);
    if (fault)
      throw invalidRedirectUri(
        oauth,
        "redirect_uris with https, http on this machine, or a scheme of the app's own",
        `${uri.slice(0, 100)} ${fault}`,
      );
  }
  if (!uris.length)
    throw invalidRedirectUri(oauth, 'one redirect URI at least', 'There is no redirect URI.');
}

const invalidRedirectUri = (oauth: OauthRequest, expected: string, got: string): Error =>
  oauth.refuse(new CustomOAuthError('invalid_redirect_uri', got), expected, got, TODO);

const invalidMetadata = (oauth: OauthRequest, expected: string, got: string): Error =>
  oauth.refuse(new InvalidClientMetadataError(got), expected, got, TODO);
