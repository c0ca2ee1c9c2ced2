import type {Api, RuleId} from '../../../../spec/rule.ts';
import type {Violation} from '../../../../spec/run-record.ts';
import type {Specification} from '../../../../spec/specification.ts';
import type {Check} from '../../../language/check.ts';
import type {CheckVerdict, PlaceResult} from '../../judge/place-results.ts';
import {successRule} from '../../judge/situation-rules.ts';

/** A failure in a run: of a check, or of a passively checked response (then `check` is absent). */
export interface Failure {
  placeResult: PlaceResult;
  check?: Check | undefined;
  verdict: CheckVerdict;
}

/** All failures of a run, for finding the cause of one of them. */
export interface RunFailures {
  /** The failures of `must` rules, in the order of their places. */
  failures: readonly Failure[];
  placeResults: readonly PlaceResult[];
  specifications: Record<Api, Specification>;
}

/** Finds the broken rule that may have caused a failure in one way; undefined if there is none. */
export type Cause = (failure: Failure, run: RunFailures) => RuleId | undefined;

/** Whether a rule is broken in this run. */
export const isBroken = (rule: RuleId, {failures}: RunFailures): boolean =>
  failures.some(({placeResult}) => placeResult.rule === rule);

/**
 * The rule behind the first violation of a failure, if each of its violations has a rule behind it other
 * than its own.
 */
export function ruleBehindEach(
  {placeResult, verdict}: Failure,
  ruleBehind: (violation: Violation) => RuleId | undefined,
): RuleId | undefined {
  const rules = verdict.violations.map(ruleBehind);
  const isOther = (rule: RuleId | undefined): boolean =>
    rule !== undefined && rule !== placeResult.rule;
  return rules.every(isOther) ? rules[0] : undefined;
}

/** Whether each violation of a failure has a similar one in another failure. */
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
