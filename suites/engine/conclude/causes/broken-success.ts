import type {RuleId} from '../../../../spec/rule.ts';
import type {Violation} from '../../../../spec/run-record.ts';
import {successRule} from '../../judge/situation-rules.ts';
import {
  hasLikeOfEach,
  isBroken,
  isSuccess,
  ruleBehindEach,
  type Cause,
  type RunFailures,
} from './cause.ts';
import {isOneResponse} from './compare-violations.ts';

/**
 * The check failed only because an operation did not succeed, and the operation never succeeded in this
 * run: the rule about the success of the operation is broken.
 */
export const brokenSuccess: Cause = (failure, run) =>
  failure.check && ruleBehindEach(failure, (violation) => brokenSuccessRule(violation, run));

/** The broken rule about the success that a violation expected, of an operation that never succeeded. */
function brokenSuccessRule(
  {op = '', wanted = []}: Violation,
  run: RunFailures,
): RuleId | undefined {
  const rules = wanted.flatMap((situation) => successRule(run.specifications, op, situation) ?? []);
  return rules.find((rule) => isBroken(rule, run) && !isSuccessShown(rule, op, run));
}

/** Whether responses have shown the success of an operation, whatever its own check saw. */
export const isSuccessShown = (rule: RuleId, op: string, {placeResults}: RunFailures): boolean =>
  placeResults.some(
    (placeResult) =>
      placeResult.rule === rule &&
      placeResult.place.startsWith(`${op} `) &&
      placeResult.witnesses.length > 0,
  );

/**
 * A generated check failed, or a set-up was refused, because a request that has to succeed was refused, although the
 * operation succeeded elsewhere: another rule, whose check got the same response, says what is special about the request.
 */
export const particularRequest: Cause = (failure, run) => {
  const {placeResult, check, verdict} = failure;
  const isBySetUp = !check && verdict.violations.length > 0;
  if (!(check?.table || isBySetUp) || !verdict.violations.every((one) => isRefusedHere(one, run)))
    return undefined;
  const other = run.failures.find(
    (one) =>
      one.check &&
      !one.check.table &&
      !one.check.sequence &&
      one.placeResult.rule !== placeResult.rule &&
      hasLikeOfEach(one, failure, isOneResponse),
  );
  return other?.placeResult.rule;
};

/** Whether a request should have succeeded whose operation succeeded elsewhere. */
function isRefusedHere(violation: Violation, run: RunFailures): boolean {
  const {op = '', wanted = []} = violation;
  const wantsSuccess = wanted.some((situation) => isSuccess(op, situation, run));
  return wantsSuccess && brokenSuccessRule(violation, run) === undefined;
}
