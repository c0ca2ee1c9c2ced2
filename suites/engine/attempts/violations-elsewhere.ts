import type {Violation} from '../../../spec/run-record.ts';
import type {Check} from '../../check.ts';
import {evidenceOf} from '../evidence/evidence.ts';
import type {PreparedScene} from '../planning/prepare.ts';
import type {RunServices} from '../run-services.ts';
import type {CheckVerdict, PlaceResults, ViolationElsewhere} from '../verdicts/place-results.ts';
import type {AttemptResult} from './attempt-result.ts';

/**
 * Fails the rules whose violation blocks checks of a scene, if a second attempt shows the same: a violation belongs to
 * the rule that it breaks, whichever check saw it. A rule that has failed needs no second attempt. The second attempt has
 * plain values, and generated ones fail nothing: a deployment may refuse some of them.
 * @param replay runs the scene once more
 */
export async function failRulesThatBlock(
  scene: PreparedScene,
  checks: Check[],
  verdicts: readonly CheckVerdict[],
  placeResults: PlaceResults,
  {target, breaker, signal, ledger, maxRequests, redaction}: RunServices,
  replay: (scene: PreparedScene, checks: Check[]) => Promise<AttemptResult>,
): Promise<void> {
  const seen = verdicts.flatMap(({verdict, elsewhere}) =>
    verdict === 'inconclusive' &&
    elsewhere &&
    isSure(elsewhere) &&
    !placeResults.isBroken(elsewhere.rule)
      ? [elsewhere]
      : [],
  );
  const isOver = breaker.whyTripped !== undefined || signal?.aborted;
  const areDrawn = checks.some(({draw}) => draw && Object.keys(draw.classes).length > 0);
  if (!seen.length || areDrawn || isOver || ledger.requests + scene.requests > maxRequests) return;
  const plain = scene.assigned?.plain ?? scene;
  const {checkAttempts, exchanges} = await replay(plain, checks);
  const again = checkAttempts.flatMap(({verdict: {elsewhere}}) => elsewhere ?? []);
  for (const {rule, place, violation} of again.filter(
    (one) => isSure(one) && seen.some(isSameAs(one)),
  )) {
    if (placeResults.isBroken(rule)) continue;
    const about = {violating: [violation.step], target};
    const evidence = evidenceOf(plain, exchanges, redaction, about);
    const verdict = {place, verdict: 'failed' as const, witnesses: [], violations: [violation]};
    placeResults.observe({witnesses: [], broken: [{rule, verdict: {...verdict, evidence}}]});
  }
}

const isSure = ({outside}: ViolationElsewhere): boolean => outside === undefined;

const isSameAs =
  (one: ViolationElsewhere) =>
  (other: ViolationElsewhere): boolean =>
    one.rule === other.rule && isSame(one.violation, other.violation);

const isSame = (one: Violation, other: Violation): boolean =>
  one.branch === other.branch && one.step === other.step && one.status === other.status;
