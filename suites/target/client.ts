import {createHash} from 'node:crypto';
import {validateHeaderValue} from 'node:http';
import {Readable} from 'node:stream';
import {isIP, type Socket} from 'node:net';
import {buildConnector, Client, Pool, type Dispatcher} from 'undici';
import {originOf, requestTarget, type RequestTarget} from '../../spec/request-target.ts';
import {tooMuchIn} from './bounded-json.ts';
import {decoded} from './content-coding.ts';
import {textToSend, withOwnDigits, withSubstitutes} from './long-integers.ts';
import {
  allAddresses,
  guardElsewhere,
  isHere,
  lookupElsewhere,
  type Resolve,
} from './lookup-elsewhere.ts';
import type {Proxies} from './proxies.ts';
import {connectorThrough} from './tunnel.ts';

/** A request as it is sent. */
export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** The body is sent in chunks, without a `Content-Length` (RFC 9112, 7.1). */
  isChunked?: true;
  /** Only a digest of the body is wanted: the reply's text is a JSON object of `size`, `sha256`. */
  digest?: true;
  /** The base URL of the deployment that gave the URL: only one on this machine may lead to this machine. */
  givenBy?: string;
  /**
   * Whether the part of a stream that has been received contains the awaited event. The rest is not
   * read, since the stream may stay open.
   */
  isComplete?(text: string): boolean;
}

/** A response; `status` is 0, with a problem, if there was none or it was unusable. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** Set for a body whose content type is not JSON. */
  bytes?: Digest;
  problem?: string;
}

/** Size and hash of some bytes. */
export interface Digest {
  size: number;
  sha256: string;
}

/** A connection to one origin that is used for these requests alone. */
export interface OwnConnection {
  send(request: Request): Promise<Reply>;
  close(): Promise<void>;
}

/** The most bytes of a body that are read; a larger body is a problem of the reply. */
const MAX_BODY_BYTES = 8_000_000;

/** The most connections to one origin, not counting those of race branches. */
const MAX_CONNECTIONS = 8;

/** How many times the timeout a whole exchange may take. */
const TOTAL_FACTOR = 2;

/**
 * The one HTTP client of the suite. It never follows a redirect, so that a credential never reaches
 * another origin. It limits how long a response may take and how large its body may be.
 */
export class HttpClient {
  readonly #pools = new Map<string, Pool>();
  /** Whether the host of a deployment's base URL is this machine, by base URL. */
  readonly #here = new Map<string, Promise<boolean>>();
  readonly #resolve: Resolve;
  readonly #proxies: Proxies | undefined;
  readonly #timeout: number;
  readonly #hardStop: AbortSignal | undefined;
  /** The requests under way, each with its abort controller. */
  readonly #underWay = new Set<AbortController>();
  readonly #breakOff = (): void => {
    for (const request of this.#underWay) request.abort(new Error(ENDED));
  };

