import type {Api, RuleId} from '../../spec/rule.ts';
import type {PlaceVerdict, Violation} from '../../spec/run-record.ts';
import type {Specification} from '../../spec/specification.ts';
import type {Check, Foundation} from '../check.ts';
import type {Finding} from './findings.ts';
import {statusRule, successRule} from './observe.ts';

/** A failure that a run saw: of a check, or of a response in passing (then `check` is absent). */
export interface Failure {
  finding: Finding;
  check?: Check | undefined;
  verdict: PlaceVerdict;
}

/** What all of a run shows about one of its failures. */
export interface RunFailures {
  /** Those of rules that a deployment has to obey, in the order of the findings. */
  failures: readonly Failure[];
  findings: readonly Finding[];
  specifications: Record<Api, Specification>;
}

/** Finds a broken rule of which a failure may be the consequence, in one way. */
type Cause = (failure: Failure, run: RunFailures) => RuleId | undefined;

/** The broken rule of which a failure is the direct consequence; the first way that fits counts. */
export const brokenRuleBehind: Cause = (failure, run) =>
  spoilingRule(failure, run) ?? ownerOfStatus(failure, run);

const spoilingRule: Cause = (failure, run) => {
  for (const cause of SPOILING) {
    const rule = cause(failure, run);
    if (rule !== undefined) return rule;
  }
  return undefined;
};

/** The rule presupposes the broken rule, and what was seen is what its breach shows. */
const foundation: Cause = (failure, run) =>
  foundationsOf(failure.finding.rule, run).find((one) => isShaken(one, failure, run))?.rule;

/** What a rule rests on: its checks know, also where only a response in passing broke it. */
function foundationsOf(rule: RuleId, {findings}: RunFailures): readonly Foundation[] {
  const checks = findings
    .filter((one) => one.rule === rule)
    .flatMap((one) => [...one.decisions.keys()]);
  return checks.find(({restsOn}) => restsOn)?.restsOn ?? [];
}

/** Whether the rule of a foundation is broken in a way that explains every violation. */
function isShaken(one: Foundation, {finding, verdict}: Failure, {failures}: RunFailures): boolean {
  const {rule, alike, operations, branches} = one;
  if (rule === finding.rule) return false;
  const itsFailures = failures.filter((other) => other.finding.rule === rule);
  const its = itsFailures.flatMap((other) => other.verdict.violations);
  const isWithin = ({op = '', branch}: Violation): boolean =>
    (operations?.includes(op) ?? true) && (branches?.includes(branch) ?? true);
  const isOfBoth = (violation: Violation): boolean =>
    alike === undefined || its.some((other) => isAlike(violation, other, alike));
  return (
    itsFailures.length > 0 && verdict.violations.every((seen) => isWithin(seen) && isOfBoth(seen))
  );
}

/** Whether two violations have in common what a foundation requires. */
function isAlike(one: Violation, other: Violation, alike: Foundation['alike']): boolean {
  const isAtOneOperation = one.op !== undefined && one.op === other.op;
  if (alike === 'operation') return isAtOneOperation;
  if (alike === 'response') return isAtOneOperation && one.got === other.got;
  return hasSameStatus(one, other) && isOfOneSituation(one, other);
}

/**
 * The check failed for one class of values only, while the rule that such values are taken and kept
 * is broken.
 */
const brokenValues: Cause = ({finding, verdict: {onlyWith}}, run) => {
  if (!onlyWith || onlyWith.rule === finding.rule) return undefined;
  return isBroken(onlyWith.rule, run) ? onlyWith.rule : undefined;
};

/**
 * The check failed only because an operation did not answer its success, and the operation never
 * did in this run: the rule about the success of the operation is broken.
 */
const brokenSuccess: Cause = ({finding, check, verdict: {violations}}, run) =>
  check && firstOfAll(violations, finding.rule, (one) => brokenSuccessOf(one, run));

