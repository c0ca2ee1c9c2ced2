import type {Api} from '../../../spec/rule.ts';
import type {Role} from '../../../spec/step.ts';
import {isServerError} from '../../../spec/status.ts';
import type {Request} from '../../target/client.ts';
import type {Credential} from '../../target/target.ts';

/**
 * How a response deviates from the right one for a role: the credential is invalid, it has fewer or more
 * abilities than its role, nothing is found, or the deployment failed.
 */
export type Deviation = 'invalid' | 'less' | 'more' | 'absent' | 'failure';

/** A request that verifies a role, and the status of its response. */
export interface RoleResponse {
  role: Role;
  credential: Credential;
  request: Pick<Request, 'method' | 'url'>;
  status: number;
  /** Whether the role may call the operation; otherwise it has to be refused with 403. */
  isAllowed: boolean;
  /** The ability that the operation needs. */
  ability?: string | undefined;
  /** The API whose form an error has. */
  formOf?: Api | undefined;
}

/** A request in a message: `GET https://api.example/account with the credential full`. */
export const requestText = ({
  credential: {name},
  request: {method, url},
}: Pick<RoleResponse, 'credential' | 'request'>): string =>
  `${method} ${url} with the credential ${name.replace(/ 1$/, '')}`;

export const responseText = (response: RoleResponse): string =>
  `${requestText(response)} was answered ${response.status}`;

/** How a response deviates; undefined if it is the right one for the role. */
export function deviationOf({status, isAllowed}: RoleResponse): Deviation | undefined {
  if (status === 401) return 'invalid';
  if (isServerError(status)) return 'failure';
  if (status === 404) return 'absent';
  if (isAllowed) return status === 403 ? 'less' : undefined;
  return status === 403 ? undefined : 'more';
}

/** The deviation that all responses have in common. */
export function deviationIn(responses: readonly RoleResponse[]): Deviation | undefined {
  const [first, ...others] = responses.map(deviationOf);
  return others.every((one) => one === first) ? first : undefined;
}