  /**
   * @param timeout milliseconds of silence before the headers and between two parts of the body; the
   * whole exchange may take `TOTAL_FACTOR` times as long
   * @param hardStop aborts the requests under way; nothing is sent after it
   * @param proxies through which it sends; none if absent
   * @param resolve asks the DNS for the addresses of a name
   */
  constructor(
    timeout = 15_000,
    hardStop?: AbortSignal,
    proxies?: Proxies,
    resolve: Resolve = allAddresses,
  ) {
    this.#timeout = timeout;
    this.#proxies = proxies;
    this.#resolve = resolve;
    this.#hardStop = hardStop;
    hardStop?.addEventListener('abort', this.#breakOff);
  }

  /** Sends a request over a kept connection. Never throws. */
  async send(request: Request): Promise<Reply> {
    const origin = originOf(request.url);
    if (origin === undefined) return noReply(`${request.url} is no URL`);
    const isElsewhere = await this.#isElsewhere(request.givenBy);
    return this.#sendOver(this.#poolOf(origin, isElsewhere), request);
  }

  /**
   * Opens a new connection to `origin`, so that a request of a race is sent without delay. A request to
   * another origin, or that another deployment has given, is sent over a kept connection, as by `send`.
   * @param givenBy the base URL of the deployment that gave the origin, as in `Request`
   */
  async openConnection(origin: string, givenBy?: string): Promise<OwnConnection> {
    const {hostname, host, protocol, port} = new URL(origin);
    const connect = this.#connector(origin, await this.#isElsewhere(givenBy));
    const options = {hostname, host, protocol, port: port || DEFAULT_PORTS[protocol] || ''};
    let socket = await new Promise<Socket | undefined>((fulfil) => {
      connect(options, (error, opened) => fulfil(error ? undefined : (opened ?? undefined)));
    });
    const client = new Client(origin, {
      ...this.#limits(),
      // The open socket is used first; when it is closed, another one is opened.
      connect: (connectOptions, done) => {
        const warm = socket;
        socket = undefined;
        if (warm && !warm.destroyed) queueMicrotask(() => done(null, warm));
        else connect(connectOptions, done);
      },
    });
    return {
      send: (request) =>
        originOf(request.url) === origin && [undefined, givenBy].includes(request.givenBy)
          ? this.#sendOver(client, request)
          : this.send(request),
      close: async () => {
        // If nothing was sent, the client does not know the open socket.
        socket?.destroy();
        await client.destroy().catch(() => undefined);
      },
    };
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    this.#hardStop?.removeEventListener('abort', this.#breakOff);
    await Promise.all(
      [...this.#pools.values()].map((pool) => pool.destroy().catch(() => undefined)),
    );
  }

  /** @param isElsewhere whether no connection of the pool may lead to this machine */
  #poolOf(origin: string, isElsewhere: boolean): Pool {
    const key = `${isElsewhere} ${origin}`;
    const known = this.#pools.get(key);
    if (known) return known;
    const connect = this.#connector(origin, isElsewhere);
    const pool = new Pool(origin, {connections: MAX_CONNECTIONS, connect, ...this.#limits()});
    this.#pools.set(key, pool);
    return pool;
  }

  /** How connections to an origin are opened: those that must not lead to this machine refuse its addresses. */
  #connector(origin: string, isElsewhere: boolean): buildConnector.connector {
    const timeout = this.#timeout;
    const proxy = this.#proxies?.of(origin);
    if (proxy) {
      const guard = isElsewhere ? guardElsewhere(this.#resolve) : undefined;
      return connectorThrough(proxy, {timeout, guard});
    }
    return buildConnector({
      timeout,
      ...(isElsewhere && {lookup: lookupElsewhere(this.#resolve)}),
    });
  }

  /** Whether a deployment that gave a URL is on another machine; no for a URL that none has given. */
  async #isElsewhere(givenBy: string | undefined): Promise<boolean> {
    return givenBy !== undefined && !(await this.#isHere(givenBy));
  }

  #isHere(base: string): Promise<boolean> {
    const known = this.#here.get(base) ?? isHere(new URL(base).hostname, this.#resolve);
    this.#here.set(base, known);
    return known;
  }

  #limits(): {headersTimeout: number; bodyTimeout: number; maxResponseSize: number} {
    return {
      headersTimeout: this.#timeout,
      bodyTimeout: this.#timeout,
      maxResponseSize: MAX_BODY_BYTES,
    };
  }

  async #sendOver(dispatcher: Dispatcher, request: Request): Promise<Reply> {
    if (this.#hardStop?.aborted) return noReply(ENDED);
    const deadline = AbortSignal.timeout(this.#timeout * TOTAL_FACTOR);
    const controller = new AbortController();
    const {signal} = controller;
    deadline.addEventListener('abort', () => controller.abort(deadline.reason));
    // The library rejects an aborted request. Should it ever fail to, the run still goes on.
    const late = new Promise<Reply>((fulfil) =>
      signal.addEventListener('abort', () => fulfil(noReply(problemOf(signal.reason)))),
    );
    this.#underWay.add(controller);
    try {
      return await Promise.race([replyTo(dispatcher, request, signal), late]);
    } finally {
      this.#underWay.delete(controller);
    }
  }
}

const DEFAULT_PORTS: Record<string, string> = {'https:': '443', 'http:': '80'};

/** The body of a request; the length of a stream is not known, so that it is sent in chunks. */
function bodyToSend({body, isChunked}: Request): string | Uint8Array | Readable | null {
  const bytes = typeof body === 'string' ? textToSend(body) : (body ?? null);
  return isChunked && bytes !== null ? Readable.from([Buffer.from(bytes)]) : bytes;
}

/** Sends a request and reads its response. Errors become the reply's problem. */
async function replyTo(
  dispatcher: Dispatcher,
  request: Request,
  signal: AbortSignal,
): Promise<Reply> {
  const to = requestTarget(textToSend(request.url));
  if (!to) return noReply(`${request.url} is no URL`);
  const illegal = Object.entries(request.headers).find((header) => isIllegal(...header));
  if (illegal)
    return noReply(`the value of the header ${illegal[0]} has characters that HTTP cannot send`);
  try {
    const response = await dispatcher.request({
      origin: to.origin,
      path: to.target,
      method: request.method as Dispatcher.HttpMethod,
      headers: withHost(withOwnDigitsIn(request.headers), to),
      // The library would take it from the header Host; with another one it would leave the open connection.
      ...(!isIP(to.hostname.replace('[', '').replace(']', '')) && {servername: to.hostname}),
      body: bodyToSend(request),
      signal,
    });
    const headers = plainHeaders(response.headers);
    const body = await bodyOf(response, request, headers['content-encoding']);
    const isOther = body.length > 0 && !headers['content-type']?.includes('json');
    const text = request.digest ? JSON.stringify(digestOf(body)) : new TextDecoder().decode(body);
    // JSON that is too large is a problem of the reply, not of its reader.
    const tooMuch = /^\s*[[{]/.test(text) ? tooMuchIn(text) : undefined;
    if (tooMuch !== undefined) return noReply(tooMuch);
    return {
      status: response.statusCode,
      headers,
      text: request.digest ? text : withSubstitutes(text),
      ...(isOther && {bytes: digestOf(body)}),
    };
  } catch (error) {
    return noReply(problemOf(error));
  }
}

/** The body of a response, or the part of it that is wanted, without its content codings. */
async function bodyOf(
  {body, statusCode}: Dispatcher.ResponseData,
  {method, isComplete}: Request,
  coding?: string,
): Promise<Uint8Array> {
  const isWithout = method === 'HEAD' || WITHOUT_BODY.includes(statusCode);
  return readUntil(isWithout ? body : decoded(body, coding), isComplete);
}

/** Statuses of responses that have no body, whatever their headers say (RFC 9110, section 6.4.1). */
const WITHOUT_BODY = [204, 304];

/**
 * Whether a header's value cannot be sent, for example letters outside Latin-1. The library would
 * refuse it as well, but then never use that connection again.
 */
function isIllegal(name: string, value: string): boolean {
  try {
    validateHeaderValue(name, value);
    return false;
  } catch {
    return true;
  }
}

/** Headers with values of earlier responses, such as those of an upload, as those responses had them. */
const withOwnDigitsIn = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withOwnDigits(value)]));

/** Headers with the host as it was given; the library would write it in small letters. */
function withHost(
  headers: Record<string, string>,
  {host, origin}: RequestTarget,
): Record<string, string> {
  const isOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'host');
  return isOwn || origin.endsWith(`//${host}`) ? headers : {host, ...headers};
}

/** Headers with one text each; repeated ones are joined by commas. */
function plainHeaders(raw: Dispatcher.ResponseData['headers']): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw))
    if (value !== undefined) headers[name] = withSubstitutes([value].flat().join(', '));
  return headers;
}

