import type {Api} from '../../../spec/rule.ts';
import type {Role} from '../../../spec/step.ts';
import {UsageError} from '../../../spec/usage-error.ts';
import {isServerError} from '../../../spec/status.ts';
import type {Request} from '../../target/client.ts';
import type {Credential} from '../../target/target.ts';
import {Unreachable} from '../../target/unreachable.ts';

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
  /** Whether the operation is a list whose response may be 404 if it finds nothing. */
  mayFindNothing?: boolean;
  /** The API whose form an error has. */
  formOf?: Api | undefined;
}

/** A request in a message: `GET https://api.example/account with the credential full`. */
export const requestText = ({
  credential: {name},
  request: {method, url},
}: Pick<RoleResponse, 'credential' | 'request'>): string =>
  `${method} ${url} with the credential ${name.replace(/ 1$/, '')}`;

const responseText = (response: RoleResponse): string =>
  `${requestText(response)} was answered ${response.status}`;

/** How a response deviates; undefined if it is the right one for the role. */
export function deviationOf({status, isAllowed}: RoleResponse): Deviation | undefined {
  if (status === 401) return 'invalid';
  if (isServerError(status)) return 'failure';
  if (status === 404) return 'absent';
  if (isAllowed) return status === 403 ? 'less' : undefined;
  return status === 403 ? undefined : 'more';
}

/** Whether a credential can do more than its role says, at some operation. */
export const hasExcess = (responses: readonly RoleResponse[]): boolean =>
  responses.some((response) => deviationOf(response) === 'more');

/**
 * The mistake in the configuration that the responses to one credential show: the same deviation at every
 * operation, or at every operation of an ability. A deviation at some of them is no such mistake.
 * @param responses at least one, to different operations
 */
export function mistakeIn(responses: RoleResponse[]): string | undefined {
  const [first] = responses;
  const everywhere = first && deviationIn(responses);
  if (first && everywhere) return mistakeText(first, everywhere);
  for (const group of byAbility(responses)) {
    const [one] = group;
    const deviation = deviationIn(group);
    const isAboutAbility = deviation === 'less' || deviation === 'more';
    if (one && isAboutAbility && group.length > 1) return mistakeText(one, deviation);
  }
  return undefined;
}

/**
 * Says that either the credential or the deployment is wrong, if every response is a refusal (401, or 403
 * for a role with all abilities).
 * @param responses at least one, to different operations
 */
export function refusedEverywhere(responses: RoleResponse[]): string | undefined {
  const [first] = responses;
  const deviation = deviationIn(responses);
  const isRefusal = deviation === 'invalid' || deviation === 'less';
  if (!first || !isRefusal) return undefined;
  return (
    `${responseText(first)}, as every other request with it: either credentials.${first.role} is ` +
    'not valid there, or the deployment refuses a valid credential'
  );
}

/** The deviation that all responses have in common. */
function deviationIn(responses: RoleResponse[]): Deviation | undefined {
  const [first, ...others] = responses.map(deviationOf);
  return others.every((one) => one === first) ? first : undefined;
}

const byAbility = (responses: RoleResponse[]): RoleResponse[][] =>
  [...new Set(responses.map(({ability}) => ability))].map((ability) =>
    responses.filter((response) => response.ability === ability),
  );

function mistakeText(response: RoleResponse, deviation: Deviation): string {
  const {role} = response;
  const answered = responseText(response);
  if (deviation === 'invalid') return `${answered}: credentials.${role} is not valid there`;
  if (deviation === 'absent')
    return `${answered}, as every other request with it: nothing of the API is found there`;
  if (deviation === 'failure')
    throw new Unreachable(`${answered}, as every other request with it: it serves nothing now`);
  if (deviation === 'less')
    return `${answered}: credentials.${role} can do less than its role says`;
  return (
    `${answered}, where the role ${role} has to be answered 403: ` +
    `credentials.${role} can do more than its role says; if the key is right, the deployment does not look at ` +
    `this ability: leave the credential out to test the rest`
  );
}

/**
 * The reason why a role is unverified: its credential deviates at several operations, but not at all. A
 * deviation at a single operation is a failure of the deployment.
 */
function whyOpen(responses: RoleResponse[]): string | undefined {
  const deviating = responses.filter((response) => {
    const deviation = deviationOf(response);
    return deviation !== undefined && !(deviation === 'absent' && response.mayFindNothing === true);
  });
  const [first] = deviating;
  if (!first || deviating.length < 2) return undefined;
  return (
    `it is open whether credentials.${first.role} is what its role says: ` +
    `it deviates at ${deviating.length} of ${responses.length} operations ` +
    `(${responseText(first)})`
  );
}

/**
 * Requires that a credential has the abilities of its role.
 * @returns the reason why the role is unverified, if it is
 * @throws UsageError for a mistake in the configuration
 * @throws Unreachable if the deployment fails everywhere
 */
export function requireRole(responses: RoleResponse[]): string | undefined {
  const mistake = mistakeIn(responses);
  if (mistake !== undefined) throw new UsageError(mistake);
  return whyOpen(responses);
}
