import type {Exchange} from '../../../spec/exchange.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Step} from '../../../spec/step.ts';
import type {Check} from '../../language/check.ts';
import type {Environment} from '../../target/target.ts';
import {resultOf, type AttemptResult} from './attempt-result.ts';
import {verdictOfError} from './broken-off.ts';
import {undecidedAfterUnconfirmedMove} from './unconfirmed-move.ts';
import type {SceneCache} from '../send/cache/scene-cache.ts';
import {DeferredObservations} from './deferred-observations.ts';
import type {AttemptContext} from '../send/attempt-context.ts';
import {execute, type Executed} from '../send/execute.ts';
import type {PlaceResults} from '../judge/place-results.ts';
import {everyStep, racesIn, singleCallsIn} from '../plan/steps.ts';
import {asTwinSaw, holdsForTenant} from './judge-twin.ts';
import {judgeChecks, violationsIn, withExplanations} from './judge-attempt.ts';
import type {JudgedCheck} from '../judge/judge-check.ts';
import {asReadFirst, type FirstListReads} from '../send/late-lists.ts';
import {isForTests} from '../plan/deployment-for-tests.ts';
import {responsesFor, type SceneRun} from '../send/scene-run.ts';
import type {PreparedScene} from '../plan/prepare.ts';
import {type RunServices} from '../judge/run-services.ts';
import {labelFor} from '../send/send-services.ts';
import {setUp} from '../send/set-up.ts';
import {isReadingListsAgainEnough, listsAtEnd, readListsAgain} from './read-lists-again.ts';
import {letDayPassAgain} from '../send/pacing/next-day.ts';
import {FREE_AGAIN_AFTER_MS} from '../send/pacing/rate-limit-retry.ts';
import {whySilent} from '../send/pacing/silence.ts';
import {watchedContext} from './watched-context.ts';

/** What one attempt is to run. */
export interface AttemptPlan {
  scene: PreparedScene;
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
  placeResults: PlaceResults;
  services: RunServices;
}

/**
 * Sends the steps of a scene once and judges its checks: opens an environment, runs set-up and act,
 * judges the responses, looks for other explanations of the violations, and closes the environment.
 */
export async function attempt(
  plan: AttemptPlan,
  placeResults: PlaceResults,
  services: RunServices,
): Promise<AttemptResult> {
  const run = newSceneRun(plan.scene);
  const observations = new DeferredObservations(run, placeResults, services);
  const here: Attempt = {plan, run, observations, placeResults, services};
  let environment: Environment | undefined;
  let judgedChecks: JudgedChecks;
  try {
    environment = await services.target.open(nameOf(plan));
    await waitForLimits(plan, services);
    judgedChecks = await runAndJudge(environment, here);
  } catch (error) {
    judgedChecks = brokenOff(error, here);
  }
  if (environment) judgedChecks = await explainAndLeave(environment, judgedChecks, here);
  return resultFrom(judgedChecks, here);
}

/** The checks of an attempt, once its scene has been sent. */
interface JudgedChecks {
  judged: JudgedCheck[];
  /** How they were judged before the lists at the end were read again, if they were. */
  beforeReadingAgain?: JudgedCheck[];
}

function resultFrom(
  {judged, beforeReadingAgain}: JudgedChecks,
  {run, services}: Attempt,
): AttemptResult {
  const {shared} = services.target;
  const undecided = undecidedAfterUnconfirmedMove(judged, run, services);
  if (undecided) return {...resultOf(undecided, run, shared), outcome: 'unconfirmed-clock-move'};
  const result = resultOf(judged, run, shared);
  if (!beforeReadingAgain) return result;
  return {...result, beforeReadingAgain: resultOf(beforeReadingAgain, run, shared)};
}

function newSceneRun(scene: PreparedScene): SceneRun {
  const steps = [...scene.given, ...scene.act];
  return {
    scene,
    races: racesIn(steps),
    calls: singleCallsIn(steps),
    isChangedOnlyByRequests: ![...everyStep(steps)].some(changesWithoutRequests),
    exchanges: [],
    hookCalls: [],
    references: new Map(),
    broken: new Map(),
    reused: new Set(),
    taken: new Map(),
  };
}

/** The passing of time and hooks change the deployment without a request. */
const changesWithoutRequests = ({step}: Step): boolean => step === 'advance' || step === 'control';

/** The name of the environment of an attempt. */
const nameOf = ({scene, number}: AttemptPlan): string =>
  number <= 1 ? scene.id : `${scene.id} again ${number}`;

/** Waits until the limits that the attempt before has used up would no longer refuse this one. */
async function waitForLimits({scene, number}: AttemptPlan, services: RunServices): Promise<void> {
  if (number <= 1) return;
  const time = services.sharedTarget?.pacer.time;
  if (scene.exhausts) await time?.waitUnlessConfirmed(time.now() + FREE_AGAIN_AFTER_MS);
  await letDayPassAgain(scene, services);
}

