import {createHash, timingSafeEqual} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import {isIP} from 'node:net';
import type {Request, RequestHandler, Response} from 'express';
import {Problem} from './problem.ts';

/** Who may use a control plane. */
export interface Guard {
  /**
   * Required as `Authorization: Bearer <token>`, or as the cookie that `?token=<token>` in an address becomes; absent: no
   * token is required.
   */
  token?: string;
  /** Host names under which it may be called, in addition to those of this machine. */
  hosts: string[];
  /**
   * Whether it may be called by any IP address, because it listens on all of them. That is safe: in a DNS rebinding
   * attack the Host header contains the attacker's host name, never an IP address.
   */
  anyAddress?: boolean;
  /** How the caller of a request reaches it, where a public URL or a proxy makes that differ from its Host header. */
  reachedAs?(request: IncomingMessage): Reached;
}

/** The address of the control plane for a caller. */
interface Reached {
  origin: string;
  /** The path of its start page, without the slash at the end. */
  path?: string;
  hostname?: string | undefined;
}

/** Whether a host is reachable from this machine only; undefined is localhost. */
export const isLoopback = (host: string | undefined): boolean =>
  host === undefined || host === 'localhost' || host === '::1' || /^127\.[0-9.]+$/.test(host);

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

const CALL_FROM_PROGRAM = 'call it from a program, not from a web page';

/**
 * Middleware that admits programs of the mock's owner, and refuses every request that a web page could make a browser
 * send: a control plane creates keys and drops worlds.
 */
export function guarded({token, hosts, anyAddress = false, reachedAs}: Guard): RequestHandler {
  const known = new Set([...LOOPBACK, ...hosts.map(hostHeaderOf)]);
  const mayBeCalled = (host: string): boolean =>
    known.has(host) || (anyAddress && isIP(withoutBrackets(host)) > 0);
  return (request, response, next) => {
    const {host} = request.headers;
    const reached = reachedAs?.(request);
    for (const name of [hostName(host), hostName(reached?.hostname ?? host)])
      if (!mayBeCalled(name)) throw unknownHost(name, known);
    refuseOtherPages(request, reached?.origin);
    if (token === undefined) return next();
    const inQuery = tokenInQuery(request);
    if (inQuery !== undefined && isSame(inQuery, token))
      return takeCookie(request, response, token, reached?.path);
    const given = tokenOf(request, inQuery);
    if (isSame(given ?? '', token)) return next();
    response.set('WWW-Authenticate', 'Bearer');
    throw tokenMissing(given);
  };
}

/** @param ownOrigin of the control plane, as the caller reaches it. @throws Problem for a request of another page */
function refuseOtherPages(request: Request, ownOrigin: string | undefined): void {
  const {host, origin} = request.headers;
  const isOwn = origin === undefined || [`http://${host}`, ownOrigin].includes(origin);
  if (!isOwn) throw otherPage('origin');
  const site = String(request.headers['sec-fetch-site']);
  const isOther = site === 'cross-site' || site === 'same-site';
  if (isOther && !isLink(request)) throw otherPage('site');
}

/** The token of a request that has one: in its header, else in its address or cookie. */
function tokenOf(request: Request, inQuery: string | undefined): string | undefined {
  const {authorization = ''} = request.headers;
  return authorization ? credentialsOf(authorization) : (inQuery ?? cookieOf(request));
}

/**
 * Whether a person follows a link to the console. The page that has the link learns nothing of what it opens, and a
 * frame would not show it.
 */
const isLink = ({method, path, headers}: Request): boolean =>
  method === 'GET' &&
  path === '/' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document';

/** The token in the address that the mock prints for browsers. */
function tokenInQuery({method, query}: Request): string | undefined {
  const {token} = query;
  return method === 'GET' && typeof token === 'string' ? token : undefined;
}

/** The cookie of a control plane. Ports share cookies: that of another mock has another name. */
const cookieName = ({headers}: Request): string =>
  `presscheck_control_${/:([0-9]+)$/.exec(headers.host ?? '')?.[1] ?? ''}`;

/** The token in the cookie. */
function cookieOf(request: Request): string | undefined {
  const name = cookieName(request);
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([given]) => given === name)?.[1];
}

/**
 * Keeps the token in a cookie that no script reads and no other site sends, and takes it out of the address bar.
 * @param base the path of the start page for the caller
 */
function takeCookie(request: Request, response: Response, token: string, base = ''): void {
  // A browser itself knows best which path the start page has for it (RFC 6265, section 5.1.4).
  const path = request.path === '/' ? '' : ` Path=${base}/;`;
  response.set({
    'Set-Cookie': `${cookieName(request)}=${token};${path} HttpOnly; SameSite=Strict`,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
  response.redirect(303, withoutToken(request));
}

/** The same address without the token: relative, because a proxy may have removed the beginning of the path. */
function withoutToken({originalUrl}: Request): string {
  const address = new URL(originalUrl, 'http://localhost');
  address.searchParams.delete('token');
  return `./${address.pathname.replace(/^.*\//s, '')}${address.search}`;
}

/** The credential after the scheme, whose case is ignored (RFC 9110, section 11.1). */
const credentialsOf = (authorization: string): string =>
  /^bearer +(.*)$/i.exec(authorization)?.[1] ?? '';

/** A host in the form of a Host header: an IPv6 address in brackets. */
const hostHeaderOf = (host: string): string =>
  (isIP(host) === 6 ? `[${host}]` : host).toLowerCase();

/** A host without the brackets that an IPv6 address has in URLs and Host headers. */
export const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

/** The host name in a Host header, without port, in lower case. */
const hostName = (host = ''): string => host.replace(/:[0-9]*$/, '').toLowerCase();

const unknownHost = (name: string, known: Iterable<string>): Problem =>
  new Problem(
    403,
    `\`${name}\` is no name of the control plane`,
    `call it by ${[...known].join(', ')}, or start the mock with --host or --public-url`,
  );

const otherPage = (of: 'origin' | 'site'): Problem =>
  new Problem(403, `a page of another ${of} may not use the control plane`, CALL_FROM_PROGRAM);

const tokenMissing = (given: string | undefined): Problem =>
  new Problem(
    401,
    given !== undefined ? 'this is not the control token' : 'the control plane asks for a token',
    'send `Authorization: Bearer <token>` with the token of the mock: it was given, or `presscheck mock` printed it; ' +
      'in a browser, add `?token=<token>` to the address',
  );

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two texts in constant time. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
