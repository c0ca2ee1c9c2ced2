import type {IncomingMessage} from 'node:http';
import type {Origins} from '../../http/origins.ts';

/**
 * Where one world's `/mcp` and its authorization server are found, as the client of a request
 * reaches them.
 */
export interface Addresses {
  /** The authorization server: the world's base URL (RFC 8414, section 2). */
  issuer: string;
  /** What access tokens are for (RFC 8707): the world's `/mcp`. */
  resource: string;
  /**
   * Where that is described, the world's path put behind the well-known name (RFC 9728, section
   * 3.1).
   */
  metadata: string;
}

/** @param request links follow its Host when the mock has no public URL */
export function addressesOf(
  origins: Origins,
  worldId: string,
  request?: IncomingMessage,
): Addresses {
  const issuer = origins.url('workspace', worldId, request);
  // By hand: what a Host header may say is not always what `URL` can read.
  const path = issuer.indexOf('/', issuer.indexOf('//') + 2);
  const [origin, below] = path === -1 ? [issuer, ''] : [issuer.slice(0, path), issuer.slice(path)];
  return {
    issuer,
    resource: `${issuer}/mcp`,
    metadata: `${origin}/.well-known/oauth-protected-resource${below}/mcp`,
  };
}

/** Whether two addresses name one resource; a slash at the end makes no other of it. */
export const sameResource = (a: string, b: string): boolean =>
  a.replace(/\/$/, '') === b.replace(/\/$/, '');