/** What a scene sent and received. */
interface SentScene extends Executed {
  context: AttemptContext;
  /** The first readings of its lists, if each list was read again. */
  firstListReads: FirstListReads | undefined;
}

/** Runs the set-up and the act of a scene, and judges its checks by the responses. */
async function runAndJudge(environment: Environment, here: Attempt): Promise<JudgedChecks> {
  const sent = await sendScene(environment, here);
  const judged = await judgeBy(sent.results, sent, here);
  const {firstListReads} = sent;
  if (!firstListReads) return (await readAgainAndJudge(judged, sent, here)) ?? {judged};
  const {scene} = here.plan;
  const atFirst = responsesFor(scene, asReadFirst(sent.results, firstListReads), sent.lastByStep);
  return {
    judged: judged.map((one) => ({...one, violationsAtFirst: violationsIn(one.check, atFirst)})),
  };
}

async function sendScene(
  environment: Environment,
  {plan, run, observations, services}: Attempt,
): Promise<SentScene> {
  const {scene, number, sceneCache, readsListsAgain} = plan;
  const label = labelFor(services, scene.id, number);
  const context = watchedContext(environment, label, run, observations, services);
  const made = await setUp(scene, context, services);
  run.setUp = made.exchanges;
  const firstListReads: FirstListReads | undefined = readsListsAgain ? new Map() : undefined;
  const executed = await execute(
    scene.act,
    {...context, sceneCache, firstListReads},
    made.lastByStep,
  );
  observations.observeWaiting();
  return {...executed, context, firstListReads};
}

/** Judges the checks of a scene by the exchanges of its act; what holds has to hold for the other tenant of a scene, too. */
async function judgeBy(
  results: ReadonlyMap<string, Exchange[]>,
  {lastByStep}: SentScene,
  {plan, run, placeResults, services}: Attempt,
): Promise<JudgedCheck[]> {
  const judgedAs = (scene: PreparedScene, checks: readonly Check[]): Promise<JudgedCheck[]> => {
    const responses = responsesFor(scene, results, lastByStep);
    return judgeChecks(checks, responses, {...run, scene}, placeResults, services);
  };
  const judged = await judgedAs(plan.scene, plan.checks);
  const twin = asTwinSaw(run);
  if (!twin) return judged;
  const holding = judged.filter(holdsForTenant).map(({check}) => check);
  const byTwin = await judgedAs(twin, holding);
  const failed = byTwin.filter(({verdict}) => verdict.verdict === 'failed');
  return judged.map((one) => failed.find(({check}) => check === one.check) ?? one);
}

/**
 * Reads the lists at the end of a scene again, if that is enough to know whether they were late, and judges
 * by them.
 * @returns undefined if they were not read
 */
async function readAgainAndJudge(
  judged: JudgedCheck[],
  sent: SentScene,
  here: Attempt,
): Promise<JudgedChecks | undefined> {
  const {plan, run, observations, services} = here;
  const atEnd = {steps: listsAtEnd(plan.scene.act, services.codecs), lastByStep: sent.lastByStep};
  if (run.reused.size) return undefined;
  if (!isReadingListsAgainEnough(judged, atEnd, isForTests(services.target))) return undefined;
  const lastReadings = await readListsAgain(atEnd, sent.context);
  if (!lastReadings) return undefined;
  observations.observeWaiting();
  const later = await judgeBy(new Map([...sent.results, ...lastReadings]), sent, here);
  const violationsOf = (index: number): Violation[] => judged[index]?.verdict.violations ?? [];
  return {
    judged: later.map((one, index) => ({...one, violationsAtFirst: violationsOf(index)})),
    beforeReadingAgain: judged,
  };
}

/** The verdicts on the checks of a scene that an error aborted. */
function brokenOff(
  error: unknown,
  {plan: {checks}, run, observations, placeResults, services}: Attempt,
): JudgedChecks {
  observations.observeWaiting();
  const judged = checks.map((check) => ({
    check,
    verdict: verdictOfError(error, check, run, placeResults, services),
  }));
  return {judged};
}

/** Looks for other explanations of the verdicts while the environment is open, then closes it. */
async function explainAndLeave(
  environment: Environment,
  {judged, beforeReadingAgain}: JudgedChecks,
  {run, services}: Attempt,
): Promise<JudgedChecks> {
  const explain = (ones: JudgedCheck[]): Promise<JudgedCheck[]> =>
    withExplanations(ones, run, environment, services);
  try {
    const explainedNow = await explain(judged);
    if (!beforeReadingAgain) return {judged: explainedNow};
    return {judged: explainedNow, beforeReadingAgain: await explain(beforeReadingAgain)};
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
