import type {IncomingMessage} from 'node:http';
import {isIP} from 'node:net';
import {ROOT} from '../world/worlds.ts';
import {callerOf, type Caller} from './caller.ts';
import {baseUrl, type OriginName, type PublicUrl} from './public-url.ts';

/** Where the mock listens, and where clients reach it. */
export interface Addressing {
  /** The host that it listens on; undefined is localhost. */
  host?: string | undefined;
  /** The addresses of links. Default: those of the request. */
  publicUrl?: PublicUrl | undefined;
  /** Whether everything is on one port, by path. */
  onePort?: boolean | undefined;
  /** Whether a proxy in front of the mock tells in headers how clients reach it. */
  trustProxy?: boolean | undefined;
}

/** The paths of the origins on one port. */
export const PATHS: Readonly<Record<OriginName, string>> = {
  workspace: '',
  store: '',
  objects: '/_storage',
  control: '/_presscheck',
};

/** The base URLs of the mock's servers. */
export class Origins {
  readonly ports: Record<OriginName, number> = {workspace: 0, store: 0, objects: 0, control: 0};
  readonly onePort: boolean;
  readonly #host: string;
  readonly #publicUrl: PublicUrl | undefined;
  readonly #trustProxy: boolean;

  constructor({host, publicUrl, onePort = false, trustProxy = false}: Addressing = {}) {
    this.onePort = onePort;
    this.#host = hostInUrl(host);
    this.#publicUrl = publicUrl;
    this.#trustProxy = trustProxy;
  }

  /** The base URL of an origin for one world. Without a public URL it is the one under which `request` came. */
  url(name: OriginName, world: string, request?: IncomingMessage): string {
    const base = this.#publicBase(name) ?? this.#baseFor(name, request);
    return base + this.#path(name) + (world === ROOT ? '' : `/w/${world}`);
  }

  /** The base URL where an origin listens. */
  listening(name: OriginName): string {
    return `http://${this.#host}:${this.#port(name)}${this.#path(name)}`;
  }

  /** How the caller of a request reaches the mock; undefined without a host. */
  caller(request: IncomingMessage): Caller | undefined {
    return callerOf(request, this.#trustProxy);
  }

  #port(name: OriginName): number {
    return this.ports[this.onePort ? 'workspace' : name];
  }

  #path(name: OriginName): string {
    return this.onePort ? PATHS[name] : '';
  }

  #publicBase(name: OriginName): string | undefined {
    const given = this.#publicUrl;
    const own = typeof given === 'string' ? given : given?.[name];
    if (own === undefined) return undefined;
    const base = baseUrl(own);
    return this.onePort || typeof given !== 'string' ? base : `${base}:${this.ports[name]}`;
  }

  /** The port of another origin than the one that was called is not known: it is the one where that listens. */
  #baseFor(name: OriginName, request: IncomingMessage | undefined): string {
    const caller = request && this.caller(request);
    if (!caller) return `http://${this.#host}:${this.#port(name)}`;
    const {scheme, hostname, port, prefix} = caller;
    return this.onePort || request.socket.localPort === this.ports[name]
      ? `${scheme}://${hostname}${port}${prefix}`
      : `http://${hostname}:${this.ports[name]}`;
  }
}

/**
 * Scheme, host and port of a URL, and the path after them. `URL` cannot parse every name that a Host header may have, for
 * example 999.999.999.999.
 */
export function splitUrl(url: string): {origin: string; path: string} {
  const [, origin = url, path = ''] = /^([^/]*\/\/[^/]*)(.*)$/s.exec(url) ?? [];
  return {origin, path};
}

const ON_ALL_ADDRESSES = new Set([undefined, '0.0.0.0', '::']);

/** A host to listen on, as it stands in a URL that leads there. */
const hostInUrl = (host: string | undefined): string => {
  if (host === undefined || ON_ALL_ADDRESSES.has(host)) return 'localhost';
  return isIP(host) === 6 ? `[${host}]` : host;
};
