import type {RuleId} from '../../../../spec/rule.ts';
import type {Violation} from '../../../../spec/run-record.ts';
import {isAboutOutcome} from '../../../language/judge.ts';
import {
  hasLikeOfEach,
  isSuccess,
  ruleBehindEach,
  type Cause,
  type Failure,
  type RunFailures,
} from './cause.ts';
import {hasOneRefusalStatus, areAboutOneSituation} from './compare-violations.ts';

/**
 * The response is malformed only where the deployment served a request that it had to refuse, and right
 * elsewhere: the broken rule is the one about the refusal.
 */
export const wronglyServed: Cause = (failure, run) => {
  const isAboutForm = !failure.verdict.violations.some(isAboutOutcome);
  if (failure.check || !isAboutForm || !isRightElsewhere(failure)) return undefined;
  return ruleBehindEach(failure, ({op = ''}) => ruleOfServed(op, run));
};

const isRightElsewhere = ({placeResult: {witnesses, verdicts}}: Failure): boolean =>
  witnesses.length > 0 || [...verdicts.values()].some(({verdict}) => verdict === 'passed');

/** The rule that is broken because an operation succeeded instead of a refusal. */
function ruleOfServed(op: string, run: RunFailures): RuleId | undefined {
  const ofServed = run.failures.find(
    ({check, verdict}) =>
      check && verdict.violations.some((one) => succeededInsteadOfRefusal(one, op, run)),
  );
  return ofServed?.placeResult.rule;
}

/** Whether a violation is the success of an operation instead of a refusal. */
function succeededInsteadOfRefusal(
  {op, wanted, status = 0}: Violation,
  ofOp: string,
  run: RunFailures,
): boolean {
  if (op !== ofOp || status < 200 || status >= 300) return false;
  return wanted !== undefined && !wanted.some((situation) => isSuccess(ofOp, situation, run));
}

/**
 * A refusal is wrong in the same way as the refusal of the same situation at another operation, which
 * an earlier rule is about: both probably come from the same code.
 */
export const sameRefusal: Cause = (failure, {failures}) => {
  const {placeResult, check, verdict} = failure;
  if (!check || !verdict.violations.length) return undefined;
  const first = failures.findIndex((other) => other.placeResult.rule === placeResult.rule);
  const isSource = (other: Failure): boolean =>
    other.check !== undefined &&
    !other.check.sequence &&
    !restsOn(other, placeResult.rule) &&
    hasLikeOfEach(other, failure, isSameRefusal);
  return failures.slice(0, first).find(isSource)?.placeResult.rule;
};

const restsOn = ({check}: Failure, foundation: RuleId): boolean =>
  check?.restsOn?.some(({rule}) => rule === foundation) === true;

/**
 * Whether the refusal of one situation is wrong in the same way twice: at two operations, or at any
 * operation by the same wrong status.
 */
const isSameRefusal = (one: Violation, other: Violation): boolean =>
  (isSameElsewhere(one, other) || hasOneRefusalStatus(one, other)) &&
  areAboutOneSituation(one, other);

const isSameElsewhere = (one: Violation, other: Violation): boolean =>
  one.op !== other.op && one.got === other.got;
