import type {Violation} from '../../../spec/run-record.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isAllMovable} from './across-attempts.ts';
import {isFailed, type Attempted} from './attempted.ts';
import type {FreshValue} from '../cache/sent-requests.ts';
import {disturbedSteps} from './deferred-observations.ts';
import {explained} from '../judging/explanation.ts';
import type {CheckVerdict} from '../verdicts/findings.ts';
import {refusesWithErrors} from '../judging/responses-of-others.ts';
import type {JudgedCheck} from './judge-attempt.ts';
import type {Played} from './played.ts';
import {standingByThemselves} from './reuse-dependence.ts';

/** What one attempt at a scene came to. */
export interface AttemptResult {
  outcome:
    | 'decided-afresh'
    /** Every check passed, and some requests were those of earlier scenes. */
    | 'decided-reusing'
    /** Another attempt may bring the requests of a race together. */
    | 'race-did-not-overlap'
    /** Some requests were those of earlier scenes, and not every check passed: it is repeated. */
    | 'reuse-not-trusted'
    /** A gateway or a server error interfered, and not every check passed. */
    | 'disturbed'
    /** Somebody else may have brought about what a check saw broken. */
    | 'to-be-confirmed';
  /** In the order of the checks. */
  attempted: Attempted[];
  /** The fresh values of reused requests, by the numbers that they have in the scene. */
  taken: ReadonlyMap<number, FreshValue>;
  /** Every exchange, in order. */
  exchanges: readonly Exchange[];
}

/**
 * What an attempt came to, from what its checks made of its responses.
 * @param isShared whether its target is
 */
export function resultOf(
  judged: readonly JudgedCheck[],
  played: Played,
  isShared: boolean,
): AttemptResult {
  const disturbed = isShared ? disturbedSteps(played) : new Set<string>();
  const attempted = judged.map((one) => attemptedOf(one, played, disturbed));
  const {taken, exchanges} = played;
  return {outcome: outcomeOf(judged, attempted, played), attempted, taken, exchanges};
}

/** What an attempt came to for one check. Only a pass may rest on what other scenes did. */
function attemptedOf(
  {check, verdict, movable = [], late = [], atFirst}: JudgedCheck,
  {scene, reused, exchanges}: Played,
  disturbed: ReadonlySet<string>,
): Attempted {
  const anyReused = reused.size > 0;
  const notFromReuse = standingByThemselves(verdict.violations, scene, reused);
  const restsOnReuse = check.sequence !== undefined && anyReused && !notFromReuse.length;
  const undisturbed = (): Violation[] =>
    standingByThemselves(verdict.violations, scene, disturbed).filter(
      ({wanted, step}) => wanted !== undefined && !disturbed.has(step),
    );
  const isRefusedByErrors = scene.scene.exhausts === true && refusesWithErrors(exchanges);
  return {
    verdict: restsOnReuse ? unsure(verdict) : verdict,
    reused: anyReused,
    notFromReuse,
    ...(movable.length && {movable}),
    ...(late.length && {late}),
    ...(atFirst && {atFirst}),
    ...(isRefusedByErrors && {refusedByErrors: true as const}),
    ...(disturbed.size && {disturbed, undisturbed: undisturbed()}),
  };
}

/**
 * The verdict on a sequence of a model that used what other scenes had made: a model knows the state
 * only from its own commands, so that the attempt from scratch decides.
 */
const unsure = (verdict: CheckVerdict): CheckVerdict =>
  verdict.verdict === 'failed'
    ? explained(verdict, {reason: 'it used what other scenes had made'})
    : verdict;

function outcomeOf(
  judged: readonly JudgedCheck[],
  attempted: readonly Attempted[],
  {reused}: Played,
): AttemptResult['outcome'] {
  const anyReused = reused.size > 0;
  const isAllPassed = judged.every(({verdict}) => verdict.verdict === 'passed');
  if (anyReused && !isAllPassed) return 'reuse-not-trusted';
  if (judged.some(({retry}) => retry)) return 'race-did-not-overlap';
  if (!isAllPassed && attempted.some(({disturbed}) => disturbed)) return 'disturbed';
  if (attempted.some((one) => isFailed(one) && isAllMovable(one))) return 'to-be-confirmed';
  return anyReused ? 'decided-reusing' : 'decided-afresh';
}