/**
 * Reads a body until it is complete enough. Each event, which ends with a blank line, is read once.
 * @throws Error for a body that is too large after its decoding
 */
async function readUntil(
  body: AsyncIterable<Uint8Array>,
  isComplete?: (text: string) => boolean,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const decoder = new TextDecoder();
  let unread = '';
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error(TOO_LARGE);
    if (!isComplete) continue;
    unread += decoder.decode(chunk, {stream: true});
    if (isComplete(unread)) break;
    unread = unread.slice(endOfEvents(unread));
  }
  return Buffer.concat(chunks);
}

/** The offset after the last complete event of an event stream: events end with a blank line. */
function endOfEvents(text: string): number {
  const ends = ['\n\n', '\r\r', '\r\n\r\n'].map((blank) => {
    const at = text.lastIndexOf(blank);
    return at === -1 ? 0 : at + blank.length;
  });
  return Math.max(...ends);
}

/** Size and SHA-256 of some bytes. */
export const digestOf = (bytes: Uint8Array): Digest => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

const ENDED = 'the run was ended';

const TOO_LARGE = 'the body is larger than 8 MB';

const noReply = (problem: string): Reply => ({status: 0, headers: {}, text: '', problem});

/** Why there is no response, for a reader of the report. */
function problemOf(error: unknown): string {
  const {code: given, message, name} = error as {code?: unknown; message?: string; name?: string};
  // That of an aborted request is a number.
  const code = typeof given === 'string' ? given : undefined;
  if (code === 'ECONNREFUSED') return 'connection refused';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return 'no TLS at that port: write http:// instead of https://?';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return TOO_LARGE;
  if (name === 'TimeoutError' || code?.includes('TIMEOUT')) return 'no answer in time';
  if (code?.startsWith('Z_')) return `the body does not have its Content-Encoding: ${message}`;
  return code ? `${code}: ${message}` : String(message ?? error);
}
