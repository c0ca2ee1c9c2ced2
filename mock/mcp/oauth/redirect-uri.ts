import {isUrl} from '../../../spec/url.ts';

/** Schemes that belong to the browser or the operating system, not to an app of the client. */
const RESERVED_SCHEMES = new Set([
  'javascript',
  'data',
  'vbscript',
  'file',
  'blob',
  'about',
  'filesystem',
  'view-source',
  'ws',
  'wss',
  'ftp',
  'mailto',
  'tel',
  'sms',
  'intent',
  'chrome',
  'resource',
]);
/** Characters that a redirect URI may have. */
const MAX_LENGTH = 2000;

/**
 * Judges a redirect URI. Allowed are https, http to this machine, and schemes of an app's own (RFC
 * 6749, section 3.1.2; RFC 8252, sections 7.1 and 7.3; RFC 9700, section 2.1).
 * @returns what is wrong with it, as a predicate: `has a fragment`; undefined when it is allowed
 */
export function redirectFault(uri: string): string | undefined {
  if (uri.length > MAX_LENGTH || !isUrl(uri))
    return `is no URL of at most ${MAX_LENGTH} characters`;
  const {protocol, hostname, username, password} = new URL(uri);
  if (uri.includes('#')) return 'has a fragment';
  if (username || password) return 'names a user';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:')
    return isLoopback(hostname) ? undefined : 'is http, and not on this machine';
  const scheme = protocol.slice(0, -1);
  return RESERVED_SCHEMES.has(scheme) ? `has the scheme ${scheme}` : undefined;
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

/** Describes to a person where a redirect URI leads, for example `app.example:8080`. */
export function destinationOf(uri: string): string {
  const {protocol, host} = new URL(uri);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb ? host : `the app that opens ${protocol} links`;
}
