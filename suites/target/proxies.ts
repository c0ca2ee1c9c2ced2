import {BlockList, isIP} from 'node:net';
import {requestTarget} from '../../spec/request-target.ts';
import {UsageError} from '../../spec/usage-error.ts';
import {isUrl} from '../../spec/url.ts';
import {isOwnMachine} from './own-machine.ts';

/** A proxy through which requests are sent. */
export interface Proxy {
  /** Its URL without user name and password, as reports show it. */
  name: string;
  /** The value of the header `Proxy-Authorization`, if its URL has a user name. */
  authorization?: string;
}

/** The proxy for a URL; undefined if requests to it are sent directly. */
export type ProxyFor = (url: string) => Proxy | undefined;

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that `HTTPS_PROXY` names for an https URL, unless `NO_PROXY` excludes its host. A name in small letters counts
 * first, as it does for curl. This machine is never reached through a proxy.
 * @throws UsageError for a proxy that is no http or https URL
 */
export function proxyFor(env: Env, url: string): Proxy | undefined {
  const to = requestTarget(url);
  const address = env.https_proxy ?? env.HTTPS_PROXY ?? '';
  if (!to?.origin.startsWith('https:') || address === '' || isOwnMachine(to.hostname))
    return undefined;
  const port = /:(\d+)$/.exec(to.origin)?.[1] ?? '443';
  const excluded = (env.no_proxy ?? env.NO_PROXY ?? '').split(/[,\s]+/).filter(Boolean);
  const host = to.hostname.replaceAll(/^\[|\]$|\.$/g, '');
  if (excluded.some((entry) => excludes(entry.toLowerCase(), host, port))) return undefined;
  return parsedProxy(address);
}

/** Whether an entry of `NO_PROXY` excludes a host: `*`, a host, one with a port, a domain, or a network. */
function excludes(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const [, network = '', bits] = /^(.+)\/(\d+)$/.exec(entry) ?? [];
  if (bits !== undefined) return isWithin(host, network, Number(bits));
  const [, named = entry, ofPort] = /^(\[.*\]|[^:]+):(\d+)$/.exec(entry) ?? [];
  const domain = named.replaceAll(/^\[|\]$/g, '').replace(/^\*?\./, '');
  const isNamed = host === domain || host.endsWith(`.${domain}`);
  return isNamed && (ofPort === undefined || ofPort === port);
}

function isWithin(host: string, network: string, bits: number): boolean {
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
  if (!isIP(host) || isIP(host) !== isIP(network) || bits > (family === 'ipv6' ? 128 : 32))
    return false;
  const list = new BlockList();
  list.addSubnet(network, bits, family);
  return list.check(host, family);
}

function parsedProxy(address: string): Proxy {
  const whole = address.includes('://') ? address : `http://${address}`;
  // The address may contain a password, so that no message shows it.
  if (!isUrl(whole) || !/^https?:$/.test(new URL(whole).protocol))
    throw new UsageError(
      'the environment variable HTTPS_PROXY names no proxy that can be used: write http://HOST:PORT, or unset it',
    );
  const {origin, username, password} = new URL(whole);
  if (username === '') return {name: origin};
  const pair = [username, password].map(decodeURIComponent).join(':');
  return {name: origin, authorization: `Basic ${Buffer.from(pair).toString('base64')}`};
}

/** The proxies that an environment names, and which of them were used. */
export class Proxies {
  readonly #used = new Set<string>();
  readonly #for: ProxyFor;

  constructor(choose: ProxyFor) {
    this.#for = choose;
  }

  /** The proxy for a URL to which a connection is about to be opened. */
  of(url: string): Proxy | undefined {
    const proxy = this.#for(url);
    if (proxy) this.#used.add(proxy.name);
    return proxy;
  }

  /** The proxies through which connections were opened, without user names and passwords. */
  get used(): string[] {
    return [...this.#used];
  }
}

/**
 * The proxies of an environment.
 * @param bases the addresses of the deployment; a proxy that none of them needs may be of a kind that is not known here
 * @throws UsageError for a proxy that cannot be used
 */
export function readProxies(env: Env, bases: readonly string[]): Proxies | undefined {
  const choose: ProxyFor = (url) => proxyFor(env, url);
  if (bases.some(choose)) return new Proxies(choose);
  try {
    choose('https://storage.example');
    return new Proxies(choose);
  } catch {
    return undefined;
  }
}
