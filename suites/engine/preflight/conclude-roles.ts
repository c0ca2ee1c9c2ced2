import type {Api} from '../../../spec/rule.ts';
import type {Role} from '../../../spec/step.ts';
import {UsageError} from '../../../spec/usage-error.ts';
import {
  deviationOf,
  hasExcess,
  mistakeIn,
  refusedEverywhere,
  requireRole,
  type RoleResponse,
} from './role-response.ts';
import {addressHint} from './wrong-address.ts';

/** The responses to the probes of one credential. */
export interface VerifiedCredential {
  api: Api;
  role: Role;
  /** The responses of different operations; none if a limit refused every request. */
  responses: RoleResponse[];
}

/** The roles that lack an ability. A key with more abilities would make rules fail. */
export const NARROW: readonly Role[] = ['read-only', 'write-only', 'tools-only'];

/** The roles that almost every scene needs. If one of them is refused everywhere, the run ends. */
const MAIN: readonly Role[] = ['full', 'admin'];

/**
 * Concludes from the probes whether each credential has the abilities of its role.
 * @param prefixes the text between the base address of an API and its paths
 * @param baseOf the base address of an API
 * @returns the unverified roles, with the reason
 * @throws UsageError for a mistake in the configuration: a base address where every credential is
 *   refused with 401 or finds nothing, a single credential that can do more than its role says, one that
 *   can do less, or a main credential that is refused everywhere
 * @throws Unreachable if the deployment fails at every request of a credential
 */
export function concludeRoles(
  verified: VerifiedCredential[],
  prefixes: Record<Api, string>,
  baseOf: (api: Api) => string,
): Map<Role, string> {
  for (const api of ['workspace', 'store'] as const)
    requireAddress(
      verified.filter((one) => one.api === api && one.responses.length > 0),
      prefixes,
      baseOf,
    );
  const unverified = new Map<Role, string>();
  const isExcessOfDeployment = verified.filter(({responses}) => hasExcess(responses)).length > 1;
  for (const {role, responses} of verified) {
    const telling = isExcessOfDeployment ? withoutExcess(responses) : responses;
    const reason = responses.length ? whyUnverified(role, telling) : alwaysLimited(role);
    if (reason !== undefined) unverified.set(role, reason);
  }
  return unverified;
}

/**
 * The responses but for those that needed an ability which the credential does not have. One key with more
 * abilities than its role may be a mistake in the configuration. Several are a deployment that does not look at
 * abilities, and the rules find that.
 */
const withoutExcess = (responses: RoleResponse[]): RoleResponse[] =>
  responses.filter((response) => deviationOf(response) !== 'more');

/**
 * The reason why a role is unverified, if it is. If a role other than a main one is refused everywhere, the
 * run continues: the credential may be wrong, or the deployment, and other rules can be decided.
 */
function whyUnverified(role: Role, responses: RoleResponse[]): string | undefined {
  const refusal = MAIN.includes(role) ? undefined : refusedEverywhere(responses);
  return refusal ?? requireRole(responses);
}

const alwaysLimited = (role: Role): string | undefined =>
  NARROW.includes(role)
    ? `credentials.${role} could not be verified: every request was answered 429`
    : undefined;

/**
 * Requires that the base address of an API is right.
 * @param verified the responses to the credentials of that API
 * @throws UsageError if all requests are answered 404, or all requests of several credentials 401
 */
function requireAddress(
  verified: VerifiedCredential[],
  prefixes: Record<Api, string>,
  baseOf: (api: Api) => string,
): void {
  const [first] = verified;
  const mistake = first && mistakeIn(first.responses);
  if (!first || mistake === undefined) return;
  const {api, responses} = first;
  const {length} = verified;
  const all = length > 1 ? `; all ${length} credentials are answered so` : '';
  const deviations = new Set(verified.flatMap((one) => one.responses.map(deviationOf)));
  if (deviations.size > 1) return;
  if (deviations.has('absent')) {
    const formOf = responses[0]?.formOf;
    const hint = addressHint({api, base: baseOf(api), prefixes, formOf});
    throw new UsageError(`${mistake}${all}: ${hint}`);
  }
  if (deviations.has('invalid') && length > 1)
    throw new UsageError(
      `${mistake}${all}: perhaps \`${api}.base_url\` is the address of another deployment`,
    );
}
