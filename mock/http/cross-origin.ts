import type {IncomingMessage, RequestListener} from 'node:http';
import cors from 'cors';
import {isUrl} from '../../spec/url.ts';
import type {Why} from '../operation.ts';

/** The pages that may use a server: origins as browsers send them, or `*` for all. */
export type Sites = readonly string[];

const ALL: Sites = ['*'];
const NONE: Sites = [];

/** Headers that pages may send: a wildcard would not include `Authorization`. */
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Prefer',
  'Range',
  'If-None-Match',
];

/** Headers of responses that pages may read. */
const EXPOSED_HEADERS = [
  'Location',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'ETag',
  'Accept-Ranges',
  'Content-Range',
];

/**
 * Answers the preflight requests of pages that may use a server, and lets them read its responses (CORS). A preflight
 * needs no credential and is no request to the server: it counts against no limit.
 * @param sitesOf the pages that may send a request
 */
export function forPages(
  server: RequestListener,
  sitesOf: (request: IncomingMessage) => Sites,
): RequestListener {
  const allow = cors<IncomingMessage>((request, done) => {
    const sites = sitesOf(request);
    const origin = sites.includes('*') ? '*' : [...sites];
    done(null, {origin, allowedHeaders: ALLOWED_HEADERS, exposedHeaders: EXPOSED_HEADERS});
  });
  return (request, response) => {
    const sites = sitesOf(request);
    const isOpen = sites.length > 0 && (request.method !== 'OPTIONS' || maySend(request, sites));
    if (isOpen) allow(request, response, () => server(request, response));
    else server(request, response);
  };
}

const maySend = (request: IncomingMessage, sites: Sites): boolean =>
  isPreflight(request) && (sites.includes('*') || sites.includes(request.headers.origin ?? ''));

const isPreflight = ({method, headers}: IncomingMessage): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

/** What to do about a text that is no origin as browsers send it; undefined for an origin, and for `*`. */
export function whyNoSite(text: string): string | undefined {
  if (text === '*') return undefined;
  const {protocol, host} = new URL(isUrl(text) ? text : 'none:');
  if (!host) return 'give an origin, such as http://localhost:5173, or * for all';
  const origin = `${protocol}//${host}`;
  return origin === text ? undefined : `a browser sends only scheme, host and port: give ${origin}`;
}

/** Presigned links are for the browsers of users, as in a bucket for uploads. */
export const pagesOfStorage = (): Sites => ALL;

const DOCUMENT = /^(?:\/w\/[^/?#]*)?\/openapi\.json(?:\?|$)/;

/** Pages that may use an API; every page may read its OpenAPI document. */
export const pagesOfApi =
  (sites: Sites = NONE) =>
  ({url = ''}: IncomingMessage): Sites =>
    DOCUMENT.test(url) ? ALL : sites;

/** Why an API refuses a preflight request; undefined for a request that is none. */
export function whyNoPage(api: 'workspace' | 'store', request: IncomingMessage): Why | undefined {
  if (!isPreflight(request)) return undefined;
  const origin = request.headers.origin?.slice(0, 100);
  return {
    expected: 'a request of a program',
    got: `a preflight request of ${origin}, for a page in a browser`,
    todo:
      api === 'store'
        ? 'the store API is for backends: call it from your server'
        : `start the mock with --cors ${origin}`,
  };
}
