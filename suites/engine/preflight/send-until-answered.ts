import {isServerError} from '../../../spec/status.ts';
import type {Reply} from '../../target/client.ts';
import type {WaitingClock} from '../../../spec/clock.ts';
import {notTheDeployment} from './probe.ts';

/** Times that a request is sent, while nothing or a server error in front responds. */
const MAX_TRIES = 3;

/** Milliseconds between two of them. */
const PAUSE = 2000;

/** How a request is sent until the deployment responds. */
interface Trying {
  /** The request in words, for the report. */
  request: string;
  clock: WaitingClock;
  /** Called when a later try was answered otherwise than an earlier one. */
  repeated?: ((text: string) => void) | undefined;
}

/**
 * Sends a request of the preflight, up to three times while it is not answered by the deployment:
 * one reset connection is no reason to decide nothing.
 * @returns the last response
 */
export async function sendUntilAnswered(
  send: () => Promise<Reply>,
  {request, clock, repeated}: Trying,
): Promise<Reply> {
  const problems: string[] = [];
  for (;;) {
    const reply = await send();
    const problem = isPassing(reply) ? notTheDeployment(reply) : undefined;
    if (problem !== undefined) problems.push(problem);
    if (problem !== undefined && problems.length < MAX_TRIES) {
      await clock.sleep(PAUSE);
      continue;
    }
    if (problem === undefined && problems.length)
      repeated?.(`${request}: ${problems.join('; ')}; sent again, it was answered ${reply.status}`);
    return reply;
  }
}

/** Whether what responded may respond otherwise a moment later. */
const isPassing = ({status}: Reply): boolean => status === 0 || isServerError(status);
