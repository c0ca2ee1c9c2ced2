import type {Exchange} from '../../../spec/exchange.ts';
import {requestTarget, urlAsSent} from '../../../spec/request-target.ts';
import type {Reply, Request} from '../../target/client.ts';
import {Interrupted} from '../facts/interruption.ts';
import type {Position, AttemptContext} from './attempt-context.ts';

/** Which step sends a request: its id, its operation, and the credential. */
export type Origin = Pick<Exchange, 'step' | 'op' | 'as' | 'present'>;

/** The function that sends a step's requests: in a race each branch has a connection of its own. */
export const senderAt = (
  {client}: AttemptContext,
  position?: Position,
): ((request: Request) => Promise<Reply>) => position?.send ?? ((request) => client.send(request));

/**
 * Sends a request.
 * @returns the exchange, not decoded yet: `body` is the text of the response, and `situations` and
 * `documented` are empty; without a response `status` is 0 and `problem` is set
 * @throws Interrupted when the run was interrupted before this request
 */
export async function transmit(
  origin: Origin,
  request: Request,
  attempt: AttemptContext,
  position?: Position,
): Promise<Exchange> {
  const {environment, signal} = attempt;
  if (signal?.aborted) throw new Interrupted();
  const sentAt = environment.now();
  const reply = await senderAt(attempt, position)(request);
  const {status, headers, text, bytes, problem} = reply;
  return {
    ...origin,
    sentAt,
    gotAt: environment.now(),
    ...(environment.targetTime && {targetTime: environment.targetTime()}),
    status,
    situations: [],
    documented: [],
    headers,
    body: text,
    ...(bytes && {bytes}),
    ...(requestTarget(request.url)?.isEncoded && {encodedUrl: true as const}),
    ...(problem !== undefined && {problem: {kind: 'no-response' as const, text: problem}}),
    sent: sentOf(request),
  };
}

/** A request as an exchange records it: without the bytes of a file, and not redacted yet. */
export const sentOf = ({method, url, headers, body, isChunked}: Request): Exchange['sent'] => ({
  method,
  url: urlAsSent(url),
  headers: isChunked ? {...headers, 'transfer-encoding': 'chunked'} : headers,
  ...(typeof body === 'string' && {body}),
  ...(body instanceof Uint8Array && {file: true as const}),
});
