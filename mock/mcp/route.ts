import {ROOT} from '../world/worlds.ts';

/** Where a request to the MCP server or its authorization server leads. */
export interface McpRoute {
  worldId: string;
  /**
   * Path and query without the world's prefix: `/mcp`, `/oauth/<endpoint>` or
   * `/.well-known/<name>`.
   */
  path: string;
}

/** The paths of the MCP server and its authorization server, without a world. */
export const MCP_PATHS: readonly string[] = [
  '/mcp',
  ...['register', 'authorize', 'consent', 'token', 'revoke'].map((name) => `/oauth/${name}`),
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
];

const BELOW_WORLD = /^(?:\/w\/(?<world>[^/?#]*))?(?<path>\/mcp|\/oauth\/[^/?#]*)(?<query>\?.*)?$/;

/**
 * Metadata stands behind the well-known name of the origin, with the path of what it describes
 * after the name (RFC 8414, section 3.1; RFC 9728, section 3.1): for example
 * `/.well-known/oauth-protected-resource/w/w1/mcp`.
 */
const METADATA = new RegExp(
  '^(?<name>/\\.well-known/oauth-(?:protected-resource|authorization-server))' +
    '(?:/w/(?<world>[^/?#]*))?(?<resource>/mcp)?(?<query>\\?.*)?$',
);

/**
 * Recognizes requests to the MCP server and its authorization server.
 * @param target of a request: its path, or a whole URL (RFC 9112, section 3.2.2)
 * @returns undefined for every path of the REST API
 */
export function routeOf(target: string): McpRoute | undefined {
  if (target.startsWith('/api/')) return undefined;
  const url = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const groups = (BELOW_WORLD.exec(url) ?? METADATA.exec(url))?.groups;
  if (!groups) return undefined;
  const {world = ROOT, path = '', name = '', resource = '', query = ''} = groups;
  return {worldId: world, path: path + name + resource + query};
}
