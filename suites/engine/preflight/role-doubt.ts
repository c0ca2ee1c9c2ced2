import type {RuleId} from '../../../spec/rule.ts';
import type {Role} from '../../../spec/step.ts';
import {isClientError, isServerError} from '../../../spec/status.ts';
import {deviationIn, deviationOf, responseText, type RoleResponse} from './role-response.ts';

/**
 * What the first requests leave open about the credential of a role: whether the credential or the deployment
 * is wrong.
 *
 * - `invalid`: it is refused everywhere, as a credential that nobody issued.
 * - `less`: it is refused at every operation of an ability that its role has.
 * - `more`: it can do more than its role.
 * - `another`: it seems to be of another role or tenant.
 * - `unseen`: nothing was seen, because a limit refused every request.
 */
export interface RoleDoubt {
  kind: 'invalid' | 'less' | 'more' | 'another' | 'unseen';
  /** The reason, in words. */
  reason: string;
  /** The rule that the deployment breaks unless the credential is not of its role. That rule fails. */
  rule?: RuleId;
}

/** The doubtful roles of a deployment. */
export type RoleDoubts = ReadonlyMap<Role, RoleDoubt>;

/** What a rule says beside its failure if the credential may be the cause. */
export const NOT_OF_ITS_ROLE = 'or the credential is not of this role';

const ABILITY_RULE: RuleId = 'workspace.access.ability-is-needed';

/** The roles that lack an ability. */
const NARROW: readonly Role[] = ['read-only', 'write-only', 'tools-only'];

/**
 * Whether a doubt explains that a credential got a status. Only an invalid credential explains a 401, and no
 * credential explains that a server fails.
 */
export function explainsStatus({kind}: RoleDoubt, status: number): boolean {
  if (isServerError(status)) return false;
  if (kind === 'invalid') return isClientError(status);
  if (kind === 'unseen') return true;
  if (status === 401) return false;
  return kind === 'less' ? isClientError(status) : true;
}

/** Notes a doubt about a role. One that names a broken rule stays: that rule has to fail. */
export function noteDoubt(doubts: Map<Role, RoleDoubt>, role: Role, doubt: RoleDoubt): void {
  if (doubts.get(role)?.rule === undefined) doubts.set(role, doubt);
}

/** Whether what a check saw with the credential shows nothing, even if the check passed. */
export const provesNothing = ({kind}: RoleDoubt): boolean => kind === 'more' || kind === 'another';

/**
 * The doubt that the responses to one credential leave. Deviations that no set of abilities explains, such as a
 * refusal at one of several operations of an ability, are the deployment's: rules judge them.
 * @param responses to different operations; none if a limit refused every request
 */
export function doubtAbout(role: Role, responses: readonly RoleResponse[]): RoleDoubt | undefined {
  const [first] = responses;
  if (!first) return NARROW.includes(role) ? unseen(role) : undefined;
  const everywhere = deviationIn(responses);
  if (everywhere === 'invalid' || everywhere === 'absent') return refused('invalid', first);
  if (everywhere === 'less') return refused('less', first);
  const more = abilityDeviating('more', responses);
  const less = abilityDeviating('less', responses);
  if (more && less) return another(more, less);
  if (more) return excess(more);
  return less && fewer(less);
}

const unseen = (role: Role): RoleDoubt => ({
  kind: 'unseen',
  reason: `credentials.${role} could not be verified: every request was answered 429`,
});

const refused = (kind: 'invalid' | 'less', response: RoleResponse): RoleDoubt => ({
  kind,
  reason:
    `${responseText(response)}, as every other request with it: either credentials.${response.role} is ` +
    'not valid there, or the deployment refuses a valid credential',
});

const excess = (response: RoleResponse): RoleDoubt => ({
  kind: 'more',
  rule: ABILITY_RULE,
  reason:
    `${responseText(response)}, where the role ${response.role} has to be answered 403: ` +
    `the deployment does not look at this ability, ${NOT_OF_ITS_ROLE}`,
});

const fewer = (response: RoleResponse): RoleDoubt => ({
  kind: 'less',
  reason:
    `${responseText(response)}, as every operation of this ability: either credentials.${response.role} ` +
    'can do less than its role says, or the deployment refuses what it may do',
});

const another = (more: RoleResponse, less: RoleResponse): RoleDoubt => ({
  kind: 'another',
  reason:
    `${responseText(more)}, where the role ${more.role} has to be answered 403, and ` +
    `${responseText(less)}, which it may do: perhaps credentials.${more.role} is of another role`,
});

/** A response of an ability whose operations, two at least, all deviate in this way. */
function abilityDeviating(
  deviation: 'more' | 'less',
  responses: readonly RoleResponse[],
): RoleResponse | undefined {
  for (const group of byAbility(responses)) {
    const [one] = group;
    if (one && group.length > 1 && group.every((each) => deviationOf(each) === deviation))
      return one;
  }
  return undefined;
}

const byAbility = (responses: readonly RoleResponse[]): RoleResponse[][] =>
  [...new Set(responses.map(({ability}) => ability))].map((ability) =>
    responses.filter((response) => response.ability === ability),
  );
