import type {Exchange} from '../../../spec/step.ts';
import type {Reply, Request} from '../../target/client.ts';
import {Interrupted} from '../interruption.ts';
import type {Position, RunContext} from '../run-context.ts';

/** Which step sends a request, and in whose name. */
export type Origin = Pick<Exchange, 'step' | 'op' | 'as'>;

/** The function that sends the requests at a position: a race has a socket for each branch. */
export const senderAt = (
  {client}: RunContext,
  position?: Position,
): ((request: Request) => Promise<Reply>) => position?.send ?? ((request) => client.send(request));

/**
 * Sends a request.
 * @returns the exchange, not decoded yet: its body is the text that came
 * @throws Interrupted when the run was interrupted meanwhile
 */
export async function transmit(
  origin: Origin,
  request: Request,
  context: RunContext,
  position?: Position,
): Promise<Exchange> {
  const {environment, signal} = context;
  if (signal?.aborted) throw new Interrupted();
  const sentAt = environment.now();
  const reply = await senderAt(context, position)(request);
  const {status, headers, text, bytes, problem} = reply;
  return {
    ...origin,
    sentAt,
    gotAt: environment.now(),
    ...(environment.clockOffset && {stoodAt: environment.clockOffset()}),
    status,
    situations: [],
    documented: [],
    headers,
    body: text,
    ...(bytes && {bytes}),
    ...(problem !== undefined && {problem: {kind: 'no-response' as const, text: problem}}),
    sent: sentOf(request),
  };
}

/** A request as evidence shows it. */
export const sentOf = ({method, url, headers, body}: Request): Exchange['sent'] => ({
  method,
  url,
  headers,
  ...(typeof body === 'string' && {body}),
});
