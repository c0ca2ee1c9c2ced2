import type {OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse} from 'node:http';

/** What tells the time of a world. */
interface WorldTime {
  /** Epoch milliseconds. */
  now(): number;
}

/** The header `Date` of a response that belongs to a world (RFC 9110, section 6.6.1). */
export const dateOf = (world: WorldTime): string => new Date(world.now()).toUTCString();

/**
 * Lets a response tell the time of its world, at the moment in which it is sent. It may be stored nowhere: a cache would
 * compute its age by another clock.
 */
export function tellTime(response: ServerResponse, world: WorldTime | undefined): void {
  if (!world) return;
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (
    status: number,
    reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ) => {
    const own = typeof reason === 'object' ? reason : (headers ?? {});
    for (const [name, value] of Object.entries(own)) response.setHeader(name, value ?? '');
    response.setHeader('Date', dateOf(world));
    response.setHeader('Cache-Control', notStored(response.getHeader('cache-control')));
    return typeof reason === 'string' ? writeHead(status, reason) : writeHead(status);
  };
}

/** A stream says `no-cache` itself, and must not be stored either. */
const notStored = (given: unknown): string =>
  given === undefined || String(given).includes('no-store') ? 'no-store' : `${given}, no-store`;
