import type {OriginName, Origins} from '../http/origins.ts';

/** Where the mock itself reaches an origin for a world. */
export interface OwnAddress {
  hostname: string;
  port: number;
  /** The `Host` header, so that links are those that the caller can follow. */
  host: string;
  /** Prefix of the world's paths. */
  prefix: string;
}

/**
 * Where the mock itself reaches one of its servers.
 * @param url the address of the same server for clients
 */
export function ownAddress(
  {host, origins}: {host?: string | undefined; origins: Pick<Origins, 'ports'>},
  origin: Exclude<OriginName, 'control'>,
  url: string,
): OwnAddress {
  const anywhere: Record<string, string> = {'0.0.0.0': '127.0.0.1', '::': '::1'};
  const hostname = host === undefined || host === 'localhost' ? '127.0.0.1' : host;
  const {host: named, pathname} = new URL(url);
  return {
    hostname: anywhere[hostname] ?? hostname,
    port: origins.ports[origin],
    host: named,
    prefix: pathname.replace(/\/$/, ''),
  };
}
