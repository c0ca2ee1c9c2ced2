import type {IncomingMessage} from 'node:http';
import type {Faults, Reply} from '../types.ts';

/** A request as it came: its head, and its body (null when that is too long). */
interface Arrived {
  req: IncomingMessage;
  bytes: Buffer | null;
}

/** How requests are misread before anything is done with them; returns the body. */
const ARRIVALS: Record<string, (arrived: Arrived) => Buffer | null> = {
  'order-cancel-charset-body-lost': ({req, bytes}) => {
    const parameters = (req.headers['content-type'] ?? '').includes(';');
    return parameters && isOf(req, 'DELETE', /\/v1\/orders\//) ? Buffer.alloc(0) : bytes;
  },
  'plan-update-chunked-empty': ({req, bytes}) => {
    const chunked = /chunked/i.test(req.headers['transfer-encoding'] ?? '');
    return chunked && isOf(req, 'PUT', /\/dashboard\/plans\//) ? Buffer.alloc(0) : bytes;
  },
  'issue-external-lower-hex-unread': ({req, bytes}) => {
    if (isOf(req, 'GET', /\/dashboard\/issues\//)) {
      const small = /%(?=[\da-f]{2})(?=\d?[a-f])/g;
      req.url = (req.url ?? '').replaceAll(small, '%25');
    }
    return bytes;
  },
};

/** How answers are miswritten, by the request that they answer. */
const DEPARTURES: Record<string, (req: IncomingMessage, reply: Reply) => void> = {
  'quota-head-no-retry-after': (req, reply) => {
    if (req.method === 'HEAD' && reply.status === 429) delete reply.headers?.['Retry-After'];
  },
  'invalid-redirected-by-accept': ({headers: {accept = ''}, url = ''}, reply) => {
    const later = /,\s*application\/json/i.test(accept);
    if (!later || reply.status !== 422 || url.includes('/orders')) return;
    const headers = {'Content-Type': 'text/html; charset=utf-8', Location: '/'};
    Object.assign(reply, {
      status: 302,
      body: '<html>Redirecting to <a href="/">/</a></html>',
      headers,
    });
  },
};

function isOf({method, url = ''}: IncomingMessage, wanted: string, path: RegExp): boolean {
  return method === wanted && path.test(url.split('?')[0] ?? '');
}

/** The body of a request as the faults of this part read it; they may change its address. */
export function misread(faults: Faults, req: IncomingMessage, bytes: Buffer | null): Buffer | null {
  let read = bytes;
  for (const name of faults) read = ARRIVALS[name]?.({req, bytes: read}) ?? read;
  return read;
}

/** Writes an answer as the faults of this part do. */
export function departing(faults: Faults, req: IncomingMessage, reply: Reply): void {
  for (const name of faults) DEPARTURES[name]?.(req, reply);
}
