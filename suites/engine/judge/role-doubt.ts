import type {RuleId} from '../../../spec/rule.ts';
import type {Operation} from '../../../spec/contract.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import {belongsToSecondTenant} from '../../../spec/tenant.ts';
import {abilityOf} from './role-probes.ts';
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
  /** The operations of the abilities that it lacks; absent if it may lack all of them. */
  lacks?: ReadonlySet<string>;
}

/** The doubtful roles of a deployment. */
export type RoleDoubts = ReadonlyMap<Role, RoleDoubt>;

/** What a rule says beside its failure if the credential may be the cause. */
export const NOT_OF_ITS_ROLE = 'or the credential is not of this role';

const ABILITY_RULE: RuleId = 'workspace.access.ability-is-needed';

/**
 * What a refusal breaks where the document names one operation of an ability: nothing shows whether the credential
 * lacks the ability, so that the rule about that operation is judged.
 */
const LONE_RULES: Readonly<Record<string, RuleId>> = {
  'tools:run': 'workspace.tools.list-answers-200',
};
const NARROW_RULE: RuleId = 'workspace.access.ability-alone-suffices';

/** The roles that lack an ability. */
const NARROW: readonly Role[] = ['read-only', 'write-only', 'tools-only'];

/**
 * Whether a doubt explains that an operation answered a credential with a status. Only an invalid credential explains a
 * 401, and no credential explains that a server fails.
 */
export function explainsStatus(
  {kind, lacks}: RoleDoubt,
  {status, op}: Pick<Exchange, 'status' | 'op'>,
): boolean {
  if (isServerError(status)) return false;
  if (lacks) return status === 403 && lacks.has(op);
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
 * @param operations those of the API; none for tools of the MCP server
 */
export function doubtAbout(
  role: Role,
  responses: readonly RoleResponse[],
  operations: readonly Operation[] = [],
): RoleDoubt | undefined {
  const [first] = responses;
  if (!first) return NARROW.includes(role) ? unseen(role) : undefined;
  const everywhere = deviationIn(responses);
  if (everywhere === 'invalid' || everywhere === 'absent') return refused('invalid', first);
  if (everywhere === 'less') return refused('less', first);
  const more = abilityDeviating('more', responses);
  const [lone] = lacking(responses);
  const less = abilityDeviating('less', responses) ?? lone;
  if (more) return less ? another(more, less) : excess(more);
  return less && doubtAboutLess(less, responses, operations);
}

/** The doubt about a credential that lacks abilities. That one of a second tenant is of it cannot be verified then. */
function doubtAboutLess(
  less: RoleResponse,
  responses: readonly RoleResponse[],
  operations: readonly Operation[],
): RoleDoubt {
  const isSeveral = abilityDeviating('less', responses) !== undefined;
  if (!isSeveral) return loneRefusal(less, operations);
  if (belongsToSecondTenant(less.role)) return {...fewer(less), kind: 'another'};
  return {...fewer(less), lacks: operationsOf(lacking(responses), operations)};
}

/** A response for each ability whose operations were all refused, if they are several or the only ones in the document. */
const lacking = (responses: readonly RoleResponse[]): RoleResponse[] =>
  byAbility(responses).flatMap((group) => {
    const isRefused = group.every((each) => deviationOf(each) === 'less');
    const [one] = group;
    return isRefused && one?.ability !== undefined && (group.length > 1 || isLone(one))
      ? [one]
      : [];
  });

const isLone = ({ability = ''}: RoleResponse): boolean =>
  ability in LONE_RULES || ability === CONTENT;

/** The permission of an admin whose only operation without an id is the upload. */
const CONTENT = 'content';

/** The operations of the abilities of responses, and those whose ability is not documented. */
const operationsOf = (
  responses: readonly RoleResponse[],
  operations: readonly Operation[],
): ReadonlySet<string> => {
  const abilities = new Set(responses.map(({ability}) => ability));
  const isOne = (one: Operation): boolean =>
    abilities.has(abilityOf(one)) || one.abilityOpen !== undefined;
  return new Set(operations.filter(isOne).map(({id}) => id));
};

/** What else refuses the only operation of content that can be sent at first. */
const NO_CONTENT = 'if content is not enabled in that store, declare `features: {content: absent}`';

/** The doubt after the refusal of the only operation of an ability. */
function loneRefusal(response: RoleResponse, operations: readonly Operation[]): RoleDoubt {
  const {role, ability = ''} = response;
  const lacks = operationsOf([response], operations);
  const rule = NARROW.includes(role) ? NARROW_RULE : LONE_RULES[ability];
  if (rule === undefined) {
    const doubt = fewer(response);
    return {...doubt, lacks, reason: `${doubt.reason}; ${NO_CONTENT}`};
  }
  const reason = `${responseText(response)}: the deployment refuses what the role may do, ${NOT_OF_ITS_ROLE} (credentials.${role})`;
  return {kind: 'less', rule, lacks, reason};
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
