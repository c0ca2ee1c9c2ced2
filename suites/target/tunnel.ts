import type {Duplex} from 'node:stream';
import type {Socket} from 'node:net';
import {buildConnector, Client} from 'undici';
import type {Proxy} from './proxies.ts';

/** How connections through a tunnel are opened. */
export interface TunnelOptions {
  /** Milliseconds for each of its two connections. */
  timeout: number;
  /** Refuses a host, by an error, before the proxy is asked for it. */
  guard?: ((hostname: string) => Promise<void>) | undefined;
}

/**
 * A connector that opens each connection through a tunnel of its own: the proxy is asked for it by `CONNECT` (RFC 9110,
 * section 9.3.6), and TLS goes through it to the host itself.
 */
export function connectorThrough(
  proxy: Proxy,
  {timeout, guard}: TunnelOptions,
): buildConnector.connector {
  const secure = buildConnector({timeout});
  return (options, done) => {
    const fail = (error: unknown): void => done(error as Error, null);
    const open = async (): Promise<Socket> => {
      await guard?.(options.hostname);
      return (await tunnelTo(hostAndPort(options), proxy, timeout)) as Socket;
    };
    open().then((httpSocket) => {
      if (options.protocol === 'https:') secure({...options, httpSocket}, done);
      else done(null, httpSocket);
    }, fail);
  };
}

const FAILED = 'no connection through the proxy';

/** Whether a problem of a reply is one of a proxy. */
export const isAboutProxy = (problem: string): boolean => problem.startsWith(FAILED);

/** The library takes the brackets off an address of IPv6. */
function hostAndPort({hostname, port, protocol}: buildConnector.Options): string {
  const host = /^[^[].*:/.test(hostname) ? `[${hostname}]` : hostname;
  return `${host}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

/** @throws Error that names the proxy, if it cannot be reached or refuses */
async function tunnelTo(path: string, proxy: Proxy, timeout: number): Promise<Duplex> {
  const client = new Client(proxy.name, {connect: {timeout}, headersTimeout: timeout});
  const headers = {
    host: path,
    ...(proxy.authorization !== undefined && {'proxy-authorization': proxy.authorization}),
  };
  try {
    const {statusCode, socket} = await client.connect({path, headers});
    if (statusCode < 300) return socket;
    socket.on('error', () => undefined).destroy();
    throw new Error(`it answered ${statusCode} to CONNECT`);
  } catch (error) {
    const {code, message} = error as NodeJS.ErrnoException;
    throw new Error(`${FAILED} ${proxy.name}: ${message || code}`);
  } finally {
    // The tunnel does not belong to the client any more.
    void client.destroy().catch(() => undefined);
  }
}
