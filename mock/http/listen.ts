import {createServer, type RequestListener, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {hasOneHost} from './host-header.ts';
import {hasTarget} from './request-target.ts';

/** A listening origin. On localhost it consists of a server for IPv4 and one for IPv6. */
export interface Listening {
  port: number;
  close(): Promise<void>;
}

/** Makes the body of a refusal by Node's HTTP parser, before there is a request. */
export type RawRefusal = (status: number) => {
  type: string;
  body: string;
  headers?: Record<string, string>;
};

/**
 * Listens with the same handler on every address of the host.
 * @param host default: both loopback addresses
 * @param port 0: any free port
 * @param report receives a line for the terminal about connections on which no request can be read
 */
export async function listen(
  handler: RequestListener,
  host: string | undefined,
  port: number,
  refusal: RawRefusal,
  report: (line: string) => void = () => {},
): Promise<Listening> {
  const local = host === undefined || host === 'localhost';
  for (let attempt = 0; ; attempt++) {
    const first = await open(handler, local ? '127.0.0.1' : host, port, refusal, report);
    const chosen = (first.address() as AddressInfo).port;
    if (!local) return {port: chosen, close: () => closed([first])};
    try {
      const second = await open(handler, '::1', chosen, refusal, report);
      return {port: chosen, close: () => closed([first, second])};
    } catch (error) {
      const {code} = error as NodeJS.ErrnoException;
      // On a machine without IPv6, localhost has only one family.
      if (code !== 'EADDRINUSE') return {port: chosen, close: () => closed([first])};
      await closed([first]);
      if (port !== 0 || attempt === 20) throw error;
    }
  }
}

/**
 * How long an idle connection stays open, in milliseconds: longer than the pools of clients keep theirs (Go: 90 s), so that
 * none reuses a connection while it is being closed.
 */
const IDLE_MS = 120_000;

function open(
  handler: RequestListener,
  host: string,
  port: number,
  refusal: RawRefusal,
  report: (line: string) => void,
): Promise<Server> {
  const served: RequestListener = (request, response) => {
    (request.socket as Connection)[LAST] = response;
    if (hasOneHost(request) && hasTarget(request)) return handler(request, response);
    return refuse(response, 400, refusal);
  };
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      requestTimeout: 300_000,
      headersTimeout: 30_000,
      keepAliveTimeout: IDLE_MS,
      // `hasOneHost` judges it: Node would refuse without a body.
      requireHostHeader: false,
    },
    served,
  );
  // Every `Expect` header is accepted here: the route judges the request.
  server.on('checkExpectation', served);
  server.on('connect', (_request, socket) => raw(socket as Socket, 405, refusal));
  refuseUnparsed(server, refusal);
  reportTls(server, report);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({port, host, ...(host === '::1' && {ipv6Only: true})}, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/** The last response of a connection, whose client may send several requests without waiting. */
const LAST = Symbol('last response');

interface Connection extends Socket {
  [LAST]?: ServerResponse;
}

/** Refuses requests that Node's HTTP parser cannot read. */
function refuseUnparsed(server: Server, refusal: RawRefusal): void {
  /**
   * Connections with an error that is answered after the responses before it. The parser reports it for
   * every chunk.
   */
  const waiting = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Connection;
    if (waiting.has(socket)) return;
    const answer = (): void => raw(socket, STATUSES[error.code ?? ''] ?? 400, refusal);
    const before = socket[LAST];
    // After a complete request, the error is in the next one, whose response comes second.
    if (!before?.req.complete || before.closed || !socket.writable) return answer();
    waiting.add(socket);
    before.once('close', () => {
      waiting.delete(socket);
      answer();
    });
  });
}

/** The first byte of a TLS connection (RFC 8446, 5.1: handshake). */
const TLS_HANDSHAKE = 0x16;

/** Reports clients that use `https:`, which otherwise see only a broken connection. */
function reportTls(server: Server, report: (line: string) => void): void {
  server.on('clientError', (error: Error & {rawPacket?: Buffer}, {localPort}: Socket) => {
    if (error.rawPacket?.[0] !== TLS_HANDSHAKE) return;
    report(
      `400 a client began with TLS on port ${localPort}, which speaks http: use http:// in its URL`,
    );
  });
}

/** The statuses for errors of Node's HTTP parser; every other error is a 400. */
const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Refuses a request that was parsed, and closes the connection after the response. */
function refuse(response: ServerResponse, status: number, refusal: RawRefusal): void {
  const {type, body, headers = {}} = refusal(status);
  response.writeHead(status, {
    ...headers,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  response.end(body);
}

/** Writes a complete response to the socket of a request that cannot be parsed, and closes it. */
function raw(socket: Socket, status: number, refusal: RawRefusal): void {
  socket.on('error', () => {});
  if (!socket.writable) return void socket.destroy();
  const {type, body, headers = {}} = refusal(status);
  const fields = Object.entries({
    ...headers,
    'Content-Type': type,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  });
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  // `end` alone would wait for a client that never closes the connection.
  socket.destroySoon();
}

const closed = (servers: Server[]): Promise<void> =>
  Promise.all(servers.map(closedOne)).then(() => undefined);

const closedOne = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
