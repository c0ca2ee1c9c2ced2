import type {HttpClient} from '../../target/client.ts';
import type {Environment} from '../../target/target.ts';
import {QuotaUsedUp} from '../../target/unreachable.ts';
import {isLongWait, type RateLimitRetry} from '../send/pacing/rate-limit-retry.ts';
import type {Pacer} from '../send/pacing/pacer.ts';
import {requestText, type RoleResponse} from '../judge/role-response.ts';

/** The services with which requests are sent before the run. */
export interface PreflightSender {
  environment: Environment;
  client: HttpClient;
  pacer: Pacer;
  rateLimitRetry: RateLimitRetry;
}

/**
 * Requires that no quota refuses a credential for longer than a run waits. A refusal by the minute limit
 * is permitted here, since the rules judge it.
 * @throws QuotaUsedUp
 */
export function requireServed(
  response: Pick<RoleResponse, 'credential' | 'request' | 'status'> & {
    headers: Record<string, string>;
  },
): void {
  const {status, headers} = response;
  if (status !== 429 || !isLongWait({headers})) return;
  throw new QuotaUsedUp(
    `${requestText(response)} was answered 429 with Retry-After: ${headers['retry-after']}, ` +
      'which is longer than a run waits: its quota is used up',
  );
}
