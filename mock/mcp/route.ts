import {ROOT} from '../world/worlds.ts';

/** Where a request to the MCP server or its authorization server leads. */
export interface McpRoute {
  worldId: string;
  /**
   * Below the world: `/mcp`, `/oauth/<endpoint>`, or `/.well-known/<name>` with the world's path
   * taken out of it.
   */
  path: string;
}

const BELOW = /^(?:\/w\/([^/?#]*))?(\/mcp|\/oauth\/[^/?#]*)\/?(\?.*)?$/;
/** RFC 8414 and RFC 9728 put the path of what is described behind the well-known name. */
const DESCRIBED =
  /^(\/\.well-known\/oauth-(?:protected-resource|authorization-server))(?:\/w\/([^/?#]*))?(\/mcp)?\/?(\?.*)?$/;

/**
 * @param target of a request: its path, or a whole URL (RFC 9112, section 3.2.2)
 * @returns undefined for every path of the REST API
 */
export function routeOf(target: string): McpRoute | undefined {
  if (target.startsWith('/api/')) return undefined;
  const url = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const below = BELOW.exec(url);
  if (below) return {worldId: below[1] ?? ROOT, path: below[2]! + (below[3] ?? '')};
  const described = DESCRIBED.exec(url);
  return described
    ? {
        worldId: described[2] ?? ROOT,
        path: described[1]! + (described[3] ?? '') + (described[4] ?? ''),
      }
    : undefined;
}
