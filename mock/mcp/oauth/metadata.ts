import type {
  OAuthMetadata,
  OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import {MCP_SCOPE} from '../../workspace/mcp/rows.ts';
import type {Addresses} from './addresses.ts';

/**
 * How clients authenticate (RFC 6749, section 2.3.1); `none` is for clients that cannot keep a
 * secret.
 */
export const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none'];

/** Authorization server metadata (RFC 8414, section 2). It names only what this server supports. */
export const serverMetadata = ({issuer}: Addresses): OAuthMetadata => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  scopes_supported: [MCP_SCOPE],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
  token_endpoint_auth_methods_supported: AUTH_METHODS,
  revocation_endpoint_auth_methods_supported: AUTH_METHODS,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

/** Protected resource metadata (RFC 9728, section 2). */
export const resourceMetadata = ({
  resource,
  issuer,
}: Addresses): OAuthProtectedResourceMetadata => ({
  resource,
  authorization_servers: [issuer],
  scopes_supported: [MCP_SCOPE],
  bearer_methods_supported: ['header'],
  resource_name: 'Workspace Publishing API',
});
