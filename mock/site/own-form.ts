import type {IncomingHttpHeaders} from 'node:http';
import {isUrl} from '../../spec/url.ts';

/**
 * Whether a form may have come from a page of this origin: a browser says of a POST where it comes
 * from, by Fetch Metadata (`Sec-Fetch-Site`) or by `Origin` (RFC 6454). A program that is no browser
 * says neither, and has no cookies of anybody.
 */
export function isOwnForm(headers: IncomingHttpHeaders): boolean {
  const {host, origin, 'sec-fetch-site': site} = headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin === undefined) return true;
  return isUrl(origin) && new URL(origin).host === host;
}
