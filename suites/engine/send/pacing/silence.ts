import type {Api} from '../../../../spec/rule.ts';
import type {Specification} from '../../../../spec/specification.ts';
import type {Role} from '../../../../spec/step.ts';
import type {HttpClient, Reply} from '../../../target/client.ts';
import {Codec} from '../../../target/codec.ts';
import type {Environment, Target} from '../../../target/target.ts';
import type {Silence} from './circuit-breaker.ts';
import {isLongWait, type RateLimitRetry} from './rate-limit-retry.ts';
import {ACCOUNT, isOffered, notTheDeployment, requestOf, USERS, type Probe} from '../probe.ts';

/** The requests that show whether a deployment responds. */
const SIGNS_OF_LIFE: [Role, Probe][] = [
  ['full', ACCOUNT],
  ['admin', USERS],
];

/**
 * Sends requests to a deployment that stopped responding. One that refuses them by the limit of a minute, which
 * an earlier run may have used up, is asked again when that minute has passed.
 * @param retry waits for limits; absent for a target of the run's own
 * @returns the reason why it does not serve them; undefined if it does
 */
export async function whySilent(
  target: Target,
  environment: Environment,
  client: HttpClient,
  specifications: Record<Api, Specification>,
  retry?: RateLimitRetry,
): Promise<Silence | undefined> {
  for (const [role, probe] of SIGNS_OF_LIFE) {
    if (!isOffered(role, probe, target)) continue;
    const codec = new Codec(specifications[probe.api].contract, target.profile(probe.api));
    const [credential] = await environment.credentials(role);
    const request = credential && requestOf(probe, credential, codec, environment);
    if (!request) continue;
    const send = (): Promise<Reply> => client.send(request);
    const reply = await (retry ? retry.send(credential.name, send) : send());
    if (reply.status === 429) return {reason: 'it answers 429', byLimit: !isLongWait(reply)};
    const reason = notTheDeployment(reply);
    return reason === undefined ? undefined : {reason, byLimit: false};
  }
  return undefined;
}
