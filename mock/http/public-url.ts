import {isObject} from '../../spec/json.ts';
import {isUrl} from '../../spec/url.ts';

/** A server of the mock. */
export type OriginName = 'workspace' | 'store' | 'objects' | 'control';

/**
 * The addresses under which clients reach the mock: one of everything, or of single origins. For an origin of its own
 * port, an address of everything is scheme and host.
 */
export type PublicUrl = string | Readonly<Partial<Record<OriginName, string | undefined>>>;

/** Whether a text is an http or https URL of a host, with or without port and path. */
export function isBaseUrl(text: unknown): text is string {
  if (!isUrl(text)) return false;
  const {protocol, username, password, search, hash} = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash;
}

/** A base URL without a slash at its end, in the spelling of the URL standard. */
export function baseUrl(text: string): string {
  const {origin, pathname} = new URL(text);
  return origin + pathname.replace(/\/+$/, '');
}

/**
 * Whether a mock can be reached under its public addresses: one with a port or path leads to one port, and single
 * origins have addresses when they have ports.
 */
export function canBeServed(publicUrl: PublicUrl | undefined, onePort: boolean): boolean {
  if (publicUrl === undefined) return true;
  if (isObject(publicUrl)) return !onePort;
  const {port, pathname} = new URL(String(publicUrl));
  return onePort || (port === '' && pathname === '/');
}

/** The host names in public addresses; of IPv6 addresses in brackets. */
export const publicHosts = (publicUrl: PublicUrl | undefined): string[] =>
  (typeof publicUrl === 'string' ? [publicUrl] : Object.values(publicUrl ?? {}))
    .filter((url) => url !== undefined)
    .map((url) => new URL(url).hostname);
