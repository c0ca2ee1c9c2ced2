import type {IncomingHttpHeaders} from 'node:http';
import {isUrl} from '../../spec/url.ts';
import {splitUrl} from './origins.ts';

/**
 * Whether a form may have been sent by a page of this origin: browsers send the origin of a POST in Fetch Metadata
 * (`Sec-Fetch-Site`) or in `Origin` (RFC 6454). A program that is not a browser sends neither, and has no cookies of a
 * user.
 * @param ownUrl a URL of this origin as the browser reaches it
 */
export function isOwnForm(headers: IncomingHttpHeaders, ownUrl: string): boolean {
  const {host, origin, 'sec-fetch-site': site} = headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin === undefined) return true;
  return origin === splitUrl(ownUrl).origin || (isUrl(origin) && new URL(origin).host === host);
}
