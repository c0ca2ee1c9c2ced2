import {JSONRPCMessageSchema} from '@modelcontextprotocol/sdk/types.js';
import {isObject} from '../../spec/json.ts';
import type {Reply, Request} from './client.ts';
import {tooMuchIn} from './bounded-json.ts';
import {answeredIn, eventsIn, json} from './tool-results.ts';

/** Sends an HTTP request and gives what came back. */
export type Send = (request: Request) => Promise<Reply>;

/** An HTTP request to the MCP server and its response. */
export interface HttpExchange {
  request: Request;
  reply: Reply;
}

/** One JSON-RPC request of the session: how it is sent, and then what it was sent as. */
export interface SessionRequest {
  send: Send;
  /** Headers instead of the session's own: another credential. */
  headers?: Record<string, string> | undefined;
  /** Set once the response is there, also when that is a refusal by HTTP. */
  exchange?: HttpExchange;
}

/**
 * The HTTP side of a session with an MCP server: it stands where the protocol's library calls
 * `fetch`.
 *
 * The library does not say which of its calls a `fetch` belongs to. So the requests leave one after
 * the other: `leaving` is the one request that was handed to the library and has not been fetched
 * yet, and the next is handed over when that has left. Responses are awaited side by side.
 */
export class ToolRequests {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  #leaving: {request: SessionRequest; left: () => void} | undefined;
  #latestHasLeft: Promise<void> = Promise.resolve();

  /** @param headers of every request, the credential among them */
  constructor(url: string, headers: Record<string, string>) {
    this.#url = url;
    this.#headers = headers;
  }

  /**
   * Lets the library make one request when the one before it has left.
   * @param perform the call of the library
   */
  async perform<T>(request: SessionRequest, perform: () => Promise<T>): Promise<T> {
    const previousHasLeft = this.#latestHasLeft;
    const {promise, resolve} = signal();
    this.#latestHasLeft = promise;
    await previousHasLeft;
    this.#leaving = {request, left: resolve};
    try {
      return await perform();
    } finally {
      // A call that fails before it sends anything must not hold up the others.
      resolve();
    }
  }

  /** What a request was sent as; a stand-in when it never left. */
  exchangeOf({exchange}: SessionRequest): HttpExchange {
    return (
      exchange ?? {
        request: {method: 'POST', url: this.#url, headers: this.#headers},
        reply: NO_REPLY,
      }
    );
  }

  /**
   * What the library calls to send a message.
   * @param usual sends what is none of the session's requests, such as notifications
   * @throws Error when no response comes, or none that the library could read
   */
  async fetch(init: RequestInit = {}, usual: Send): Promise<Response> {
    const {authorization: _none, ...headers} = Object.fromEntries(new Headers(init.headers));
    // The stream beside the responses is optional, and this client does without. A stream that was
    // broken off is resumed.
    if (init.method !== 'POST' && !headers['last-event-id'])
      return new Response(null, {status: 405});
    const body = init.method === 'POST' ? String(init.body) : undefined;
    const id = requestId(body);
    const sessionRequest = id === undefined ? undefined : this.#takeLeaving();
    const request: Request = {
      method: init.method ?? 'GET',
      url: this.#url,
      headers: {...headers, ...(sessionRequest?.headers ?? this.#headers)},
      isComplete: answeredIn,
      ...(body !== undefined && {body}),
    };
    const reply = await (sessionRequest?.send ?? usual)(request);
    if (!sessionRequest) return responseOf(reply);
    return delivered(sessionRequest, {request, reply}, id);
  }

  #takeLeaving(): SessionRequest | undefined {
    const leaving = this.#leaving;
    this.#leaving = undefined;
    leaving?.left();
    return leaving?.request;
  }
}

/** What stands for a response where none came. */
export const NO_REPLY: Reply = {status: 0, headers: {}, text: '', problem: 'no answer'};

/**
 * Notes what a request was sent as, and hands the response to the library.
 * @throws Error for a response that holds no answer, where the library would wait without end
 */
function delivered(sessionRequest: SessionRequest, exchange: HttpExchange, id: unknown): Response {
  const {request, reply} = exchange;
  const unusable = (problem: string): Error => {
    sessionRequest.exchange = {request, reply: {...reply, status: 0, problem}};
    return new Error(problem);
  };
  const [tooMuch] = messagesOf(reply).flatMap((message) => tooMuchIn(message) ?? []);
  if (tooMuch !== undefined) throw unusable(tooMuch);
  const delivery = deliveryOf(reply, id);
  if (delivery === 'ended') throw unusable('the stream ended without an answer');
  sessionRequest.exchange = exchange;
  if (delivery === 'unreadable') throw new Error('the response is no message of the protocol');
  return responseOf(reply);
}

/**
 * How far a response answers a request: `complete` also when it is a refusal by HTTP, `resumable`
 * when its stream broke off and can be taken up again, `ended` when its stream has no message.
 */
type Delivery = 'complete' | 'resumable' | 'ended' | 'unreadable';

const isStreamed = ({headers}: Reply): boolean =>
  headers['content-type']?.includes('text/event-stream') === true;

const messagesOf = (reply: Reply): string[] =>
  isStreamed(reply) ? eventsIn(reply.text) : [reply.text];

function deliveryOf(reply: Reply, id: unknown): Delivery {
  if (reply.status === 0 || reply.status >= 300) return 'complete';
  const isStream = isStreamed(reply);
  const messages = messagesOf(reply);
  if (messages.some((message) => answers(json(message), id))) return 'complete';
  // The library resumes a stream whose events have ids.
  if (isStream && /^id:/m.test(reply.text)) return 'resumable';
  return isStream && messages.length === 0 ? 'ended' : 'unreadable';
}

/** Whether a message, alone or in a batch, answers the request with an id. */
const answers = (message: unknown, id: unknown): boolean =>
  [message]
    .flat()
    .some(
      (one) =>
        isObject(one) &&
        one.id === id &&
        !('method' in one) &&
        JSONRPCMessageSchema.safeParse(one).success,
    );

/** The id of a JSON-RPC request; undefined for other messages. */
function requestId(body: string | undefined): unknown {
  const message: unknown = body === undefined ? undefined : JSON.parse(body);
  return isObject(message) && 'method' in message ? message.id : undefined;
}

/** A response as the library takes one. @throws Error when there is none */
function responseOf({status, headers, text, problem}: Reply): Response {
  if (status === 0) throw new Error(problem);
  const hasNoBody = status === 202 || status === 204 || status === 304;
  return new Response(hasNoBody ? null : text, {status, headers});
}

function signal(): {promise: Promise<void>; resolve: () => void} {
  let resolve = (): void => {};
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return {promise, resolve};
}
