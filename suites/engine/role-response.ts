import {UsageError} from '../../spec/usage-error.ts';
import type {Role} from '../../spec/step.ts';
import type {Reply, Request} from '../target/client.ts';
import type {Credential} from '../target/target.ts';
import {Unreachable} from '../target/unreachable.ts';
import type {WaitingClock} from './pacer.ts';

/** Seconds that a deployment is left alone after a 429 without `Retry-After`. */
const QUIET = 61;
/** Seconds that a `Retry-After` is waited for at most. */
const LONGEST_QUIET = 90;

/** A request that verifies a role, and the status of its response. */
export interface RoleResponse {
  role: Role;
  credential: Credential;
  request: Pick<Request, 'method' | 'url'>;
  status: number;
  /** Whether the role has to be refused with 403. */
  forbidden: boolean;
}

/** A request in a message: `GET https://api.example/account with the credential full 1`. */
export const requestText = ({
  credential: {name},
  request: {method, url},
}: Pick<RoleResponse, 'credential' | 'request'>): string =>
  `${method} ${url} with the credential ${name}`;

/**
 * Compares the status of a response with what the role is allowed.
 * @throws UsageError for a credential that is not valid, or can do more or less than its role says
 * @throws Unreachable for a 429
 */
export function requireRole(response: RoleResponse): void {
  const {role, status, forbidden} = response;
  const answered = `${requestText(response)} was answered ${status}`;
  if (status === 429)
    throw new Unreachable(
      `${answered}, even after a quiet minute: its limit is used up, ` +
        'or the deployment answers every request so',
    );
  if (status === 401) throw new UsageError(`${answered}: credentials.${role} is not valid there`);
  if (forbidden && status !== 403)
    throw new UsageError(
      `${answered}, where the role ${role} has to be answered 403: ` +
        `credentials.${role} can do more than its role says`,
    );
  if (!forbidden && status === 403)
    throw new UsageError(`${answered}: credentials.${role} can do less than its role says`);
}

/**
 * Sends a request, and once more after a quiet minute when its response is a 429: a limit that is
 * still used up from before shows nothing about the role.
 */
export async function sendPatiently<R extends Pick<Reply, 'status' | 'headers'>>(
  send: () => Promise<R>,
  clock: WaitingClock,
): Promise<R> {
  const reply = await send();
  if (reply.status !== 429) return reply;
  const retryAfter = Number(reply.headers['retry-after']);
  const seconds = retryAfter >= 0 ? Math.min(retryAfter + 1, LONGEST_QUIET) : QUIET;
  await clock.sleep(1000 * seconds);
  return send();
}
