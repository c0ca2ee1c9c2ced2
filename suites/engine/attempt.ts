import type {Violation} from '../../spec/run-record.ts';
import type {Exchange} from '../../spec/step.ts';
import type {Check} from '../check.ts';
import type {Environment} from '../target/target.ts';
import {Unreachable} from '../target/unreachable.ts';
import {isOddLimit} from '../gateway.ts';
import {verdictOfError} from './broken-off.ts';
import {isInPassing} from '../contract/judged-in-passing.ts';
import type {SceneCache} from './cache/scene-cache.ts';
import type {FreshValue} from './cache/sent-requests.ts';
import {execute} from './execute.ts';
import {explained} from './explanation.ts';
import {isAllMovable} from './across-attempts.ts';
import type {Attempted} from './attempted.ts';
import type {CheckVerdict, Findings} from './findings.ts';
import {refusesWithErrors} from './foreign-responses.ts';
import {judgeCheck, type CheckResult} from './judge-check.ts';
import {asReadFirst, type FirstReadings} from './late-lists.ts';
import {DeferredObservations, disturbedSteps} from './deferred-observations.ts';
import {responsesFor, type Played, type Responses} from './played.ts';
import type {Prepared} from './prepare.ts';
import {judgedAgain} from './read-again.ts';
import type {AttemptContext} from './attempt-context.ts';
import {contextFor, labelFor, type RunServices} from './run-services.ts';
import {standingByThemselves} from './reuse-dependence.ts';
import {spentAllowance} from './spent-allowance.ts';
import {setUp} from './set-up.ts';
import {whySilent} from './silence.ts';
import {slicedEvidence} from './slicing.ts';
import {unverifiedRole} from './unverified-role.ts';

/** Milliseconds after which a minute that an attempt used up is free again, with some more. */
const USED_UP = 61_000;

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

/** What an attempt plays. */
export interface AttemptPlan {
  scene: Prepared;
  checks: Check[];
  /**
   * 0 for the attempt that may reuse requests of earlier scenes, 1 for the first that sends all of
   * its own, 2 and more for a race that is tried again.
   */
  number: number;
  sceneCache?: SceneCache;
  /** Whether each list is read again some seconds later. */
  readsListsAgain?: boolean;
}

type Judged = {check: Check; atFirst?: readonly Violation[]} & CheckResult;

/** Sends the steps of a scene once and judges its checks. */
export async function attempt(
  plan: AttemptPlan,
  findings: Findings,
  services: RunServices,
): Promise<AttemptResult> {
  const {scene, checks, number, sceneCache} = plan;
  const first: FirstReadings | undefined = plan.readsListsAgain ? new Map() : undefined;
  const played: Played = {
    scene,
    exchanges: [],
    broken: new Map(),
    reused: new Set(),
    taken: new Map(),
  };
  let environment: Environment | undefined;
  let judged: Judged[];
  const deferred = new DeferredObservations(played, findings, services);
  try {
    const id = scene.scene.id;
    environment = await services.target.open(number <= 1 ? id : `${id} again ${number}`);
    // What the attempt before has used up would be refused to the set-up of this one.
    if (services.shared && scene.scene.exhausts && number > 1) await environment.wait(USED_UP);
    const context = watchedContext(environment, plan, played, deferred, services);
    const made = await setUp(scene, context, services);
    const known = new Map(made.known);
    played.setUp = made.exchanges;
    const results = await execute(scene.act, {...context, sceneCache, first}, known);
    deferred.observeWaiting();
    judged = await judgeAll(plan, played, responsesFor(scene, results, known), findings, services);
    if (first) {
      const atFirst = responsesFor(scene, asReadFirst(results, first), known);
      judged = judged.map((one) => ({...one, atFirst: violationsIn(one.check, atFirst)}));
    }
  } catch (error) {
    deferred.observeWaiting();
    judged = checks.map((check) => ({
      check,
      verdict: verdictOfError(error, check, played, findings, services),
    }));
  }
  try {
    if (environment) judged = await withExplanations(judged, played, environment, services);
  } finally {
    if (environment) await reviseBreaker(environment, services);
    if (environment) await services.shared?.undos.giveBack(environment);
    await environment?.close().catch(() => undefined);
  }
  return resultOf(judged, played, services);
}

/**
 * The context of an attempt. It notes every exchange, and judges in passing what the response shows
 * by itself: its form, and whether it is a documented one.
 */
