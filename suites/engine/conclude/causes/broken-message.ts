import type {RuleId} from '../../../../spec/rule.ts';
import type {Violation} from '../../../../spec/run-record.ts';
import {isBroken, ruleBehindEach, type Cause, type RunFailures} from './cause.ts';

/**
 * The check failed at a member that breaks a rule of its own in responses of the same operation, or
 * because a refusal lacks the reason that identifies it.
 */
export const brokenMember: Cause = (failure, run) =>
  failure.check && ruleBehindEach(failure, (violation) => ruleOfMember(violation, run));

/** The rule of the member, if a passive check found it broken. */
function ruleOfMember(
  {op, pointer, wanted}: Violation,
  {failures}: RunFailures,
): RuleId | undefined {
  const member = wanted ? '/reason' : pointer;
  if (member === undefined) return undefined;
  const isAboutMember = (violation: Violation): boolean =>
    violation.op === op && violation.pointer === member;
  const inPassing = failures.filter(({check}) => !check);
  return inPassing.find(({verdict}) => verdict.violations.some(isAboutMember))?.placeResult.rule;
}

/**
 * The check failed for one class of values only, and the rule that such values are accepted and stored
 * is broken.
 */
export const brokenValues: Cause = ({placeResult, verdict: {onlyWith}}, run) => {
  if (!onlyWith || onlyWith.rule === placeResult.rule) return undefined;
  return isBroken(onlyWith.rule, run) ? onlyWith.rule : undefined;
};

/**
 * The judge has read a value that breaks the rule about its form, or the violation is about such a value. Where a
 * foundation says the opposite, the value is malformed because of this failure: a refused request was stored.
 */
export const brokenValueRead: Cause = ({placeResult, verdict: {brokenWhereRead = []}}, run) => {
  const {rule: own, verdicts} = placeResult;
  const spoiled = [...verdicts.keys()].flatMap(({spoils = []}) => spoils);
  return brokenWhereRead.find(
    (rule) => rule !== own && isBroken(rule, run) && !spoiled.includes(rule),
  );
};
