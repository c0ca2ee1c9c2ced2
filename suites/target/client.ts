import {createHash} from 'node:crypto';
import {buildConnector, Client, Pool, type Dispatcher} from 'undici';

/** A request as it leaves. */
export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** The answer is bytes: its text is a JSON object with their `size` and `sha256`. */
  digest?: true;
  /** Whether a text is all that is waited for: a stream may stay open behind it. */
  isComplete?(text: string): boolean;
}

/** What came back; `status` 0 with a problem when nothing usable did. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** Of a body that does not say that it is JSON. */
  bytes?: Digest;
  problem?: string;
}

/** What is told of bytes. */
export interface Digest {
  size: number;
  sha256: string;
}

/** Bytes of an answer that are read at most; more is a problem, not a hang. */
const MOST = 8_000_000;

/**
 * The one HTTP client of the suite. It never follows a redirect, so a credential never reaches
 * another origin; it waits for an answer `timeout` milliseconds and reads a bounded body.
 */
export class HttpClient {
  readonly #pools = new Map<string, Pool>();
  readonly #timeout: number;

  constructor(timeout = 15_000) {
    this.#timeout = timeout;
  }

  /** Sends a request over a kept connection. Never throws. */
  async send(request: Request): Promise<Reply> {
    let origin: string;
    try {
      origin = new URL(request.url).origin;
    } catch {
      return none(`${request.url} is no URL`);
    }
    let pool = this.#pools.get(origin);
    if (!pool)
      this.#pools.set(origin, (pool = new Pool(origin, {connections: 8, ...this.#limits()})));
    return this.#over(pool, request);
  }

  /**
   * Opens a connection of its own to `origin` and gives a sender over it: what a race branch needs.
   */
  async warmed(
    origin: string,
  ): Promise<{send(request: Request): Promise<Reply>; close(): Promise<void>}> {
    const url = new URL(origin);
    const connect = buildConnector({timeout: this.#timeout});
    let socket = await new Promise<any>((fulfil) => {
      connect(
        {
          hostname: url.hostname,
          host: url.host,
          protocol: url.protocol,
          port: url.port || (url.protocol === 'https:' ? '443' : '80'),
        } as any,
        (error, opened) => fulfil(error ? undefined : opened),
      );
    });
    const client = new Client(origin, {
      ...this.#limits(),
      // It is handed out once: when it is closed, another is opened.
      connect: (options: any, done: any) => {
        const warm = socket;
        socket = undefined;
        if (warm && !warm.destroyed) queueMicrotask(() => done(null, warm));
        else connect(options, done);
      },
    } as Client.Options);
    return {
      send: (request) => this.#over(client, request),
      close: async () => void client.destroy().catch(() => undefined),
    };
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#pools.values()].map((pool) => pool.destroy().catch(() => undefined)),
    );
  }

  #limits(): {headersTimeout: number; bodyTimeout: number; maxResponseSize: number} {
    return {headersTimeout: this.#timeout, bodyTimeout: this.#timeout, maxResponseSize: MOST};
  }

  async #over(dispatcher: Dispatcher, request: Request): Promise<Reply> {
    const url = new URL(request.url);
    const late = AbortSignal.timeout(this.#timeout * 2);
    // Belt and braces: whatever a library does with an aborted request, the run goes on.
    const given = new Promise<Reply>((fulfil) =>
      late.addEventListener('abort', () => fulfil(none('no answer in time'))),
    );
    return Promise.race([this.#answer(dispatcher, request, url, late), given]);
  }

  async #answer(
    dispatcher: Dispatcher,
    request: Request,
    url: URL,
    signal: AbortSignal,
  ): Promise<Reply> {
    try {
      const reply = await dispatcher.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method as Dispatcher.HttpMethod,
        headers: request.headers,
        body: request.body ?? null,
        signal,
      });
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(reply.headers))
        if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
      const raw = request.isComplete
        ? await begun(reply.body, request.isComplete)
        : await reply.body.bytes();
      const bytes =
        raw.length && !headers['content-type']?.includes('json') ? digestOf(raw) : undefined;
      const text = request.digest ? JSON.stringify(digestOf(raw)) : new TextDecoder().decode(raw);
      return {status: reply.statusCode, headers, text, ...(bytes && {bytes})};
    } catch (error) {
      return none(reasonFor(error));
    }
  }
}

/** A body up to where it is enough. */
async function begun(
  body: AsyncIterable<Uint8Array>,
  enough: (text: string) => boolean,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) {
    chunks.push(chunk);
    if (enough(Buffer.concat(chunks).toString())) break;
  }
  return Buffer.concat(chunks);
}

export const digestOf = (bytes: Uint8Array): Digest => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

const none = (problem: string): Reply => ({status: 0, headers: {}, text: '', problem});

function reasonFor(error: unknown): string {
  const {code, message, name} = error as {code?: string; message?: string; name?: string};
  if (code === 'ECONNREFUSED') return 'connection refused: is the deployment running?';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return 'it speaks no TLS there: is it http, not https?';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'the body does not end';
  if (name === 'TimeoutError' || code?.includes('TIMEOUT')) return 'no answer in time';
  return code ? `${code}: ${message}` : String(message ?? error);
}
