import type {Api} from '../../../spec/rule.ts';
import type {WaitingClock} from '../../../spec/clock.ts';
import type {Specification} from '../../../spec/specification.ts';
import type {Role} from '../../../spec/step.ts';
import type {Reply, Request} from '../../target/client.ts';
import type {Codec} from '../../target/codec.ts';
import type {Credential, Target} from '../../target/target.ts';
import type {PreflightSender} from './preflight-sender.ts';
import type {RoleDoubt} from '../judge/role-doubt.ts';
import {requestText} from '../judge/role-response.ts';
import {sendUntilAnswered} from './send-until-answered.ts';
import type {ShownWorkspaces} from './tenancy.ts';

/** The context in which probes are sent, and their results. */
export interface Verification extends PreflightSender {
  target: Target;
  specifications: Record<Api, Specification>;
  workspaces: ShownWorkspaces;
  /** The users that the first list of each admin has shown. */
  stores: Map<Role, ReadonlySet<string>>;
  /** The doubts about the tenants of roles so far. */
  doubts: Map<Role, RoleDoubt>;
  clock: WaitingClock;
  /** Called with a sentence about every request that had to be sent again. */
  repeated: ((text: string) => void) | undefined;
  /** Called at once with a sentence about a request that the deployment did not answer. */
  notice: ((text: string) => void) | undefined;
}

/** The credential whose probes are sent. */
export interface Probing {
  role: Role;
  credential: Credential;
  codec: Codec;
  verification: Verification;
}

/** Sends a request of the preflight, again after a 429 or while the deployment does not respond. */
export async function sendPatiently(
  request: Request,
  credential: Credential,
  {client, pacer, rateLimitRetry, clock, repeated, notice}: Verification,
): Promise<Reply> {
  const paced = async (): Promise<Reply> => {
    await pacer.pace(credential.name);
    return client.send(request);
  };
  return sendUntilAnswered(() => rateLimitRetry.send(credential.name, paced), {
    request: requestText({credential, request}),
    clock,
    repeated,
    notice,
  });
}
