import type {Exchange} from '../../spec/step.ts';
import type {Check} from '../check.ts';
import type {Environment} from '../target/target.ts';
import {Unreachable} from '../target/unreachable.ts';
import {verdictOfError} from './broken-off.ts';
import type {SceneCache} from './cache/scene-cache.ts';
import type {FreshValue} from './cache/sent-requests.ts';
import {execute} from './execute.ts';
import type {Attempted} from './across-attempts.ts';
import type {CheckVerdict, Findings} from './findings.ts';
import {judgeCheck, type CheckResult} from './judge-check.ts';
import {observe} from './observe.ts';
import {responsesFor, type Played, type Responses} from './played.ts';
import type {Prepared} from './prepare.ts';
import type {AttemptContext} from './attempt-context.ts';
import {contextFor, labelFor, type RunServices} from './run-services.ts';
import {excuseDoubtful} from './doubtful-role.ts';
import {standingByThemselves} from './reuse-dependence.ts';
import {excuseSpent} from './spent-allowance.ts';
import {setUp} from './set-up.ts';
import {whySilent} from './silence.ts';
import {slicedEvidence} from './slicing.ts';

/** What one attempt at a scene came to. */
export interface AttemptResult {
  outcome:
    | 'decided-afresh'
    /** Every check passed, and some requests were those of earlier scenes. */
    | 'decided-reusing'
    /** Another attempt may bring the requests of a race together. */
    | 'race-did-not-overlap'
    /** Some requests were those of earlier scenes, and not every check passed: it is repeated. */
    | 'reuse-not-trusted';
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
}

type Judged = {check: Check} & CheckResult;

/** Sends the steps of a scene once and judges its checks. */
export async function attempt(
  plan: AttemptPlan,
  findings: Findings,
  services: RunServices,
): Promise<AttemptResult> {
  const {scene, checks, number, sceneCache} = plan;
  const played: Played = {
    scene,
    exchanges: [],
    broken: new Map(),
    reused: new Set(),
    taken: new Map(),
  };
  let environment: Environment | undefined;
  let judged: Judged[];
  try {
    const id = scene.scene.id;
    environment = await services.target.open(number <= 1 ? id : `${id} again ${number}`);
    const context = watchedContext(environment, plan, played, findings, services);
    const made = await setUp(scene, context, services);
    const known = new Map(made.known);
    played.setUp = made.exchanges;
    const results = await execute(scene.act, {...context, sceneCache}, known);
    judged = await judgeAll(plan, played, responsesFor(scene, results, known), findings, services);
  } catch (error) {
    judged = checks.map((check) => ({
      check,
      verdict: verdictOfError(error, check, played, findings, services),
    }));
  }
  try {
    if (environment) judged = await withoutExcused(judged, played, environment, services);
  } finally {
    if (environment) await settleBreaker(environment, services);
    if (environment) await services.shared?.undos.giveBack(environment);
    await environment?.close().catch(() => undefined);
  }
  return resultOf(judged, played);
}

/**
 * The context of an attempt. It notes every exchange, and judges in passing what the response shows
 * by itself: its form, and whether it is a documented one.
 */
function watchedContext(
  environment: Environment,
  {scene, number}: AttemptPlan,
  played: Played,
  findings: Findings,
  services: RunServices,
): AttemptContext {
  const {breaker, target} = services;
  return {
    ...contextFor(services, environment, labelFor(services, scene.scene.id, number)),
    ...((scene.scene.exhausts || scene.scene.unbroken) && {patience: undefined}),
    limited: (exchange) => {
      services.seen?.(exchange);
      findings.observe(observe(exchange, played, services));
    },
    reused: (exchange, fresh) => {
      played.exchanges.push(exchange);
      played.reused.add(exchange.step);
      for (const [n, value] of fresh) played.taken.set(n, value);
    },
    seen: (exchange) => {
      played.exchanges.push(exchange);
      services.seen?.(exchange);
      const observation = observe(exchange, played, services);
      const [first] = observation.broken;
      if (first) played.broken.set(exchange, first.rule);
      findings.observe(observation);
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
    const {verdict, retry} = judgeCheck(check, responses, played, findings, services);
    const shorter = await slicedEvidence(check, verdict, responses, services);
    judged.push({
      check,
      verdict: shorter ? {...verdict, evidence: shorter} : verdict,
      ...(retry && {retry}),
    });
  }
  return judged;
}

/** The verdicts without those that rest on a role in doubt or on an allowance that is spent. */
async function withoutExcused(
  judged: Judged[],
  played: Played,
  environment: Environment,
  services: RunServices,
): Promise<Judged[]> {
  const verdicts = judged.map(({verdict}) => verdict);
  const sure = excuseDoubtful(verdicts, played, services.doubts);
  const excused = await excuseSpent(sure, played, environment, services);
  return judged.map((one, index) => ({...one, verdict: excused[index] ?? one.verdict}));
}

/** Only a pass may rest on what other scenes did. */
function resultOf(judged: Judged[], {scene, reused, taken, exchanges}: Played): AttemptResult {
  const anyReused = reused.size > 0;
  const attempted = judged.map(({check, verdict}) => {
    const standing = standingByThemselves(verdict.violations, scene, reused);
    const isOfState = check.sequence !== undefined && anyReused && !standing.length;
    return {verdict: isOfState ? unsure(verdict) : verdict, reused: anyReused, standing};
  });
  return {outcome: outcomeOf(judged, anyReused), attempted, taken, exchanges};
}

/**
 * The verdict on a sequence of a model that used what other scenes had made: a model knows the state
 * only from its own commands, so that the attempt from scratch decides.
 */
const unsure = (verdict: CheckVerdict): CheckVerdict =>
  verdict.verdict === 'failed'
    ? {...verdict, verdict: 'inconclusive', reason: 'it used what other scenes had made'}
    : verdict;

function outcomeOf(judged: Judged[], reused: boolean): AttemptResult['outcome'] {
  if (reused && judged.some(({verdict}) => verdict.verdict !== 'passed'))
    return 'reuse-not-trusted';
  if (judged.some(({retry}) => retry)) return 'race-did-not-overlap';
  return reused ? 'decided-reusing' : 'decided-afresh';
}

/**
 * Calls a shared deployment once more when too many responses in a row were missing. The run goes
 * on only if it responds.
 */
async function settleBreaker(
  environment: Environment,
  {target, breaker, client, specifications}: RunServices,
): Promise<void> {
  if (!target.shared || !breaker.tripped) return;
  breaker.settle(await whySilent(target, environment, client, specifications));
}