function brokenSuccessOf({op = '', wanted = []}: Violation, run: RunFailures): RuleId | undefined {
  const rules = wanted.flatMap((one) => successRule(run.specifications, op, one) ?? []);
  return rules.find((rule) => isBroken(rule, run) && !isShown(rule, op, run));
}

/** Whether responses have shown the success of an operation, whatever its own check saw. */
const isShown = (rule: RuleId, op: string, {findings}: RunFailures): boolean =>
  findings.some(
    ({rule: its, place, witnesses}) =>
      its === rule && place.startsWith(`${op} `) && witnesses.length > 0,
  );

/**
 * A check of the contract's table failed because a request that has to succeed got a refusal,
 * although the operation succeeded otherwise: another rule, whose check got the same response, says
 * what was particular about the request.
 */
const particularRule: Cause = ({finding, check, verdict: {violations}}, run) => {
  if (!check?.table || !violations.every((one) => wantsSuccess(one, run))) return undefined;
  return run.failures.find(
    (other) =>
      other.check &&
      !other.check.table &&
      !other.check.sequence &&
      other.finding.rule !== finding.rule &&
      violations.every((one) => other.verdict.violations.some((its) => isSame(one, its))),
  )?.finding.rule;
};

/** Whether a request should have succeeded, of an operation that does succeed. */
function wantsSuccess(violation: Violation, run: RunFailures): boolean {
  const {op = '', wanted = []} = violation;
  const isSuccess = wanted.some((one) => successRule(run.specifications, op, one));
  return isSuccess && brokenSuccessOf(violation, run) === undefined;
}

/** Whether two violations are the same response of an operation where the same was wanted. */
const isSame = (one: Violation, other: Violation): boolean =>
  one.op === other.op &&
  one.got === other.got &&
  (one.wanted ?? []).some((situation) => other.wanted?.includes(situation));

/**
 * The check failed at a member that breaks a rule of its own in responses of the same operation, or
 * because a refusal has no reason by which it could be told.
 */
const brokenForm: Cause = ({finding, check, verdict: {violations}}, run) =>
  check && firstOfAll(violations, finding.rule, (one) => ruleOfForm(one, run));

function ruleOfForm({op, pointer, wanted}: Violation, run: RunFailures): RuleId | undefined {
  const member = wanted ? '/reason' : pointer;
  if (member === undefined) return undefined;
  return run.failures.find(
    ({check, verdict}) =>
      !check && verdict.violations.some((one) => one.op === op && one.pointer === member),
  )?.finding.rule;
}

/**
 * A response is wrong only where a request was served that had to be refused, and right elsewhere: it is
 * of nothing that there is, and the rule about the refusal is broken.
 */
const wronglyServed: Cause = ({finding, check, verdict: {violations}}, run) => {
  const isRightElsewhere =
    finding.witnesses.length > 0 ||
    [...finding.decisions.values()].some(({verdict}) => verdict === 'passed');
  if (check || !isRightElsewhere) return undefined;
  return firstOfAll(violations, finding.rule, ({op = ''}) => ruleOfServed(op, run));
};

/** The rule that is broken because an operation succeeded where a refusal was wanted. */
const ruleOfServed = (op: string, run: RunFailures): RuleId | undefined =>
  run.failures.find(
    (other) => other.check && other.verdict.violations.some((one) => isServed(one, op, run)),
  )?.finding.rule;

const isServed = (
  {op, wanted, status = 0}: Violation,
  wantedAt: string,
  {specifications}: RunFailures,
): boolean =>
  op === wantedAt &&
  status >= 200 &&
  status < 300 &&
  wanted?.some((one) => successRule(specifications, wantedAt, one)) === false;

/**
 * A refusal is wrong in the same way as that of the same situation at another operation, which an
 * earlier rule is about: the refusal is made in one place.
 */
const sameRefusal: Cause = ({finding, check, verdict: {violations}}, {failures}) => {
  if (!check || !violations.length) return undefined;
  const own = failures.findIndex((other) => other.finding.rule === finding.rule);
  return failures
    .slice(0, own)
    .find(
      (other) =>
        other.check &&
        !other.check.sequence &&
        !other.check.restsOn?.some(({rule}) => rule === finding.rule) &&
        violations.every((one) => other.verdict.violations.some((its) => isSameRefusal(one, its))),
    )?.finding.rule;
};

