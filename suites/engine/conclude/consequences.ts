import {blockedReason} from '../../language/blocked-by.ts';
import type {Api, RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import type {Specification} from '../../../spec/specification.ts';
import {brokenRuleBehind} from './causes/broken-rule-behind.ts';
import {isBroken, type Failure, type RunFailures} from './causes/cause.ts';
import {isOneResponse} from './causes/compare-violations.ts';
import {neverSucceeded} from './causes/never-succeeded.ts';
import {explained, type Explanation} from '../judge/explanation.ts';
import {withVerdicts, type CheckVerdict, type PlaceResult} from '../judge/place-results.ts';

/**
 * One fault of a deployment breaks one rule and may make other checks fail. A failure that may be the
 * consequence of another broken rule is explained by that rule (`causes/` lists the ways), or by an
 * operation that never succeeded in the run. The observation stays beside the reason. A rule whose
 * failures are all consequences is inconclusive.
 */
export function withoutConsequences(
  placeResults: PlaceResult[],
  specifications: Record<Api, Specification>,
): PlaceResult[] {
  const rules = Object.values(specifications).flatMap((one) => one.rules);
  const observed = new Set(rules.filter(({level}) => level === 'observed').map(({id}) => id));
  const failures = placeResults.filter(({rule}) => !observed.has(rule)).flatMap(failuresOf);
  const run: RunFailures = {failures, placeResults, specifications};
  return placeResults.map((placeResult) =>
    withVerdicts(placeResult, (verdict, check) =>
      verdict.verdict === 'inconclusive'
        ? namingCause(verdict, run)
        : explained(verdict, explanationOf({placeResult, check, verdict}, run)),
    ),
  );
}

/**
 * A verdict that a refused request blocks, although the rule about the success of its operation is not broken: another
 * rule, whose check got the same response, says what is special about the request.
 */
function namingCause(verdict: CheckVerdict, run: RunFailures): CheckVerdict {
  const {elsewhere, reason = ''} = verdict;
  if (!elsewhere || isBroken(elsewhere.rule, run)) return verdict;
  const other = run.failures.find(({verdict: {violations}}) =>
    violations.some((one) => isOneResponse(one, elsewhere.violation)),
  );
  if (!other) return verdict;
  const {rule} = other.placeResult;
  const said = reason.replace(blockedReason(elsewhere.rule, ''), '');
  return {...verdict, blockedBy: rule, reason: blockedReason(rule, said)};
}

/** The failures at a place: those of its checks, then those of passively checked responses. */
export const failuresOf = (placeResult: PlaceResult): Failure[] =>
  [
    ...[...placeResult.verdicts].map(([check, verdict]) => ({placeResult, check, verdict})),
    ...(placeResult.passiveVerdict ? [{placeResult, verdict: placeResult.passiveVerdict}] : []),
  ].filter(({verdict}) => verdict.verdict === 'failed');

/**
 * Explains a failure by the broken rule that may be its cause, or by an operation that never succeeded.
 */
function explanationOf(failure: Failure, run: RunFailures): Explanation | undefined {
  if (failure.verdict.verdict !== 'failed') return undefined;
  const blockedBy = firstCause(failure, run);
  const seen = seenIn(failure.verdict);
  if (blockedBy !== undefined)
    return {
      reason: blockedReason(
        blockedBy,
        `while that rule is broken, this failure may be its consequence${seen}`,
      ),
      blockedBy,
    };
  const never = neverSucceeded(failure, run);
  if (never === undefined) return undefined;
  const {op, rule} = never;
  return {
    reason: `no request of this run got from ${op} what ${rule} demands, and that rule could not be decided: this violation may have the same cause${seen}`,
  };
}

/** The expectation of the first violation of a verdict, in brackets. */
const seenIn = ({violations: [first]}: PlaceVerdict): string =>
  first ? ` (expected ${first.expected}, got ${first.got})` : '';

/**
 * The broken rule at the beginning of the chain of causes of a failure; undefined for a failure without
 * a cause. Rules that presuppose each other have no cause, but are causes of their consequences.
 */
function firstCause(failure: Failure, run: RunFailures): RuleId | undefined {
  const own = failure.placeResult.rule;
  const visited = new Set<RuleId>();
  let cause = brokenRuleBehind(failure, run);
  while (cause !== undefined) {
    if (cause === own) return undefined;
    if (visited.has(cause)) return cause;
    visited.add(cause);
    const next = causeOfAll(cause, run);
    if (next === undefined) return cause;
    cause = next;
  }
  return undefined;
}

/** The rule behind a broken rule all of whose failures are consequences. */
function causeOfAll(rule: RuleId, run: RunFailures): RuleId | undefined {
  const failures = run.failures.filter(({placeResult}) => placeResult.rule === rule);
  const causes = failures.map((failure) => brokenRuleBehind(failure, run));
  return causes.every(Boolean) ? causes[0] : undefined;
}
