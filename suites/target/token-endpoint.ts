import type {
  AuthorizationServerMetadata,
  OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import {isObject} from '../../spec/json.ts';
import {UsageError} from '../../spec/usage-error.ts';
import type {OauthTransport} from './oauth-transport.ts';
import {requestOf} from './tool-requests.ts';
import {initialization, LEGACY, modernMessage} from './tool-revisions.ts';
import {Unreachable} from './unreachable.ts';

/**
 * Where access tokens for an MCP server are requested: the authorization server with its metadata,
 * and the resource that the tokens are for (RFC 8707).
 */
export interface TokenEndpoint {
  server: string;
  metadata: AuthorizationServerMetadata;
  resource: string;
}

/** The first messages of MCP clients, by revision: a server that wants a token says so in its response. */
const FIRST_MESSAGES = [
  modernMessage('tools/list'),
  {method: 'initialize', params: initialization(LEGACY[0]), headers: {}},
];

/**
 * The token endpoint that a configuration names as `token_url`. The OAuth library wants metadata:
 * the URL stands in for the addresses that are not known.
 */
export const configuredEndpoint = (tokenUrl: string, resource: string): TokenEndpoint => ({
  server: tokenUrl,
  resource,
  metadata: {
    issuer: tokenUrl,
    authorization_endpoint: tokenUrl,
    token_endpoint: tokenUrl,
    response_types_supported: [],
  },
});

/**
 * Discovers the token endpoint as MCP clients do (MCP, Authorization). First it reads the protected
 * resource metadata of the MCP server: at the URL in `WWW-Authenticate`, or at the well-known
 * address that ends with the server's path (RFC 9728). That names the authorization server, whose
 * metadata it reads next (RFC 8414).
 *
 * The OAuth library is loaded here: most runs need no token and start without it.
 * @param mcp address of the MCP server
 * @throws UsageError of the transport, when the metadata leads to another origin
 * @throws Unreachable when there is no metadata
 */
export async function discoverEndpoint(
  mcp: string,
  transport: OauthTransport,
): Promise<TokenEndpoint> {
  const {discoverAuthorizationServerMetadata} =
    await import('@modelcontextprotocol/sdk/client/auth.js');
  const protectedResource = await resourceMetadata(mcp, transport);
  // Before there was protected resource metadata, the origin itself was the authorization server.
  const server = protectedResource?.authorization_servers?.[0] ?? new URL('/', mcp).href;
  const metadata = await orUndefined(
    discoverAuthorizationServerMetadata(server, {fetchFn: completed(transport.fetch)}),
  );
  if (!metadata)
    throw new Unreachable(
      `${transport.describeLast()}, and no metadata names the token endpoint: ` +
        'name it as `token_url`',
    );
  return {server, metadata, resource: await resourceOf(mcp, protectedResource)};
}

/**
 * Reads metadata and adds what the OAuth library demands beyond what client credentials need: a
 * server that gives tokens for nothing else has no `authorization_endpoint` (RFC 8414, section 2).
 */
const completed =
  (fetch: OauthTransport['fetch']): OauthTransport['fetch'] =>
  async (address, init) => {
    const response = await fetch(address, init);
    const text = await response.text();
    const {status, headers} = response;
    const metadata = jsonObject(text);
    const endpoint = metadata?.token_endpoint;
    if (!response.ok || typeof endpoint !== 'string')
      return new Response(text === '' ? null : text, {status, headers});
    const given = Object.entries(metadata ?? {}).filter(([, value]) => value !== null);
    const filled = {
      authorization_endpoint: endpoint,
      response_types_supported: [],
      ...Object.fromEntries(given),
    };
    return Response.json(filled, {status});
  };

function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function resourceMetadata(
  mcp: string,
  transport: OauthTransport,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  const {discoverOAuthProtectedResourceMetadata, extractWWWAuthenticateParams} =
    await import('@modelcontextprotocol/sdk/client/auth.js');
  // A server that needs no token may answer with a stream that does not end: the transport throws,
  // and the metadata is read from the well-known address.
  let response: Response | undefined;
  for (const message of FIRST_MESSAGES) {
    const {method, headers, body} = requestOf(mcp, message, 1);
    const init = {method, headers, body: String(body)};
    response = await transport.fetch(mcp, init).catch(() => undefined);
    // A server may judge the revision before the credential.
    if (response?.status === 401) break;
  }
  const {resourceMetadataUrl} = response ? extractWWWAuthenticateParams(response) : {};
  return orUndefined(
    discoverOAuthProtectedResourceMetadata(
      mcp,
      resourceMetadataUrl && {resourceMetadataUrl},
      transport.fetch,
    ),
  );
}

/** The resource of the tokens: what the metadata names if it covers the MCP server, else `mcp`. */
async function resourceOf(
  mcp: string,
  metadata: OAuthProtectedResourceMetadata | undefined,
): Promise<string> {
  if (!metadata) return mcp;
  const {checkResourceAllowed} = await import('@modelcontextprotocol/sdk/shared/auth-utils.js');
  const {resource} = metadata;
  const covers = checkResourceAllowed({requestedResource: mcp, configuredResource: resource});
  return covers ? resource : mcp;
}

/** A failed discovery is undefined, since there may be no metadata. Transport errors are thrown. */
async function orUndefined<T>(discovery: Promise<T>): Promise<T | undefined> {
  try {
    return await discovery;
  } catch (error) {
    if (error instanceof UsageError || error instanceof Unreachable) throw error;
    return undefined;
  }
}
