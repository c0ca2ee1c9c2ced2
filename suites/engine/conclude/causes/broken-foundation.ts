import type {RuleId} from '../../../../spec/rule.ts';
import type {Violation} from '../../../../spec/run-record.ts';
import type {Foundation} from '../../../language/foundation.ts';
import type {Cause, Failure, RunFailures} from './cause.ts';
import {hasOneRefusalStatus, isAtOneOperation, areAboutOneSituation} from './compare-violations.ts';

/** The rule presupposes the broken rule, and the violation is one that the broken rule explains. */
export const brokenFoundation: Cause = (failure, run) =>
  foundationsOf(failure.placeResult.rule, run).find((one) => explains(one, failure, run))?.rule;

/** The rules that a rule depends on. They are known from its checks, even if a passive check broke it. */
function foundationsOf(rule: RuleId, {placeResults}: RunFailures): readonly Foundation[] {
  const checks = placeResults
    .filter((placeResult) => placeResult.rule === rule)
    .flatMap(({verdicts}) => [...verdicts.keys()]);
  return checks.find(({restsOn}) => restsOn)?.restsOn ?? [];
}

/** Whether a foundation is broken in a way that explains every violation of a failure. */
function explains(
  foundation: Foundation,
  {placeResult, verdict}: Failure,
  {failures}: RunFailures,
): boolean {
  const {rule, alike} = foundation;
  if (rule === placeResult.rule) return false;
  const itsFailures = failures.filter((other) => other.placeResult.rule === rule);
  if (!itsFailures.length) return false;
  const itsViolations = itsFailures.flatMap((other) => other.verdict.violations);
  const hasLike = (violation: Violation): boolean =>
    alike === undefined || itsViolations.some((other) => isAlike(violation, other, alike));
  return verdict.violations.every((one) => isWithin(foundation, one) && hasLike(one));
}

/** Whether a violation is one of those that a foundation can explain. */
const isWithin = ({operations, branches}: Foundation, {op = '', branch}: Violation): boolean =>
  (operations?.includes(op) ?? true) && (branches?.includes(branch) ?? true);

/** Whether two violations are as similar as a foundation requires. */
function isAlike(one: Violation, other: Violation, alike: Foundation['alike']): boolean {
  if (alike === 'operation') return isAtOneOperation(one, other);
  if (alike === 'response') return isAtOneOperation(one, other) && one.got === other.got;
  return hasOneRefusalStatus(one, other) && areAboutOneSituation(one, other);
}
