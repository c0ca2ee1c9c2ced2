import type {Violation} from '../../../spec/run-record.ts';
import type {Check} from '../../language/check.ts';
import {isPassive} from '../../contract/checks/passive-checks.ts';
import type {Environment} from '../../target/target.ts';
import {explained} from '../judge/explanation.ts';
import type {PlaceResults} from '../judge/place-results.ts';
import {judgeCheck, type JudgedCheck} from '../judge/judge-check.ts';
import type {SceneRun, Responses} from '../send/scene-run.ts';
import {judgeAgain} from '../judge/profile-variant.ts';
import type {RunServices} from '../judge/run-services.ts';
import {slicedEvidence} from '../evidence/slicing.ts';
import {spentAllowance} from '../judge/spent-allowance.ts';
import {withDoubts} from '../judge/doubtful-role.ts';

/** Judges the checks of a scene by its responses, and reduces the evidence of failures. */
export async function judgeChecks(
  checks: readonly Check[],
  responses: Responses,
  run: SceneRun,
  placeResults: PlaceResults,
  services: RunServices,
): Promise<JudgedCheck[]> {
  const judged: JudgedCheck[] = [];
  for (const check of checks) {
    const one = judgeCheck(check, responses, run, placeResults, services);
    const evidence = await slicedEvidence(check, one.verdict, responses, services);
    judged.push(evidence ? {...one, verdict: {...one.verdict, evidence}} : one);
  }
  return judged;
}

/** The violations that a check finds in other responses of its scene. */
export const violationsIn = (check: Check, responses: Responses): readonly Violation[] =>
  isPassive(check) ? [] : (judgeAgain(check, responses)?.violations ?? []);

/** The verdicts after the explanations that are known at the end of an attempt. */
export async function withExplanations(
  judged: readonly JudgedCheck[],
  run: SceneRun,
  environment: Environment,
  services: RunServices,
): Promise<JudgedCheck[]> {
  const verdicts = judged.map(({verdict}) => verdict);
  const bySpentAllowance = await spentAllowance(verdicts, run, environment, services);
  return judged.map((one) => {
    const explainedOne = explained(one.verdict, bySpentAllowance(one));
    const verdict = withDoubts({...one, verdict: explainedOne}, run, services.doubtfulRoles);
    const {verdict: word, reason} = one.verdict;
    if (verdict.verdict === word && verdict.reason === reason) return {...one, verdict};
    const {elsewhere: _elsewhere, ...explainedOnly} = verdict;
    return {...one, verdict: explainedOnly};
  });
}
