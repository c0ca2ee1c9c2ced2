import {isObject} from '../../spec/json.ts';
import {isSuccessStatus} from '../../spec/status.ts';
import {tooMuchIn} from './bounded-json.ts';
import type {Reply, Request} from './client.ts';
import {answeredIn, eventsIn, json, type ProtocolError} from './tool-results.ts';

/** Sends an HTTP request and gives what came back. */
export type Send = (request: Request) => Promise<Reply>;

/** An HTTP request to the MCP server and its response. */
export interface HttpExchange {
  request: Request;
  reply: Reply;
}

/** A JSON-RPC request, with the headers that go with it. */
export interface ToolMessage {
  method: string;
  params: Record<string, unknown>;
  headers: Record<string, string>;
}

/** An error of JSON-RPC with its code. */
export interface CodedError extends ProtocolError {
  code: number;
}

/** What came of a JSON-RPC request: one of the three, and the error also beside a problem. */
export interface MessageReply extends HttpExchange {
  result?: Record<string, unknown>;
  error?: CodedError;
  /** Why there is no answer that can be read, or which HTTP status refused the request. */
  problem?: string;
}

/** How often a stream that broke off is taken up again. */
const MAX_RESUMPTIONS = 3;

/** Headers of every message: a server may answer with JSON or with a stream of events. */
const CONTENT = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** What tells the request that a response answers: a text or an integer (JSON-RPC 2.0, Request object). */
export type MessageId = number | string;

/** The HTTP request that carries a JSON-RPC message; one without an id is a notification. */
export const requestOf = (
  url: string,
  {method, params, headers}: ToolMessage,
  id?: MessageId,
): Request => ({
  method: 'POST',
  url,
  headers: {...CONTENT, ...headers},
  body: JSON.stringify({jsonrpc: '2.0', ...(id !== undefined && {id}), method, params}),
  isComplete: answeredIn,
});

/**
 * Sends a JSON-RPC request and reads its response: JSON, a batch, or an event of a stream. A stream that
 * broke off and whose events have ids is taken up again (2025-11-25, Transports: resumability); such
 * streams ended with revision 2026-07-28.
 */
export async function sendMessage(
  url: string,
  message: ToolMessage,
  id: MessageId,
  send: Send,
): Promise<MessageReply> {
  const request = requestOf(url, message, id);
  let reply = await send(request);
  for (let times = 0; times < MAX_RESUMPTIONS; times += 1) {
    const lastEvent = lastEventOf(reply);
    if (lastEvent === undefined || answerIn(reply, id)) break;
    reply = await send({
      method: 'GET',
      url,
      headers: {...message.headers, accept: 'text/event-stream', 'last-event-id': lastEvent},
      isComplete: answeredIn,
    });
  }
  return replyTo(id, {request, reply});
}

/** The id of the last event of a stream; undefined for other responses. */
function lastEventOf(reply: Reply): string | undefined {
  if (!isStreamed(reply)) return undefined;
  return [...reply.text.matchAll(/^id: ?(.+?)\r?$/gm)].at(-1)?.[1];
}

function replyTo(id: MessageId, {request, reply}: HttpExchange): MessageReply {
  const unusable = (problem: string): MessageReply => ({
    request,
    reply: {...reply, status: 0, problem},
    problem,
  });
  if (reply.status === 0) return {request, reply, problem: reply.problem ?? 'no answer'};
  const [tooMuch] = messagesOf(reply).flatMap((message) => tooMuchIn(message) ?? []);
  if (tooMuch !== undefined) return unusable(tooMuch);
  const answer = answerIn(reply, id);
  if (!isSuccessStatus(reply.status)) {
    const problem = `HTTP ${reply.status}: ${reply.text.slice(0, 200)}`;
    return {request, reply, problem, ...errorOf(answer)};
  }
  if (answer) return {request, reply, ...errorOf(answer), ...resultOf(answer)};
  if (isStreamed(reply) && messagesOf(reply).length === 0)
    return unusable('the stream ended without an answer');
  return {
    request,
    reply,
    problem: `the response is no answer to the message with the id ${JSON.stringify(id)}`,
  };
}

const isStreamed = ({headers}: Reply): boolean =>
  headers['content-type']?.includes('text/event-stream') === true;

const messagesOf = (reply: Reply): string[] =>
  isStreamed(reply) ? eventsIn(reply.text) : [reply.text];

/** The answer to the request with an id, alone or in a batch; a refusal by HTTP may lack the id. */
function answerIn(reply: Reply, id: MessageId): Record<string, unknown> | undefined {
  const ids: unknown[] = isSuccessStatus(reply.status) ? [id] : [id, null, undefined];
  return messagesOf(reply)
    .flatMap((message) => parsed(message))
    .filter(isObject)
    .find((one) => one.jsonrpc === '2.0' && ids.includes(one.id) && isAnswer(one));
}

const isAnswer = (message: Record<string, unknown>): boolean =>
  !('method' in message) && (isObject(message.result) || isObject(message.error));

/** The JSON of a message; undefined for one that has too much of it, or none. */
function parsed(message: string): unknown {
  return tooMuchIn(message) === undefined ? json(message) : undefined;
}

function errorOf(answer: Record<string, unknown> | undefined): {error?: CodedError} {
  if (!isObject(answer?.error)) return {};
  const {code, message, data} = answer.error;
  return {error: {code: Number(code), message: String(message ?? ''), data}};
}

const resultOf = ({result}: Record<string, unknown>): {result?: Record<string, unknown>} =>
  isObject(result) ? {result} : {};
