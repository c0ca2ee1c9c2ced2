import type {OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse} from 'node:http';

/** What tells the time of a world. */
interface WorldTime {
  /** Epoch milliseconds. */
  now(): number;
}

/** The second that was written last, since the Unix epoch, and its text: most responses are of the same one. */
const last = {second: NaN, text: ''};

/** The header `Date` of a response that belongs to a world (RFC 9110, section 6.6.1). */
export function dateOf(world: WorldTime): string {
  const second = Math.floor(world.now() / 1000);
  if (second !== last.second) {
    last.second = second;
    last.text = new Date(second * 1000).toUTCString();
  }
  return last.text;
}

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
