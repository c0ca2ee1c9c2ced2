import type {Exchange} from '../../../spec/exchange.ts';
import type {Step} from '../../../spec/step.ts';
import type {Check} from '../../check.ts';
import type {Environment} from '../../target/target.ts';
import {resultOf, type AttemptResult} from './attempt-result.ts';
import {verdictOfError} from './broken-off.ts';
import {undecidedAfterUnconfirmedMove} from './unconfirmed-move.ts';
import type {SceneCache} from '../cache/scene-cache.ts';
import {DeferredObservations} from './deferred-observations.ts';
import {execute} from '../sending/execute.ts';
import type {Findings} from '../verdicts/findings.ts';
import {everyStep, racesIn, singleCallsIn} from '../planning/steps.ts';
import {judgeChecks, violationsIn, withExplanations, type JudgedCheck} from './judge-attempt.ts';
import {asReadFirst, type FirstListReads} from '../judging/late-lists.ts';
import {isForTests} from '../planning/deployment-for-tests.ts';
import {responsesFor, type SceneRun} from './scene-run.ts';
import type {Prepared} from '../planning/prepare.ts';
import {labelFor, type RunServices} from '../run-services.ts';
import {setUp} from '../sending/set-up.ts';
import {isReadingListsAgainEnough, listsAtEnd, readListsAgain} from './read-lists-again.ts';
import {FREE_AGAIN_AFTER_MS} from '../pacing/rate-limit-retry.ts';
import {whySilent} from '../pacing/silence.ts';
import {watchedContext} from './watched-context.ts';

/** What one attempt is to run. */
export interface AttemptPlan {
  scene: Prepared;
  checks: Check[];
  /**
   * 0: the attempt may reuse requests of earlier scenes. 1: the first attempt that sends every
   * request itself. 2 and more: its repetitions (see `shouldRetry` in `scene.ts`).
   */
  number: number;
  sceneCache?: SceneCache;
  /** Whether each list is read again some seconds later. */
  readsListsAgain?: boolean;
}

/** An attempt under way. */
interface Attempt {
  plan: AttemptPlan;
  /** What has been sent and received so far. */
  run: SceneRun;
  observations: DeferredObservations;
  findings: Findings;
  services: RunServices;
}

/**
 * Sends the steps of a scene once and judges its checks: opens an environment, runs set-up and act,
 * judges the responses, looks for other explanations of the violations, and closes the environment.
 */
export async function attempt(
  plan: AttemptPlan,
  findings: Findings,
  services: RunServices,
): Promise<AttemptResult> {
  const run = newSceneRun(plan.scene);
  const observations = new DeferredObservations(run, findings, services);
  const here: Attempt = {plan, run, observations, findings, services};
  let environment: Environment | undefined;
  let readings: Readings;
  try {
    environment = await services.target.open(nameOf(plan));
    await waitForLimits(plan, services);
    readings = await runAndJudge(environment, here);
  } catch (error) {
    observations.observeWaiting();
    const judged = plan.checks.map((check) => ({
      check,
      verdict: verdictOfError(error, check, run, findings, services),
    }));
    readings = {judged};
  }
  if (environment) readings = await explainAndLeave(environment, readings, here);
  const {judged, atFirst} = readings;
  const {shared} = services.target;
  const undecided = undecidedAfterUnconfirmedMove(judged, services);
  if (undecided) return {...resultOf(undecided, run, shared), outcome: 'unconfirmed-clock-move'};
  return {
    ...resultOf(judged, run, shared),
    ...(atFirst && {beforeReadingAgain: resultOf(atFirst, run, shared)}),
  };
}

/** How checks were judged. */
interface Readings {
  judged: JudgedCheck[];
  /** How they were judged before the lists at the end were read again, if they were. */
  atFirst?: JudgedCheck[];
}