function watchedContext(
  environment: Environment,
  {scene, number}: AttemptPlan,
  played: Played,
  observations: DeferredObservations,
  services: RunServices,
): AttemptContext {
  const {breaker, target} = services;
  return {
    ...contextFor(services, environment, labelFor(services, scene.scene.id, number)),
    ...((scene.scene.exhausts || scene.scene.unbroken) && {patience: undefined}),
    limited: (exchange) => {
      services.seen?.(exchange);
      if (!isOddLimit(exchange)) observations.note(exchange);
    },
    reused: (exchange, fresh) => {
      played.exchanges.push(exchange);
      played.reused.add(exchange.step);
      for (const [n, value] of fresh) played.taken.set(n, value);
    },
    seen: (exchange) => {
      played.exchanges.push(exchange);
      services.seen?.(exchange);
      observations.note(exchange);
      breaker.note(exchange, scene.scene.exhausts === true);
      if (target.shared && breaker.tripped) throw new Unreachable(breaker.tripped);
    },
  };
}

async function judgeAll(
  {checks}: AttemptPlan,
  played: Played,
  responses: Responses,
  findings: Findings,
  services: RunServices,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const check of checks) {
    const result = judgeCheck(check, responses, played, findings, services);
    const {verdict} = result;
    const shorter = await slicedEvidence(check, verdict, responses, services);
    judged.push({
      check,
      ...result,
      verdict: shorter ? {...verdict, evidence: shorter} : verdict,
    });
  }
  return judged;
}

/** What a check finds broken in other responses of its scene. */
const violationsIn = (check: Check, responses: Responses): readonly Violation[] =>
  isInPassing(check) ? [] : (judgedAgain(check, responses)?.violations ?? []);

/** The verdicts with what explains them now that the attempt has ended. */
async function withExplanations(
  judged: Judged[],
  played: Played,
  environment: Environment,
  services: RunServices,
): Promise<Judged[]> {
  const verdicts = judged.map(({verdict}) => verdict);
  const bySpentAllowance = await spentAllowance(verdicts, played, environment, services);
  const byRole = unverifiedRole(played, services.unverifiedRoles);
  return judged.map((one) => {
    const explanation = bySpentAllowance(one.verdict) ?? byRole(one.verdict);
    return {...one, verdict: explained(one.verdict, explanation)};
  });
}

/** Only a pass may rest on what other scenes did. */
function resultOf(judged: Judged[], played: Played, {target}: RunServices): AttemptResult {
  const {scene, reused, taken, exchanges} = played;
  const anyReused = reused.size > 0;
  const disturbed = target.shared ? disturbedSteps(played) : new Set<string>();
  const isRefusedByErrors = scene.scene.exhausts === true && refusesWithErrors(exchanges);
  const attempted = judged.map(({check, verdict, movable = [], late = [], atFirst}): Attempted => {
    const standing = standingByThemselves(verdict.violations, scene, reused);
    const isOfState = check.sequence !== undefined && anyReused && !standing.length;
    return {
      verdict: isOfState ? unsure(verdict) : verdict,
      reused: anyReused,
      standing,
      ...(movable.length && {movable}),
      ...(late.length && {late}),
      ...(atFirst && {atFirst}),
      ...(isRefusedByErrors && {refusedByErrors: true as const}),
      ...(disturbed.size && {
        disturbed,
        undisturbed: standingByThemselves(verdict.violations, scene, disturbed).filter(
          ({wanted, step}) => wanted !== undefined && !disturbed.has(step),
        ),
      }),
    };
  });
  return {outcome: outcomeOf(judged, attempted, played), attempted, taken, exchanges};
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
  judged: Judged[],
  attempted: Attempted[],
  {reused}: Played,
): AttemptResult['outcome'] {
  const anyReused = reused.size > 0;
  const isAllPassed = judged.every(({verdict}) => verdict.verdict === 'passed');
  if (anyReused && !isAllPassed) return 'reuse-not-trusted';
  if (judged.some(({retry}) => retry)) return 'race-did-not-overlap';
  if (!isAllPassed && attempted.some(({disturbed}) => disturbed)) return 'disturbed';
  if (attempted.some((one) => one.verdict.verdict === 'failed' && isAllMovable(one)))
    return 'to-be-confirmed';
  return anyReused ? 'decided-reusing' : 'decided-afresh';
}

/**
 * Calls a shared deployment once more when too many responses in a row were missing. The run goes
 * on only if it responds.
 */
async function reviseBreaker(
  environment: Environment,
  {target, breaker, client, specifications}: RunServices,
): Promise<void> {
  if (!target.shared || !breaker.tripped) return;
  breaker.revise(await whySilent(target, environment, client, specifications));
}
