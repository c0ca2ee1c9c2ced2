import type {Api} from '../../../spec/rule.ts';
import type {Role} from '../../../spec/step.ts';
import {UsageError} from '../../../spec/usage-error.ts';
import {
  deviationOf,
  mistakeIn,
  refusedEverywhere,
  requireRole,
  type RoleResponse,
} from './role-response.ts';

/** The responses to the probes of one credential. */
export interface VerifiedCredential {
  api: Api;
  role: Role;
  /** The responses of different operations; none if a limit refused every request. */
  responses: RoleResponse[];
}

/** The roles that lack an ability. A key with more abilities would make rules fail. */
const NARROW: readonly Role[] = ['read-only', 'write-only', 'tools-only'];

/** The roles that almost every scene needs. If one of them is refused everywhere, the run ends. */
const MAIN: readonly Role[] = ['full', 'admin'];

/**
 * Concludes from the probes whether each credential has the abilities of its role.
 * @param prefixes the text between the base address of an API and its paths
 * @returns the unverified roles, with the reason
 * @throws UsageError for a mistake in the configuration: a base address where every credential is
 *   refused with 401 or finds nothing, a credential that can do more or less than its role says, or
 *   a main credential that is refused everywhere
 * @throws Unreachable if the deployment fails at every request of a credential
 */
export function concludeRoles(
  verified: VerifiedCredential[],
  prefixes: Record<Api, string>,
): Map<Role, string> {
  for (const api of ['workspace', 'store'] as const)
    requireAddress(
      `${api}.base_url`,
      prefixes[api],
      verified.filter((one) => one.api === api && one.responses.length > 0),
    );
  const unverified = new Map<Role, string>();
  for (const {role, responses} of verified) {
    const reason = whyUnverified(role, responses);
    if (reason !== undefined) unverified.set(role, reason);
  }
  return unverified;
}

/**
 * The reason why a role is unverified, if it is. If a role other than a main one is refused everywhere, the
 * run continues: the credential may be wrong, or the deployment, and other rules can be decided.
 */
function whyUnverified(role: Role, responses: RoleResponse[]): string | undefined {
  if (!responses.length) return alwaysLimited(role);
  const refusal = MAIN.includes(role) ? undefined : refusedEverywhere(responses);
  return refusal ?? requireRole(responses);
}

const alwaysLimited = (role: Role): string | undefined =>
  NARROW.includes(role)
    ? `credentials.${role} could not be verified: every request was answered 429`
    : undefined;

/**
 * Requires that the base address of an API is right.
 * @param field the field of the configuration with the address
 * @param verified the responses to the credentials of that API
 * @throws UsageError if all requests of several credentials are answered 401, or all of them 404
 */
function requireAddress(field: string, prefix: string, verified: VerifiedCredential[]): void {
  const [first] = verified;
  const mistake = first && mistakeIn(first.responses);
  if (mistake === undefined || verified.length < 2) return;
  const [deviation, ...others] = verified.flatMap(({responses}) => responses.map(deviationOf));
  const isRefusal = deviation === 'invalid' || deviation === 'absent';
  if (!isRefusal || others.some((other) => other !== deviation)) return;
  const wrong =
    deviation === 'invalid'
      ? 'is the address of another deployment'
      : `is wrong: it must be the part of the URL before ${prefix}`;
  throw new UsageError(
    `${mistake}; all ${verified.length} credentials are answered so: ` +
      `perhaps \`${field}\` ${wrong}`,
  );
}
