/**
 * URLs as they were handed out. A URL parser rewrites what it reads (`'` in a query, dot segments, letters of a host), and
 * whoever signed the exact text then refuses it. So URLs stay texts: here they are split, resolved and completed, and what
 * is not concerned keeps its bytes.
 */

/** The parts of a URI reference (RFC 3986, appendix B, with the scheme of section 3.1). The query has its `?`. */
interface ReferenceParts {
  scheme: string | undefined;
  authority: string | undefined;
  path: string;
  query: string | undefined;
}

const REFERENCE = /^(?:([a-z][a-z\d+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?/i;

function partsOf(reference: string): ReferenceParts {
  const [, scheme, authority, path = '', query] = REFERENCE.exec(reference) ?? [];
  return {scheme, authority, path, query};
}

/** Where a request is sent, and what it asks for there. */
export interface RequestTarget {
  /** Scheme, host and port as they are compared: in small letters, without the default port. */
  origin: string;
  /** The host as a URL parser writes it. */
  hostname: string;
  /** The value of the header `Host`: the host in the letters in which it was given. */
  host: string;
  /** Path and query as they were given, except for characters that no request target may contain. */
  target: string;
  /** Whether there were such characters, so that something else is sent than was handed out. */
  isEncoded: boolean;
}

/** Blanks around a URL, which do not belong to it (RFC 3986, appendix C). */
const AROUND = /^[\0-\x20]+|[\0-\x20]+$/g;

/** Characters that a request target cannot contain: blanks, controls, and all beyond ASCII (RFC 9112, section 3.2). */
const UNSENDABLE = /[^\x21-\x7E]+/g;

/** An authority without a user, and without anything that URL parsers read in different ways. */
const AUTHORITY = /^[^\0-\x20@\\]+$/;

/**
 * Splits an HTTP URL into its origin and the target of a request. The fragment is left off.
 * @returns undefined for anything else than a whole http or https URL without a user name
 */
export function requestTarget(url: string): RequestTarget | undefined {
  const given = url.replaceAll(AROUND, '');
  const {scheme = '', authority = '', path, query = ''} = partsOf(given);
  if (!/^https?$/i.test(scheme) || !AUTHORITY.test(authority)) return undefined;
  const parsed = parsedOrigin(`${scheme}://${authority}`);
  if (!parsed) return undefined;
  const {origin, hostname} = parsed;
  const named = authority.replace(/:\d*$/, '');
  const host = named.toLowerCase() === hostname ? named : hostname;
  const asked = (path === '' ? '/' : path) + query;
  const target = asked.replaceAll(UNSENDABLE, percentEncoded);
  const isEncoded = target !== asked || given !== url;
  return {origin, hostname, host: parsed.port ? `${host}:${parsed.port}` : host, target, isEncoded};
}

function parsedOrigin(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Characters as their octets in UTF-8. A surrogate without its other half becomes U+FFFD. */
const percentEncoded = (characters: string): string =>
  [...Buffer.from(characters)]
    .map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');

/** The origin of a URL, as origins are compared; undefined if nothing can be sent there. */
export const originOf = (url: string): string | undefined => requestTarget(url)?.origin;

/** The path of a URL or of a reference, as it was given. */
export const pathOf = (url: string): string => partsOf(url).path;

/** A URL as it is sent: without its fragment, and with what had to be encoded. A text that is no URL stays. */
export function urlAsSent(url: string): string {
  const sent = requestTarget(url);
  if (!sent) return url;
  const {scheme = '', authority = ''} = partsOf(url.replaceAll(AROUND, ''));
  return `${scheme}://${authority}${sent.target}`;
}

/**
 * Resolves a reference (RFC 3986, section 5.2). Dot segments are only removed where a relative path is merged with that of
 * the base; a path that was given from its beginning stays as it is, and so do blanks around the reference.
 * @param base a whole URL
 */
export function resolvedUrl(reference: string, base: string): string {
  const given = reference.replaceAll(AROUND, '');
  return reference.replace(given, () => resolved(given, base));
}

function resolved(reference: string, base: string): string {
  const {scheme, authority, path, query} = partsOf(reference);
  if (scheme !== undefined) return reference;
  const from = partsOf(base);
  if (authority !== undefined) return `${from.scheme}:${reference}`;
  const origin = `${from.scheme}://${from.authority}`;
  if (path.startsWith('/')) return origin + reference;
  if (path === '') return origin + from.path + (query ?? from.query ?? '');
  const folder = from.path.replace(/[^/]*$/, '') || '/';
  return origin + withoutDotSegments(folder + path) + (query ?? '');
}

/** RFC 3986, section 5.2.4, for a path that begins with a slash. */
function withoutDotSegments(path: string): string {
  const segments: string[] = [];
  const all = path.split('/').slice(1);
  for (const segment of all) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  const isFolder = ['.', '..'].includes(all.at(-1) ?? '');
  return `/${segments.join('/')}${isFolder && segments.length ? '/' : ''}`;
}

/** The pairs of a query, as they were given. */
export const queryPairs = (url: string): string[] =>
  (partsOf(url).query ?? '?').slice(1).split('&');

/** The decoded name of a pair of a query. */
export const nameOfPair = (pair: string): string => [...new URLSearchParams(pair).keys()][0] ?? '';

/** A URL with another query; an empty one is left out. */
export function withPairs(url: string, pairs: readonly string[]): string {
  const before = url.replace(/[?#].*$/s, '');
  return pairs.length ? `${before}?${pairs.join('&')}` : before;
}

/** A URL with further parameters, in place of those of the same name; all others keep their bytes. */
export function withParameters(url: string, values: Record<string, unknown>): string {
  const names = Object.keys(values);
  if (!names.length) return url;
  const kept = queryPairs(url).filter((pair) => pair !== '' && !names.includes(nameOfPair(pair)));
  const added = names.map((name) => String(new URLSearchParams([[name, String(values[name])]])));
  return withPairs(url, [...kept, ...added]);
}
