import {statusRule} from '../../judge/situation-rules.ts';
import {brokenFoundation} from './broken-foundation.ts';
import {brokenMember, brokenValueRead, brokenValues} from './broken-message.ts';
import {permittedEverywhere} from './permitted-everywhere.ts';
import {sameRefusal, wronglyServed} from './broken-refusal.ts';
import {particularStatus} from './broken-status.ts';
import {brokenSuccess, particularRequest} from './broken-success.ts';
import type {Rule, RuleId} from '../../../../spec/rule.ts';
import type {PlaceVerdict} from '../../../../spec/run-record.ts';
import {isLeaking} from '../../../language/protecting-rules.ts';
import type {Cause, Failure, RunFailures} from './cause.ts';

/**
 * The broken rule that directly causes a failure; the first matching way counts. A leak is only explained by another rule
 * that protects: no foundation and no rule about a shape stands before it.
 */
export const brokenRuleBehind: Cause = (failure, run) =>
  otherBrokenRule(failure, run) ?? firstRuleOfStatus(failure, run);

/** Whether a broken rule may explain a failure. */
function mayExplain(
  cause: RuleId,
  {placeResult, check, verdict: {violations}}: Failure,
  {specifications}: RunFailures,
): boolean {
  const rules = Object.values(specifications).flatMap((one) => one.rules);
  const named = (id: RuleId): Partial<Rule> => rules.find((one) => one.id === id) ?? {};
  return (
    named(cause).protects === true ||
    !isLeaking(named(placeResult.rule), violations, check !== undefined)
  );
}

/**
 * A sequence of a model failed while another rule is broken that is of its chapter, or about an operation that
 * contradicted the model: a model compares everything, so that it fails for every fault of these.
 */
const brokenElsewhere: Cause = ({check, verdict}, {failures}) => {
  if (!check?.sequence) return undefined;
  const operations = operationsOf(verdict);
  const other = failures.find(
    (one) =>
      !one.check?.sequence &&
      (chapterOf(one.placeResult.rule) === chapterOf(check.rule) ||
        operationsOf(one.verdict).some((op) => operations.includes(op))),
  );
  return other?.placeResult.rule;
};

const operationsOf = ({violations}: PlaceVerdict): string[] =>
  violations.flatMap(({op}) => op ?? []);

/** The chapter of a rule with its API, such as `store.orders`. */
const chapterOf = (rule: RuleId): string => rule.slice(0, rule.lastIndexOf('.'));

const CAUSES: readonly Cause[] = [
  permittedEverywhere,
  brokenFoundation,
  particularStatus,
  brokenValues,
  brokenSuccess,
  particularRequest,
  brokenMember,
  brokenValueRead,
  wronglyServed,
  sameRefusal,
  brokenElsewhere,
];

const otherBrokenRule: Cause = (failure, run) => {
  for (const cause of CAUSES) {
    const rule = cause(failure, run);
    if (rule !== undefined && mayExplain(rule, failure, run)) return rule;
  }
  return undefined;
};

/**
 * Only the status of a situation is wrong, and the first rule about that status failed because of it as
 * well, not as a consequence of another rule.
 */
const firstRuleOfStatus: Cause = ({placeResult, verdict: {violations}}, run) => {
  const [first] = violations;
  const isOnlyStatus = violations.every((one) => one.statusOf !== undefined);
  if (first?.statusOf === undefined || !isOnlyStatus) return undefined;
  const {op = '', statusOf} = first;
  const rule = statusRule(run.specifications, op, statusOf);
  if (rule === placeResult.rule) return undefined;
  const itsFailure = run.failures.find(
    (other) =>
      other.placeResult.rule === rule &&
      other.verdict.violations.some((one) => one.op === op && one.statusOf === statusOf) &&
      otherBrokenRule(other, run) === undefined,
  );
  return itsFailure?.placeResult.rule;
};
