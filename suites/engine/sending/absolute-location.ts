import type {Exchange} from '../../../spec/exchange.ts';
import {isRedirect} from '../../../spec/status.ts';
import {isUrl} from '../../../spec/url.ts';

/**
 * The headers of a response, with the address of a redirect as clients read it: one that begins with
 * a slash is on the origin of the request (RFC 9110, section 10.2.2).
 */
export function absoluteLocation(
  {status, headers}: Pick<Exchange, 'status' | 'headers'>,
  requested: URL,
): Exchange['headers'] {
  const {location} = headers;
  const isRelative = isRedirect(status) && location?.startsWith('/') === true;
  return isRelative && isUrl(location, requested.href)
    ? {...headers, location: new URL(location, requested).href}
    : headers;
}
