import type {IncomingMessage} from 'node:http';
import {splitUrl, type Origins} from '../../http/origins.ts';

/** URLs of one world's MCP server and authorization server, as a client reaches them. */
export interface Addresses {
  /** The authorization server: the world's base URL (RFC 8414, section 2). */
  issuer: string;
  /** The resource that access tokens are for: the world's `/mcp` (RFC 8707). */
  resource: string;
  /** The resource's metadata: the world's path follows the well-known name (RFC 9728, 3.1). */
  metadata: string;
}

/** @param request without a public URL the addresses are those under which this request came */
export function addressesOf(
  origins: Origins,
  worldId: string,
  request?: IncomingMessage,
): Addresses {
  const issuer = origins.url('workspace', worldId, request);
  const {origin, path} = splitUrl(issuer);
  return {
    issuer,
    resource: `${issuer}/mcp`,
    metadata: `${origin}/.well-known/oauth-protected-resource${path}/mcp`,
  };
}

/** Whether two URLs name the same resource; a slash at the end makes no difference. */
export const sameResource = (a: string, b: string): boolean =>
  a.replace(/\/$/, '') === b.replace(/\/$/, '');
