import type {Link, Why} from '../operation.ts';
import {isEqual} from '../sealed.ts';
import type {World} from './world.ts';

/** The content of a link's signature, besides its world. */
interface Signed {
  method: string;
  object: string;
  /** Epoch milliseconds of its expiry. */
  expires: string;
  /** Bytes; 0 for a link that is not for PUT. */
  limit: string;
  /** Names and values, alternating. */
  headers: string[];
}

const sealOf = (world: World, {method, object, expires, limit, headers}: Signed): string =>
  world.seal('link', method, object, expires, limit, ...headers);

/** The keys that are the same in a URL: nearly all. */
const PLAIN_PATH = /^[\w./~-]*$/;

const encodedPath = (object: string): string => encodeURIComponent(object).replaceAll('%2F', '/');

/** Path and query of a presigned link, relative to the world's prefix. */
export function signed(world: World, link: Link): string {
  const {method, object} = link;
  const expires = String(link.expires);
  const limit = String(link.limit);
  const names = Object.keys(link.headers);
  const headers: string[] = [];
  for (const name of names) headers.push(name, link.headers[name] ?? '');
  const signature = sealOf(world, {method, object, expires, limit, headers});
  const path = PLAIN_PATH.test(object) ? object : encodedPath(object);
  const bound = link.limit ? `&limit=${limit}` : '';
  const listed = names.length ? `&headers=${names.join('%3B')}` : '';
  return `/${path}?expires=${expires}${bound}${listed}&signature=${signature}`;
}

/** Why a link is invalid, with the name of the check that failed. */
export type LinkRefusal = Why & {situation: 'link-headers' | 'link-forged' | 'link-expired'};

/** A request to storage with the parts of its link. */
export interface LinkRequest {
  world: World;
  /** PUT, or GET (for HEAD as well). */
  method: string;
  /** Key of the object. */
  object: string;
  query: URLSearchParams;
  /** Headers of the request, by lower-case name. */
  headers: Record<string, string | string[] | undefined>;
}

/** Checks one property of a link. */
export type LinkCheck = (request: LinkRequest) => LinkRefusal | undefined;

/** The checks of a link, in this order. */
export const LINK_CHECKS: readonly LinkCheck[] = [checkHeaders, checkSignature, checkExpiry];

/** The number of bytes that a link allows in a PUT. */
export const limitOf = ({query}: LinkRequest): number => Number(query.get('limit') ?? '0');

const signedNames = ({query}: LinkRequest): string[] =>
  (query.get('headers') ?? '').split(';').filter(Boolean);

/** The method for which a link is valid: only a link for PUT has a size limit. */
const methodOf = ({query}: LinkRequest): string => (query.has('limit') ? 'PUT' : 'GET');

/** Explains the refusal of a request with another method than that of its link. */
function otherMethod(request: LinkRequest): Why | undefined {
  const expected = methodOf(request);
  if (request.method === expected) return undefined;
  return {
    expected: `${expected}, the method of this link`,
    got: request.method,
    todo: `send ${expected}`,
  };
}

function checkHeaders(request: LinkRequest): LinkRefusal | undefined {
  const missing = signedNames(request).find((name) => request.headers[name] === undefined);
  if (missing === undefined) return undefined;
  const why = otherMethod(request) ?? {
    expected: `the signed header ${missing}`,
    got: 'none',
    todo: 'send the headers that came with the link',
  };
  return {situation: 'link-headers', ...why};
}

function checkSignature(request: LinkRequest): LinkRefusal | undefined {
  const {world, method, object, query, headers} = request;
  const signedHeaders = signedNames(request).map((name): [string, string] => [
    name,
    String(headers[name]),
  ]);
  const expires = query.get('expires') ?? '';
  const limit = query.get('limit') ?? '0';
  const given = query.get('signature') ?? '';
  const parts = {method, object, expires, limit, headers: signedHeaders.flat()};
  if (isEqual(given, sealOf(world, parts))) return undefined;
  const why = (given.length ? (otherMethod(request) ?? otherPath(request, parts)) : undefined) ?? {
    expected: 'a signature over this method, path, expiry and signed headers',
    got: given.length ? describeSignature(signedHeaders) : 'none',
    todo: 'use the link as it was given, with its method and headers; an API key is no substitute',
  };
  return {situation: 'link-forged', ...why};
}

/** Explains the refusal of a link whose path was written in another letter case, or with a final slash. */
function otherPath({world, object, query}: LinkRequest, parts: Signed): Why | undefined {
  const without = object.replace(/(?<!\/)\/+$/, '');
  const signature = query.get('signature') ?? '';
  const meant = [without, without.toLowerCase()].find(
    (path) => path !== object && isEqual(signature, sealOf(world, {...parts, object: path})),
  );
  return meant === undefined
    ? undefined
    : {
        expected: `/${meant}, the path of this link`,
        got: `/${object}`,
        todo: 'use the link as it was given: paths are exact',
      };
}

/**
 * Lists the signed headers as they were sent: one of them may be why a signature is wrong. The link, which may be
 * forged, names them, and another one than those of uploads may be a credential: its value is not shown.
 */
function describeSignature(headers: [string, string][]): string {
  if (!headers.length) return 'another signature';
  const sent = headers.map(([name, value]) =>
    name.startsWith('content-') ? `${name}: ${shortened(value)}` : name,
  );
  return `another signature, with ${shortened(sent.join(', '))}`;
}

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

function checkExpiry({world, query}: LinkRequest): LinkRefusal | undefined {
  const expires = Number(query.get('expires') ?? '');
  const now = world.now();
  if (now < expires) return undefined;
  const clock = world.clock.frozen ? 'frozen clock' : 'clock';
  return {
    situation: 'link-expired',
    expected: `use before ${new Date(expires).toISOString()}`,
    got: `${new Date(now).toISOString()} on the world's ${clock}`,
    todo: 'ask the API for a new link',
  };
}
