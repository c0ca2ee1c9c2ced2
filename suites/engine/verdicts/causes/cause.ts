import type {Api, RuleId} from '../../../../spec/rule.ts';
import type {PlaceVerdict, Violation} from '../../../../spec/run-record.ts';
import type {Specification} from '../../../../spec/specification.ts';
import type {Check} from '../../../check.ts';
import type {Finding} from '../findings.ts';
import {successRule} from '../../judging/situation-rules.ts';

/** A failure in a run: of a check, or of a passively checked response (then `check` is absent). */
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

/** A way in which another broken rule may have caused a failure: that rule, or undefined. */
export type Cause = (failure: Failure, run: RunFailures) => RuleId | undefined;

/** Whether a rule is broken in this run. */
export const isBroken = (rule: RuleId, {failures}: RunFailures): boolean =>
  failures.some(({finding}) => finding.rule === rule);

/**
 * The rule behind the first violation of a failure, where each of its violations has a rule behind
 * it that is another than its own.
 */
export function ruleBehindEach(
  {finding, verdict}: Failure,
  ruleBehind: (violation: Violation) => RuleId | undefined,
): RuleId | undefined {
  const rules = verdict.violations.map(ruleBehind);
  const isOther = (rule: RuleId | undefined): boolean =>
    rule !== undefined && rule !== finding.rule;
  return rules.every(isOther) ? rules[0] : undefined;
}

/** Whether each violation of a failure has its like among those of another failure. */
export const hasLikeOfEach = (
  other: Failure,
  {verdict}: Failure,
  isLike: (violation: Violation, itsLike: Violation) => boolean,
): boolean =>
  verdict.violations.every((violation) =>
    other.verdict.violations.some((itsLike) => isLike(violation, itsLike)),
  );

/** Whether a situation is the success of an operation. */
export const isSuccess = (op: string, situation: string, {specifications}: RunFailures): boolean =>
  successRule(specifications, op, situation) !== undefined;
