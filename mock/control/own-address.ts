import {ROOT} from '../world/worlds.ts';
import {withoutBrackets} from './guard.ts';

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
 * Where the mock itself reaches one of its servers, whatever proxy clients pass.
 * @param listening where the server listens
 * @param url the address of the same server for clients
 */
export function ownAddress(listening: string, world: string, url: string): OwnAddress {
  const {hostname, port, pathname} = new URL(listening);
  return {
    // `localhost` may be another address family first than the one that the system resolves.
    hostname: hostname === 'localhost' ? '127.0.0.1' : withoutBrackets(hostname),
    port: Number(port) || 80,
    host: new URL(url).host,
    prefix: pathname.replace(/\/$/, '') + (world === ROOT ? '' : `/w/${world}`),
  };
}
