import {createHash, timingSafeEqual} from 'node:crypto';
import type {RequestHandler} from 'express';
import {Problem} from './problem.ts';

/** Who may use a control plane. */
export interface Guard {
  /** Asked for as `Authorization: Bearer <token>`. */
  token?: string;
  /** Host names it may be called by, besides this machine's own. */
  hosts: string[];
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The host name of a Host header, without port, in lower case. */
export const hostName = (host: string | undefined): string => (host ?? '').replace(/:[0-9]*$/, '').toLowerCase();

/**
 * Lets through what a program of the owner sends and nothing that a web page could make a browser send: a control
 * plane mints keys and drops worlds.
 */
export function guarded({token, hosts}: Guard): RequestHandler {
  const known = new Set([...LOOPBACK, ...hosts.map((host) => host.toLowerCase())]);
  return (request, response, next) => {
    const {host, origin, authorization} = request.headers;
    if (!known.has(hostName(host)))
      throw new Problem(403, `the control plane is not called \`${hostName(host)}\``, `call it by ${[...known].join(', ')}, or start the mock with --host or --public-url`);
    if (origin !== undefined && origin !== `http://${host}`)
      throw new Problem(403, 'a page of another origin may not use the control plane', 'call it from a program, not from a web page');
    if (['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site'])))
      throw new Problem(403, 'a page of another site may not use the control plane', 'call it from a program, not from a web page');
    if (token !== undefined && !same(authorization ?? '', `Bearer ${token}`)) {
      response.set('WWW-Authenticate', 'Bearer');
      throw new Problem(401, authorization ? 'this is not the control token' : 'the control plane asks for a token', 'send `Authorization: Bearer <token>` with the token that `presscheck mock` printed');
    }
    next();
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time wherever two texts differ. */
const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
