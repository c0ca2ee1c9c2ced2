import {type IncomingHttpHeaders, IncomingMessage, ServerResponse, type Server} from 'node:http';
import {Socket} from 'node:net';
import {Writable} from 'node:stream';

/** A request as it came. */
export interface Request {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Milliseconds after which a server is taken not to answer. */
const PATIENCE = 2000;

/** A header whose value is drawn for each answer. */
const DRAWN = /^X-Request-Ref: .*\r\n/m;

/** Hands a request to a server without a connection. @returns everything that it writes to it, but for what is drawn */
export function hand(server: Server, {method, url, headers, body}: Request): Promise<string> {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, {method, url, headers, httpVersionMajor: 1, httpVersionMinor: 1});
  if (body.length) req.push(body);
  req.push(null);
  const res = new ServerResponse(req);
  // Only what the server itself says of the time is the same each time.
  res.sendDate = false;
  const written: Buffer[] = [];
  const connection = new Writable({
    write: (chunk: Buffer, _, done) => {
      written.push(Buffer.from(chunk));
      done();
    },
  });
  res.assignSocket(connection as Socket);
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(late);
      resolve(Buffer.concat(written).toString('latin1').replace(DRAWN, ''));
    };
    const late = setTimeout(end, PATIENCE);
    res.once('finish', end);
    res.once('close', end);
    server.emit('request', req, res);
  });
}
