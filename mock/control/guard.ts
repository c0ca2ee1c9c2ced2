import {createHash, timingSafeEqual} from 'node:crypto';
import {isIP} from 'node:net';
import type {RequestHandler} from 'express';
import {Problem} from './problem.ts';

/** Who may use a control plane. */
export interface Guard {
  /** Asked for as `Authorization: Bearer <token>`. */
  token?: string;
  /** Host names it may be called by, besides this machine's own. */
  hosts: string[];
  /**
   * Also by any address: it listens on all. A page that rebinds a name to this machine still comes
   * with that name.
   */
  anyAddress?: boolean;
}

/** Whether nobody but this machine can reach a host; undefined is localhost. */
export const isLoopback = (host: string | undefined): boolean =>
  host === undefined || host === 'localhost' || host === '::1' || /^127\.[0-9.]+$/.test(host);

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The host name of a Host header, without port, in lower case. */
const hostName = (host: string | undefined): string =>
  (host ?? '').replace(/:[0-9]*$/, '').toLowerCase();

/**
 * Lets through what a program of the owner sends and nothing that a web page could make a browser
 * send: a control plane mints keys and drops worlds.
 */
export function guarded({token, hosts, anyAddress = false}: Guard): RequestHandler {
  const known = new Set([
    ...LOOPBACK,
    ...hosts.map((host) => (isIP(host) === 6 ? `[${host}]` : host).toLowerCase()),
  ]);
  return (request, response, next) => {
    const {host, origin, authorization} = request.headers;
    const name = hostName(host);
    if (!known.has(name) && !(anyAddress && isIP(name.replace(/^\[|\]$/g, ''))))
      throw new Problem(
        403,
        `the control plane is not called \`${name}\``,
        `call it by ${[...known].join(', ')}, or start the mock with --host or --public-url`,
      );
    if (origin !== undefined && origin !== `http://${host}`)
      throw new Problem(
        403,
        'a page of another origin may not use the control plane',
        'call it from a program, not from a web page',
      );
    if (['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site'])))
      throw new Problem(
        403,
        'a page of another site may not use the control plane',
        'call it from a program, not from a web page',
      );
    if (token !== undefined && !same(authorization ?? '', `Bearer ${token}`)) {
      response.set('WWW-Authenticate', 'Bearer');
      throw new Problem(
        401,
        authorization ? 'this is not the control token' : 'the control plane asks for a token',
        'send `Authorization: Bearer <token>` with the token that `presscheck mock` printed',
      );
    }
    next();
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time wherever two texts differ. */
const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
