import type {RuleId} from '../../../../spec/rule.ts';
import type {Violation} from '../../../../spec/run-record.ts';
import {successRule} from '../../judge/situation-rules.ts';
import {isSuccessShown} from './broken-success.ts';
import type {Failure, RunFailures} from './cause.ts';

/** An operation that did not succeed in a run, and the rule that is about its success. */
export interface NeverSucceeded {
  op: string;
  rule: RuleId;
}

/**
 * The operation behind a check that failed only because a request did not succeed, if the operation never
 * succeeded in this run and the rule about its success could not be decided: nothing shows that the
 * request was refused for its own special reason.
 */
export function neverSucceeded(
  {check, verdict: {violations}}: Failure,
  run: RunFailures,
): NeverSucceeded | undefined {
  const undecided = violations.map((violation) => undecidedSuccess(violation, run));
  return check && undecided.every(Boolean) ? undecided[0] : undefined;
}

function undecidedSuccess(
  {op = '', wanted = []}: Violation,
  run: RunFailures,
): NeverSucceeded | undefined {
  const rules = wanted.flatMap((situation) => successRule(run.specifications, op, situation) ?? []);
  const rule = rules.find((one) => isUndecided(one, run) && !isSuccessShown(one, op, run));
  return rule === undefined ? undefined : {op, rule};
}

/** Whether every check of a rule was inconclusive. */
function isUndecided(rule: RuleId, {placeResults}: RunFailures): boolean {
  const verdicts = placeResults
    .filter((placeResult) => placeResult.rule === rule)
    .flatMap((placeResult) => [...placeResult.verdicts.values()]);
  return verdicts.length > 0 && verdicts.every(({verdict}) => verdict === 'inconclusive');
}