/**
 * Whether the refusal of one situation is wrong in the same way twice: at two operations, or, at
 * whichever, by the same status of refusals in the place of its own.
 */
const isSameRefusal = (one: Violation, other: Violation): boolean =>
  (isSameElsewhere(one, other) || hasSameStatus(one, other)) && isOfOneSituation(one, other);

const isOfOneSituation = (one: Violation, other: Violation): boolean =>
  situationsOf(one).some((situation) => situationsOf(other).includes(situation));

const isSameElsewhere = (one: Violation, other: Violation): boolean =>
  one.op !== other.op && one.got === other.got;

/** What was accepted twice, though it is wrong, are two faults: no status of refusals came. */
const hasSameStatus = ({status = 0}: Violation, other: Violation): boolean =>
  status >= 400 && status < 500 && status === other.status;

/** The situations whose refusal a violation is about. */
const situationsOf = ({statusOf, wanted = []}: Violation): string[] =>
  statusOf === undefined ? wanted : [statusOf];

/**
 * A sequence of a model failed while another rule of its API is broken: a model compares everything,
 * so it meets every fault again.
 */
const brokenElsewhere: Cause = ({check}, {failures, specifications}) => {
  if (!check?.sequence) return undefined;
  const rules = Object.values(specifications).map((one) => one.rules.map(({id}) => id));
  const ofApi = new Set(rules.find((ids) => ids.includes(check.rule)));
  return failures.find((other) => !other.check?.sequence && ofApi.has(other.finding.rule))?.finding
    .rule;
};

/**
 * A status that the document does not list came in the place of a situation: the rule about that is
 * broken.
 */
const particularStatus: Cause = ({finding, verdict: {violations}}, {failures, specifications}) => {
  const isAboutStatuses = Object.values(specifications).some(
    ({contract}) => contract.anyResponse.statuses?.rule === finding.rule,
  );
  if (!isAboutStatuses || !violations.length) return undefined;
  return failures.find(
    (other) =>
      other.finding.rule !== finding.rule &&
      violations.every((one) =>
        other.verdict.violations.some(
          (its) => its.status !== undefined && its.status === one.status && its.op === one.op,
        ),
      ),
  )?.finding.rule;
};

const SPOILING: readonly Cause[] = [
  foundation,
  particularStatus,
  brokenValues,
  brokenSuccess,
  particularRule,
  brokenForm,
  wronglyServed,
  sameRefusal,
  brokenElsewhere,
];

/**
 * Nothing but the status of a situation is wrong, and the first rule about that status failed by it,
 * too: not because another rule is broken.
 */
const ownerOfStatus: Cause = ({finding, verdict: {violations}}, run) => {
  const [first] = violations;
  const isOfStatus = violations.every(({statusOf}) => statusOf !== undefined);
  if (first?.statusOf === undefined || !isOfStatus) return undefined;
  const {op = '', statusOf} = first;
  const owner = statusRule(run.specifications, op, statusOf);
  if (owner === finding.rule) return undefined;
  return run.failures.find(
    (other) =>
      other.finding.rule === owner &&
      other.verdict.violations.some((one) => one.op === op && one.statusOf === statusOf) &&
      spoilingRule(other, run) === undefined,
  )?.finding.rule;
};

const isBroken = (rule: RuleId, {failures}: RunFailures): boolean =>
  failures.some(({finding}) => finding.rule === rule);

/** The rule behind the first violation, where each violation has one, and another than its own. */
function firstOfAll(
  violations: readonly Violation[],
  own: RuleId,
  ruleOf: (violation: Violation) => RuleId | undefined,
): RuleId | undefined {
  const rules = violations.map(ruleOf);
  return rules.every((rule) => rule !== undefined && rule !== own) ? rules[0] : undefined;
}
