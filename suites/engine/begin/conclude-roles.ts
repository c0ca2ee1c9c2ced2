import type {Operation} from '../../../spec/contract.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Role} from '../../../spec/step.ts';
import {UsageError} from '../../../spec/usage-error.ts';
import {atLine} from '../../target/at-line.ts';
import type {Target} from '../../target/target.ts';
import {Unreachable} from '../../target/unreachable.ts';
import {doubtAbout, noteDoubt, type RoleDoubt} from '../judge/role-doubt.ts';
import {deviationIn, deviationOf, responseText, type RoleResponse} from '../judge/role-response.ts';
import {addressHint} from '../send/wrong-address.ts';

/** The responses to the probes of one credential. */
export interface VerifiedCredential {
  api: Api;
  role: Role;
  /** The operations of the API. */
  operations: readonly Operation[];
  /** The responses of different operations; none if a limit refused every request. */
  responses: RoleResponse[];
}

type Located = Pick<Target, 'lineOf'>;

/** The roles that almost every scene needs. If one of them is refused everywhere, the run ends. */
const MAIN: readonly Role[] = ['full', 'admin'];

/**
 * Concludes from the probes whether each credential has the abilities of its role.
 * @param prefixes the text between the base address of an API and its paths
 * @param baseOf the base address of an API
 * @param target whose configuration a mistake is in
 * @returns the doubtful roles
 * @throws UsageError for a mistake in the configuration: a base address where every credential is
 *   refused with 401 or finds nothing, or a main credential that is refused everywhere
 * @throws Unreachable if the deployment fails at every request of a main credential
 */
export function concludeRoles(
  verified: VerifiedCredential[],
  prefixes: Record<Api, string>,
  baseOf: (api: Api) => string,
  target: Located = {},
): Map<Role, RoleDoubt> {
  for (const api of ['workspace', 'store'] as const)
    requireAddress(
      verified.filter((one) => one.api === api && one.responses.length > 0),
      prefixes,
      baseOf,
      target,
    );
  const doubts = new Map<Role, RoleDoubt>();
  for (const {role, responses, operations} of verified) {
    if (MAIN.includes(role)) requireServedSomewhere(responses, target);
    const doubt = doubtAbout(role, responses, operations);
    if (doubt) noteDoubt(doubts, role, doubt);
  }
  return doubts;
}

/**
 * @throws UsageError for a main credential that is refused everywhere, or finds nothing
 * @throws Unreachable if the deployment fails at every request with it
 */
function requireServedSomewhere(responses: readonly RoleResponse[], target: Located): void {
  const mistake = mistakeIn(responses);
  if (mistake === undefined) return;
  throw new UsageError(atLine(target, `/credentials/${responses[0]?.role}`, mistake));
}

/**
 * The mistake in the configuration that the same deviation at every operation shows.
 * @throws Unreachable if the deployment fails everywhere
 */
function mistakeIn(responses: readonly RoleResponse[]): string | undefined {
  const [first] = responses;
  const deviation = deviationIn(responses);
  if (!first || !deviation) return undefined;
  const answered = responseText(first);
  const everywhere = `${answered}, as every other request with it`;
  if (deviation === 'failure') throw new Unreachable(`${everywhere}: it serves nothing now`);
  if (deviation === 'absent') return `${everywhere}: nothing of the API is found there`;
  return `${answered}: credentials.${first.role} is not valid there`;
}

/**
 * Requires that the base address of an API is right.
 * @param verified the responses to the credentials of that API
 * @throws UsageError if all requests are answered 404, or all requests of several credentials 401
 */
function requireAddress(
  verified: VerifiedCredential[],
  prefixes: Record<Api, string>,
  baseOf: (api: Api) => string,
  target: Located,
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
    throw new UsageError(atLine(target, `/${api}/base_url`, `${mistake}${all}: ${hint}`));
  }
  if (deviations.has('invalid') && length > 1)
    throw new UsageError(
      atLine(
        target,
        `/${api}/base_url`,
        `${mistake}${all}: perhaps \`${api}.base_url\` is the address of another deployment`,
      ),
    );
}
