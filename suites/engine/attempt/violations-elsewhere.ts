import type {Exchange} from '../../../spec/exchange.ts';
import type {Violation} from '../../../spec/run-record.ts';
import {isSuccessOrRedirect} from '../../../spec/status.ts';
import type {Check} from '../../language/check.ts';
import {evidenceOf} from '../evidence/evidence.ts';
import {inDocumentedForm} from '../plan/forms.ts';
import type {PreparedScene} from '../plan/prepare.ts';
import {SAMPLES} from '../judge/refused-request.ts';
import type {RunServices} from '../judge/run-services.ts';
import type {CheckVerdict, PlaceResults, ViolationElsewhere} from '../judge/place-results.ts';
import type {AttemptResult} from './attempt-result.ts';

/** A scene with the verdicts of its checks, and the exchanges of its last attempt. */
interface BlockedScene {
  scene: PreparedScene;
  checks: Check[];
  verdicts: readonly CheckVerdict[];
  exchanges: readonly Exchange[];
}

/**
 * Fails the rules whose violation blocks checks of a scene, if a second attempt shows the same: a violation belongs to
 * the rule that it breaks, whichever check saw it. A rule that has failed needs no second attempt. The second attempt has
 * plain values, and generated ones fail nothing: a deployment may refuse some of them. Where the second attempt is
 * served, the same in another scene fails the rule, too: the operation refuses valid requests now and then.
 * @param replay runs the scene once more
 */
export async function failRulesThatBlock(
  blocked: BlockedScene,
  placeResults: PlaceResults,
  services: RunServices,
  replay: (scene: PreparedScene, checks: Check[]) => Promise<AttemptResult>,
): Promise<void> {
  const {scene, checks, verdicts} = blocked;
  const {breaker, signal, ledger, maxRequests} = services;
  const seen = verdicts.flatMap(({verdict, elsewhere}) =>
    verdict === 'inconclusive' && elsewhere && !placeResults.isBroken(elsewhere.rule)
      ? [elsewhere]
      : [],
  );
  const areDrawn = checks.some(({draw}) => draw && Object.keys(draw.classes).length > 0);
  const sure = areDrawn ? [] : seen.filter(isSure);
  const unlikeOthers = seen.filter((one) => isUnlikeOthers(one, blocked, services));
  const isOver = breaker.whyTripped !== undefined || signal?.aborted;
  const isTooMuch = ledger.requests + scene.requests > maxRequests;
  if (!sure.length && !unlikeOthers.length) return;
  if (isOver || isTooMuch) return;
  const plain = inDocumentedForm(scene.assigned?.plain ?? scene);
  const {checkAttempts, exchanges} = await replay(plain, checks);
  const again = checkAttempts.flatMap(({verdict: {elsewhere}}) => elsewhere ?? []);
  const repeated = again.filter((one) => isSure(one) && sure.some(isSameAs(one)));
  fail(repeated, {scene: plain, exchanges}, placeResults, services);
  const passing = unlikeOthers.filter(
    ({rule, violation: {step}}) =>
      exchanges.some((one) => one.step === step && isSuccessOrRedirect(one.status)) &&
      services.sharedTarget?.answered.noteRefusal(rule, scene),
  );
  fail(passing, blocked, placeResults, services);
}

/** Fails rules with the exchanges that show their violations. */
function fail(
  broken: readonly ViolationElsewhere[],
  {scene, exchanges}: Pick<BlockedScene, 'scene' | 'exchanges'>,
  placeResults: PlaceResults,
  {redaction, target}: RunServices,
): void {
  for (const {rule, place, violation} of broken) {
    if (placeResults.isBroken(rule)) continue;
    const evidence = evidenceOf(scene, exchanges, redaction, {violating: [violation.step], target});
    const verdict = {place, verdict: 'failed' as const, witnesses: [], violations: [violation]};
    placeResults.observe({witnesses: [], broken: [{rule, verdict: {...verdict, evidence}}]});
  }
}

const isSure = ({outside}: ViolationElsewhere): boolean => outside === undefined;

/** The status that says that the request itself is not acceptable, whatever the state and whoever sent it. */
const UNPROCESSABLE = 422;

/**
 * Whether a request was refused for what it says, although its operation has served each of its samples and classes of
 * values in this run: if it is served when it is sent again, nothing but chance explains the refusal.
 */
const isUnlikeOthers = (
  {violation: {step, op = '', status}, outside}: ViolationElsewhere,
  {scene, exchanges}: BlockedScene,
  {sharedTarget}: RunServices,
): boolean =>
  status === UNPROCESSABLE &&
  exchanges.some((one) => one.step === step && one.status === status) &&
  (outside === undefined || outside === SAMPLES) &&
  sharedTarget?.answered.hasServedAllOf({step, op}, scene) === true;

const isSameAs =
  (one: ViolationElsewhere) =>
  (other: ViolationElsewhere): boolean =>
    one.rule === other.rule && isSame(one.violation, other.violation);

const isSame = (one: Violation, other: Violation): boolean =>
  one.branch === other.branch && one.step === other.step && one.status === other.status;
