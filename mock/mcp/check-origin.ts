import {isIP} from 'node:net';
import type {NextFunction, Request} from 'express';
import {isUrl} from '../../spec/url.ts';
import type {McpResponse} from './mcp-request.ts';
import {McpRefusal, RPC} from './refusal.ts';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/i;

/**
 * Step 2: refuses requests of web pages of other sites (Streamable HTTP, security warning 1): a page must not use the
 * server with the network access of its visitor.
 * @param hosts host names under which the mock is meant to be reached
 */
export const checkOrigin =
  (hosts: readonly string[]) =>
  ({headers}: Request, _response: McpResponse, next: NextFunction): void => {
    if (isAllowedOrigin(headers.origin, headers.host, hosts)) return next();
    throw new McpRefusal({
      status: 403,
      code: RPC.invalidRequest,
      message: `pages of ${headers.origin} may not use this server`,
      todo:
        'call it from a program or from a page of this machine; ' +
        'start the mock with --host or --public-url to allow pages of that host',
    });
  };

/**
 * Whether a request comes from a program, which sends no `Origin`, or from a page of this machine or of one of the
 * mock's own hosts. For a host name it is not enough that the origin equals the Host header: in a DNS rebinding attack
 * both are the attacker's. An IP address cannot be rebound.
 * @param origin the header `Origin`
 * @param host the header `Host`
 * @param hosts host names under which the mock is meant to be reached
 */
export function isAllowedOrigin(
  origin: string | undefined,
  host: string | undefined,
  hosts: readonly string[],
): boolean {
  if (origin === undefined) return true;
  if (!isUrl(origin)) return false;
  const {hostname} = new URL(origin);
  if (LOOPBACK.test(hostname) || hosts.includes(hostname)) return true;
  return isAddress(hostname) && hostname === hostnameOf(host);
}

const isAddress = (hostname: string): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) > 0;

function hostnameOf(host: string | undefined): string | undefined {
  const url = `http://${host}`;
  return isUrl(url) ? new URL(url).hostname : undefined;
}
