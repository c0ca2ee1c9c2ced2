/** Schemes that lead to no app of the client's. */
const NOT_PRIVATE = new Set([
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
const LONGEST = 2000;

/**
 * Why a client may not have a redirect URI: only https, http to this machine, and schemes of an app
 * of its own (RFC 6749, section 3.1.2; RFC 8252, sections 7.1 and 7.3; RFC 9700, section 2.1).
 * @returns undefined when it may
 */
export function redirectFault(uri: string): string | undefined {
  if (uri.length > LONGEST || !URL.canParse(uri))
    return `is no URL of at most ${LONGEST} characters`;
  const {protocol, hostname, username, password} = new URL(uri);
  if (uri.includes('#')) return 'has a fragment';
  if (username || password) return 'names a user';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:')
    return isLoopback(hostname) ? undefined : 'is http, and not on this machine';
  return NOT_PRIVATE.has(protocol.slice(0, -1))
    ? `has the scheme ${protocol.slice(0, -1)}`
    : undefined;
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

/** Where a person is sent, in words. */
export function leadsTo(uri: string): string {
  const {protocol, host} = new URL(uri);
  return protocol === 'https:' || protocol === 'http:'
    ? host
    : `the app that opens ${protocol} links`;
}
