import type {AuthorizationServerMetadata} from '@modelcontextprotocol/sdk/shared/auth.js';
import {UsageError} from '../../spec/profile.ts';
import type {OauthTransport} from './oauth-transport.ts';
import {Unreachable} from './unreachable.ts';

/** Where access tokens for an MCP server are given, and for what resource (RFC 8707). */
export interface TokenEndpoint {
  server: string;
  metadata: AuthorizationServerMetadata;
  resource: string;
}

/** The first message of a client: whoever wants a token says so in the answer. */
const GREETING = {
  method: 'POST',
  headers: {'content-type': 'application/json', accept: 'application/json, text/event-stream'},
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: {name: 'presscheck', version: '1.0.0'},
    },
  }),
};

/** The place that a configuration names. */
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
 * The place as MCP clients find it (MCP, Authorization): the server's own metadata, named in
 * `WWW-Authenticate` or at the well-known place with the path behind it (RFC 9728), and then that
 * of the authorization server (RFC 8414).
 * @throws UsageError when that leads to another origin
 * @throws Unreachable when nothing tells
 */
export async function discoverEndpoint(mcp: string, wire: OauthTransport): Promise<TokenEndpoint> {
  const {
    discoverAuthorizationServerMetadata,
    discoverOAuthProtectedResourceMetadata,
    extractWWWAuthenticateParams,
  } = await import('@modelcontextprotocol/sdk/client/auth.js');
  const {checkResourceAllowed} = await import('@modelcontextprotocol/sdk/shared/auth-utils.js');
  // A server that lets everybody in may answer with a stream that does not end: then the well-known
  // place tells.
  const greeted = await wire.fetch(mcp, GREETING).catch(() => undefined);
  const {resourceMetadataUrl} = greeted ? extractWWWAuthenticateParams(greeted) : {};
  const described = await discoverOAuthProtectedResourceMetadata(
    mcp,
    resourceMetadataUrl && {resourceMetadataUrl},
    wire.fetch,
  ).catch((error: unknown) => {
    if (error instanceof UsageError || error instanceof Unreachable) throw error;
    return undefined;
  });
  // Before there was such metadata, the origin itself was the authorization server.
  const server = described?.authorization_servers?.[0] ?? new URL('/', mcp).href;
  const metadata = await discoverAuthorizationServerMetadata(server, {fetchFn: wire.fetch}).catch(
    (error: unknown) => {
      if (error instanceof UsageError || error instanceof Unreachable) throw error;
      return undefined;
    },
  );
  if (!metadata)
    throw new Unreachable(
      `${wire.describeLast()}, and nothing else tells where tokens are given (token_url)`,
    );
  // What the server calls itself is sent as it stands, when that is it.
  const own =
    described &&
    checkResourceAllowed({requestedResource: mcp, configuredResource: described.resource});
  return {server, metadata, resource: own ? described.resource : mcp};
}
