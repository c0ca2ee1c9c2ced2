import type {Exchange} from '../../../spec/exchange.ts';
import {isRedirect} from '../../../spec/status.ts';
import {resolvedUrl} from '../../../spec/request-target.ts';
import {isUrl} from '../../../spec/url.ts';

/**
 * The headers of a response, with the address in `Location` as clients read it: relative to the URL of the request
 * (RFC 9110, section 10.2.2). Only a path that begins with a slash stays where there is no redirect: many services count
 * it from their base address.
 */
export function absoluteLocation(
  {status, headers}: Pick<Exchange, 'status' | 'headers'>,
  requested: string,
): Exchange['headers'] {
  const {location} = headers;
  if (location === undefined || !isReference(location, isRedirect(status))) return headers;
  if (!isRedirect(status) && /^\/(?!\/)/.test(location)) return headers;
  const absolute = resolvedUrl(location, requested);
  return isUrl(absolute) ? {...headers, location: absolute} : headers;
}

/**
 * A reference without blanks and controls, which no URI contains. That of a redirect has a scheme, a path that begins with
 * a slash or a dot, or a query: other words are no address, although they could be read as relative paths.
 */
const isReference = (text: string, ofRedirect: boolean): boolean =>
  /^[^\0-\x20]+$/.test(text) &&
  (!ofRedirect || /^([a-z][a-z0-9+.-]*:|\/|\.{1,2}\/|[^:]*\?)/i.test(text));
