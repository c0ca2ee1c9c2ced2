import {isServerError} from '../../../spec/status.ts';
import type {Reply} from '../../target/client.ts';
import type {WaitingClock} from '../../../spec/clock.ts';
import {notTheDeployment} from '../send/probe.ts';

/** The number of times that a request is sent while the deployment itself does not respond. */
const MAX_TRIES = 3;

/** The pause between two tries, in milliseconds. */
const PAUSE_MS = 2000;

/** How a request is sent until the deployment responds. */
interface Trying {
  /** The request in words, for the report. */
  request: string;
  clock: WaitingClock;
  /** Called with a sentence if only a later try got a response of the deployment. */
  repeated?: ((text: string) => void) | undefined;
  /** Called at once with a sentence about a request that the deployment did not answer, before another try. */
  notice?: ((text: string) => void) | undefined;
}

/**
 * Sends a request of the preflight, up to three times while the deployment itself does not respond: a
 * single reset connection must not end the run.
 * @returns the last response
 */
export async function sendUntilAnswered(
  send: () => Promise<Reply>,
  {request, clock, repeated, notice}: Trying,
): Promise<Reply> {
  const problems: string[] = [];
  for (;;) {
    const reply = await send();
    const problem = isPassing(reply) ? notTheDeployment(reply) : undefined;
    if (problem !== undefined) problems.push(problem);
    if (problem !== undefined && problems.length < MAX_TRIES) {
      notice?.(`${request}: ${problem}; trying again in ${PAUSE_MS / 1000} s`);
      await clock.sleep(PAUSE_MS);
      continue;
    }
    if (problem === undefined && problems.length)
      repeated?.(`${request}: ${problems.join('; ')}; sent again, it was answered ${reply.status}`);
    return reply;
  }
}

/** Whether the same request may have another response a moment later. */
const isPassing = ({status}: Reply): boolean => status === 0 || isServerError(status);