function newSceneRun(scene: Prepared): SceneRun {
  const steps = [...scene.given, ...scene.act];
  return {
    scene,
    races: racesIn(steps),
    calls: singleCallsIn(steps),
    isLeftAlone: ![...everyStep(steps)].some(changesWithoutRequests),
    exchanges: [],
    references: new Map(),
    broken: new Map(),
    reused: new Set(),
    taken: new Map(),
  };
}

/** The passing of time and hooks change the deployment without a request. */
const changesWithoutRequests = ({step}: Step): boolean => step === 'advance' || step === 'control';

/** The name of the environment of an attempt. */
const nameOf = ({scene: {scene}, number}: AttemptPlan): string =>
  number <= 1 ? scene.id : `${scene.id} again ${number}`;

/** Waits until the limit that the attempt before has used up would no longer refuse the set-up. */
async function waitForLimits(
  {scene: {scene}, number}: AttemptPlan,
  {sharedTarget}: RunServices,
): Promise<void> {
  if (scene.exhausts && number > 1) await sharedTarget?.pacer.time.sleep(FREE_AGAIN_AFTER_MS);
}

/** Runs the set-up and the act of a scene, and judges its checks by the responses. */
async function runAndJudge(
  environment: Environment,
  {plan, run, observations, findings, services}: Attempt,
): Promise<Readings> {
  const {scene, checks, number, sceneCache} = plan;
  const label = labelFor(services, scene.scene.id, number);
  const context = watchedContext(environment, label, run, observations, services);
  const made = await setUp(scene, context, services);
  run.setUp = made.exchanges;
  const firstListReads: FirstListReads | undefined = plan.readsListsAgain ? new Map() : undefined;
  const {known} = made;
  const sent = await execute(scene.act, {...context, sceneCache, firstListReads}, known);
  const {results} = sent;
  observations.observeWaiting();
  const judgeBy = (read: ReadonlyMap<string, Exchange[]>): Promise<JudgedCheck[]> =>
    judgeChecks(checks, responsesFor(scene, read, known), run, findings, services);
  const judged = await judgeBy(results);
  if (firstListReads) {
    const atFirst = responsesFor(scene, asReadFirst(results, firstListReads), known);
    return {judged: judged.map((one) => ({...one, atFirst: violationsIn(one.check, atFirst)}))};
  }
  const atEnd = {steps: listsAtEnd(scene.act, services.codecs), known: sent.lastByStep};
  const isEnough = isReadingListsAgainEnough(judged, atEnd, isForTests(services.target));
  const lastReadings = !run.reused.size && isEnough && (await readListsAgain(atEnd, context));
  if (!lastReadings) return {judged};
  observations.observeWaiting();
  const later = await judgeBy(new Map([...results, ...lastReadings]));
  return {
    judged: later.map((one, index) => ({...one, atFirst: judged[index]?.verdict.violations ?? []})),
    atFirst: judged,
  };
}

/** Looks for other explanations of the verdicts while the environment is open, then closes it. */
async function explainAndLeave(
  environment: Environment,
  {judged, atFirst}: Readings,
  {run, services}: Attempt,
): Promise<Readings> {
  const explain = (ones: JudgedCheck[]): Promise<JudgedCheck[]> =>
    withExplanations(ones, run, environment, services);
  try {
    return {judged: await explain(judged), ...(atFirst && {atFirst: await explain(atFirst)})};
  } finally {
    await reviseBreaker(environment, services);
    await services.sharedTarget?.undos.giveBack(environment);
    await environment.close().catch(() => undefined);
  }
}

/**
 * Calls a shared deployment once more when too many responses in a row were missing. The run goes
 * on only if it responds.
 */
async function reviseBreaker(
  environment: Environment,
  {target, breaker, client, specifications, sharedTarget}: RunServices,
): Promise<void> {
  if (!target.shared || !breaker.whyTripped) return;
  const retry = sharedTarget?.rateLimitRetry;
  breaker.revise(await whySilent(target, environment, client, specifications, retry));
}
