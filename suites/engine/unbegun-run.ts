import type {PlaceVerdict, Verdict} from '../../spec/run-record.ts';
import type {Rule} from '../../spec/rule.ts';
import type {Check} from '../language/check.ts';
import {absentApi} from './facts/absent-api.ts';
import {planRun} from './plan/plan.ts';
import type {RunOptions, RunResult} from './begin/run-options.ts';
import {ruleVerdict} from './conclude/verdict.ts';

/**
 * The result of a run that could not begin: every rule of the target's APIs gets the same verdict, for
 * one reason.
 */
export function resultOfUnbegunRun(
  options: RunOptions,
  verdict: Verdict,
  reason: string,
): RunResult {
  const {specifications, checks, target} = options;
  const catalogue = Object.values(specifications).flatMap(({rules}) => rules);
  const rules = catalogue.flatMap((rule) => {
    const outcome = target.apis.includes(rule.api)
      ? {verdict, reason}
      : {verdict: 'not-applicable' as const, reason: absentApi(rule.api)};
    const places = placesOf(rule, checks).map((place): PlaceVerdict => ({
      place,
      ...outcome,
      witnesses: [],
      violations: [],
    }));
    return places.length ? [ruleVerdict(rule, places)] : [];
  });
  const {plan} = planRun(options);
  const coverage = {values: [], models: []};
  return {
    rules,
    couldNotBegin: reason,
    supply: [],
    plan,
    coverage,
    requests: 0,
    cleaningRequests: 0,
    residue: {},
  };
}

const placesOf = ({id}: Rule, checks: Check[]): string[] => [
  ...new Set(checks.filter(({rule}) => rule === id).map(({place}) => place)),
];
