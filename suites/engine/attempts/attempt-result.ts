import type {Violation} from '../../../spec/run-record.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isAllMovable} from './across-attempts.ts';
import {isFailed, type CheckAttempt} from './check-attempt.ts';
import type {FreshValue} from '../cache/sent-requests.ts';
import {disturbedSteps} from './deferred-observations.ts';
import {explained} from '../judging/explanation.ts';
import type {CheckVerdict} from '../verdicts/place-results.ts';
import {renewalIn} from '../judging/renewed-allowance.ts';
import {refusesWithErrors} from '../judging/responses-of-others.ts';
import type {JudgedCheck} from '../judging/judge-check.ts';
import type {SceneRun} from '../scene-run.ts';
import {isOfOneResponse, standingByThemselves, undisturbedBy} from '../judging/reuse-dependence.ts';

/** The result of one attempt at a scene. */
export interface AttemptResult {
  outcome:
    | 'decided-afresh'
    /** Every check passed, and some requests were reused. */
    | 'decided-reusing'
    /** The requests of a race did not overlap, or a burst took too long; in another attempt this may differ. */
    | 'timing-did-not-fit'
    /** A link was used too near to its end, since requests took long; in another attempt this may differ. */
    | 'used-too-late'
    /** Some requests were reused and not every check passed: only a run from scratch decides. */
    | 'undecided-reusing'
    /** A gateway or a server error interfered, and not every check passed. */
    | 'disturbed'
    /** A burst was not as documented after an unconfirmed move of the clock (`PassingTime`). */
    | 'unconfirmed-clock-move'
    /** Another client may have caused a violation. */
    | 'to-be-confirmed';
  /** In the order of the checks. */
  checkAttempts: CheckAttempt[];
  /** The fresh values of reused requests, by the numbers that they have in the scene. */
  taken: ReadonlyMap<number, FreshValue>;
  /** Every exchange, in order. */
  exchanges: readonly Exchange[];
  /** The result before the lists at the end were read again, if they were. */
  beforeReadingAgain?: AttemptResult;
}

/**
 * The result of an attempt, from its judged checks.
 * @param isShared whether its target is a shared one
 */
export function resultOf(
  judged: readonly JudgedCheck[],
  run: SceneRun,
  isShared: boolean,
): AttemptResult {
  const disturbed = isShared ? disturbedSteps(run) : new Set<string>();
  const {taken, exchanges, hookCalls} = run;
  const renewedAt = renewalIn(exchanges, hookCalls);
  const checkAttempts = judged.map((one) => ({
    ...checkAttemptOf(one, run, disturbed),
    ...(renewedAt !== undefined && {renewedAt}),
  }));
  return {outcome: outcomeOf(judged, checkAttempts, run), checkAttempts, taken, exchanges};
}

/** The result for one check. Only a pass may depend on the requests of other scenes. */
function checkAttemptOf(
  judged: JudgedCheck,
  run: SceneRun,
  disturbed: ReadonlySet<string>,
): CheckAttempt {
  const {check, verdict} = judged;
  const {scene, reused, exchanges} = run;
  const anyReused = reused.size > 0;
  const notFromReuse = standingByThemselves(verdict.violations, scene, reused);
  const restsOnReuse = check.sequence !== undefined && anyReused && !notFromReuse.length;
  const isRefusedByErrors = scene.exhausts === true && refusesWithErrors(exchanges);
  return {
    ...judged,
    verdict: restsOnReuse ? unsure(verdict) : verdict,
    reused: anyReused,
    notFromReuse,
    ...(isRefusedByErrors && {refusedByErrors: true as const}),
    ...(disturbed.size && {disturbed, undisturbed: undisturbedOf(verdict, run, disturbed)}),
  };
}

/** The violations about the outcome of a request that no disturbed step can have caused. */
const undisturbedOf = (
  {violations}: CheckVerdict,
  run: SceneRun,
  disturbed: ReadonlySet<string>,
): Violation[] => undisturbedBy(disturbed, violations, run).filter(isOfOneResponse);

/**
 * The verdict on a sequence of a model that reused resources of other scenes. A model knows the state
 * only from its own commands, so that only an attempt from scratch decides.
 */
const unsure = (verdict: CheckVerdict): CheckVerdict =>
  verdict.verdict === 'failed'
    ? explained(verdict, {
        reason: 'the sequence reused resources of other tests; only a run from scratch decides',
      })
    : verdict;

function outcomeOf(
  judged: readonly JudgedCheck[],
  checkAttempts: readonly CheckAttempt[],
  {reused}: SceneRun,
): AttemptResult['outcome'] {
  const anyReused = reused.size > 0;
  const isAllPassed = judged.every(({verdict}) => verdict.verdict === 'passed');
  if (anyReused && !isAllPassed) return 'undecided-reusing';
  const retries = judged.flatMap(({retry}) => retry ?? []);
  if (retries.length)
    return retries.includes('timing-did-not-fit') ? 'timing-did-not-fit' : 'used-too-late';
  if (!isAllPassed && checkAttempts.some(({disturbed}) => disturbed)) return 'disturbed';
  if (checkAttempts.some((one) => isFailed(one) && isAllMovable(one))) return 'to-be-confirmed';
  return anyReused ? 'decided-reusing' : 'decided-afresh';
}
