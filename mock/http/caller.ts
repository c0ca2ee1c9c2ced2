import type {IncomingMessage} from 'node:http';

/** How the caller of a request reaches the mock. */
export interface Caller {
  scheme: 'http' | 'https';
  /** A name, or an address; of IPv6 in brackets. */
  hostname: string;
  /** With its colon; empty for the port of the scheme. */
  port: string;
  /** The path that a proxy removes from the beginning of every path; empty for none. */
  prefix: string;
}

/**
 * Reads who called from the Host header, and from the headers of a proxy if one is trusted: `Forwarded` (RFC 7239), or
 * `X-Forwarded-Host`, `-Proto` and `-Port`, and `X-Forwarded-Prefix`. Of several proxies the first in the list counts,
 * which is the one that the client called. A value that cannot be part of a URL is ignored.
 * @returns undefined without a host
 */
export function callerOf({headers}: IncomingMessage, trustProxy: boolean): Caller | undefined {
  const told = trustProxy ? toldByProxy(headers) : {};
  const [, hostname, port] = HOST.exec(told.host ?? '') ?? HOST.exec(headers.host ?? '') ?? [];
  if (hostname === undefined) return undefined;
  const scheme = told.scheme === 'https' ? 'https' : 'http';
  return {scheme, hostname, port: port ?? portTold(told.port, scheme), prefix: told.prefix ?? ''};
}

const HOST = /^([\w.-]+|\[[\da-fA-F:.]+\])(:\d+)?$/;
const PREFIX = /^(?:\/[\w.~!$&'()*+,;=:@%-]+)+$/;

type Headers = IncomingMessage['headers'];

interface Told {
  scheme?: string | undefined;
  host?: string | undefined;
  port?: string | undefined;
  prefix?: string | undefined;
}

function toldByProxy(headers: Headers): Told {
  const forwarded = first(headers, 'forwarded');
  const prefix = first(headers, 'x-forwarded-prefix')?.replace(/\/+$/, '');
  const path = prefix !== undefined && PREFIX.test(prefix) ? prefix : undefined;
  if (forwarded !== undefined) {
    const parameter = (name: string): string | undefined =>
      new RegExp(`(?:^|;)\\s*${name}="?([^";]+)"?\\s*(?:;|$)`, 'i').exec(forwarded)?.[1];
    return {scheme: parameter('proto')?.toLowerCase(), host: parameter('host'), prefix: path};
  }
  return {
    scheme: first(headers, 'x-forwarded-proto')?.toLowerCase(),
    host: first(headers, 'x-forwarded-host'),
    port: first(headers, 'x-forwarded-port'),
    prefix: path,
  };
}

/** The first value of a header that each proxy extends. */
const first = (headers: Headers, name: string): string | undefined =>
  headers[name]?.toString().split(',')[0]?.trim();

const DEFAULT_PORTS = {http: '80', https: '443'};

/** Many proxies pass on a host without its port, which then stands in a header of its own. */
const portTold = (port: string | undefined, scheme: Caller['scheme']): string =>
  port !== undefined && /^\d{1,5}$/.test(port) && port !== DEFAULT_PORTS[scheme] ? `:${port}` : '';
