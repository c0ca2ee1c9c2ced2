import type {Check} from '../language/check.ts';
import {ErasSeen} from '../target/tool-revisions.ts';
import {Unreachable} from '../target/unreachable.ts';
import {absentFeatures} from './absent-features.ts';
import {cleanUp, leftInUse, releaseHooks} from './clean/clean-up.ts';
import {PlaceResults, unjudged} from './judge/place-results.ts';
import {groupByRule} from './conclude/group.ts';
import {hasSuspectFailure, rulesFailedIn} from './conclude/failed-so-far.ts';
import {withPlacesByProfile} from './conclude/places-by-profile.ts';
import {contractsOf} from './facts/contracts.ts';
import {skippedScenes} from './plan/skipped-scenes.ts';
import {HookUndos} from './send/ledger/hook-undos.ts';
import {restoreInitialState} from './begin/initial-state.ts';
import {Interrupted} from './facts/interruption.ts';
import {letDayPassBefore, letSpentDayPass} from './send/pacing/next-day.ts';
import {Pacer} from './send/pacing/pacer.ts';
import {planRun} from './plan/plan.ts';
import {ensurePublicationAllowance, leavePlacesAgain} from './begin/publication-allowance.ts';
import {preflight} from './begin/preflight.ts';
import {runnableSteps, type PreparedScene} from './plan/prepare.ts';
import {runRounds} from './rounds.ts';
import type {RunOptions, RunResult} from './begin/run-options.ts';
import type {RunServices} from './judge/run-services.ts';
import {ATTEMPTS_OF_A_DAY, decideScene} from './attempt/scene.ts';
import {inSendingOrder} from './plan/scene-order.ts';
import {runSideBySide} from './side-by-side.ts';
import {allOf, witnessing, type SupportingScenes} from './plan/supporting-scenes.ts';
import {startServices} from './begin/start-services.ts';
import {agentsOf} from './plan/steps.ts';
import {supplyOf} from './plan/supply.ts';
import {TimeLeft} from './plan/time-left.ts';
import {resultOfUnbegunRun} from './unbegun-run.ts';

/**
 * Verifies the roles of a shared target, then runs the checks. A deployment that does not respond
 * leaves every rule undecided, and that is a result too.
 * @throws UsageError for a credential that is not what its role says
 */
export async function verifyAndRun(options: RunOptions): Promise<RunResult> {
  try {
    return options.target.shared ? await runVerified(options) : await run(options);
  } catch (error) {
    if (error instanceof Unreachable)
      return resultOfUnbegunRun(options, 'inconclusive', error.message);
    if (error instanceof Interrupted)
      return resultOfUnbegunRun(options, 'not-exercised', error.message);
    throw error;
  }
}

async function runVerified(options: RunOptions): Promise<RunResult> {
  const {target, specifications, clock, timeout, signal, notice} = options;
  const pacer = options.pacer ?? new Pacer(target.clock ?? clock);
  const planned = planRun(options);
  const {prepared, supporting} = planned;
  const needed = agentsOf(runnableSteps([...prepared, ...allOf(supporting)]));
  const agents = new Set([...needed, ...(options.agents ?? [])]);
  const repeated: string[] = [];
  const eras = new ErasSeen();
  const verify = () =>
    preflight(target, specifications, {
      clock,
      pacer,
      agents,
      eras,
      repeated: (text) => repeated.push(text),
      notice,
      ...(timeout !== undefined && {timeout}),
      ...(signal && {signal}),
    });
  const doubtfulRoles = await restoreInitialState(options, verify);
  const undos = new HookUndos(target.undos);
  await ensurePublicationAllowance(options, prepared, pacer, undos);
  const result = await run({...options, pacer, undos, doubtfulRoles, eras}, planned);
  return {...result, ...(repeated.length && {repeatedAtFirst: repeated})};
}

/**
 * Runs checks on a target and decides their rules: plans the requests, runs scene after scene (fill,
 * send, decode, judge), cleans up, and groups the results by rule.
 */
export async function run(
  options: RunOptions,
  {prepared, supporting, plan} = planRun(options),
): Promise<RunResult> {
  const scenes = new Set(prepared.map(({id}) => id));
  const checks = options.checks.filter(({scene}) => scenes.has(scene.id));
  const services = startServices(options);
  const state: RunState = {options, services, placeResults: new PlaceResults(checks)};
  try {
    await sendScenes(supporting.first, state, () => true);
    const rounds = await runAll(prepared, state);
    await runSupporting(supporting, state);
    const absent = await absentFeatures(services);
    const cleaningRequests = await cleanUp(services, (name) =>
      options.progress?.(plan.scenes, plan.scenes, name),
    );
    await releaseHooks(services);
    if (services.nonce !== undefined && !leftInUse(services.ledger.creations).length)
      options.target.creations?.remove(services.nonce);
    services.mixedUp.confirmLines(services.lines);
    return {
      ...resultOf(checks, state),
      plan,
      cleaningRequests,
      ...(rounds && {rounds}),
      ...(absent.length && {absent}),
    };
  } finally {
    await services.client.close();
  }
}

/** Runs the planned scenes, and then rounds of generated ones if the run has rounds. */
async function runAll(prepared: PreparedScene[], state: RunState): Promise<RunResult['rounds']> {
  const {options, services} = state;
  const began = options.clock.now();
  const scenes = inSendingOrder(prepared, options);
  const checksOf = checksByScene(options.checks);
  for (const scene of scenes) services.coverage.declareClasses(scene, checksOf.get(scene.id) ?? []);
  const contracts = contractsOf(options.specifications);
  for (const {scene, reason} of skippedScenes(options.checks, options.target, contracts))
    services.coverage.noteNotSent(scene, reason);
  if (runsSideBySide(options)) await runEach(scenes, checksOf, state);
  else await runScenes(scenes, checksOf, state);
  return options.rounds && runRounds(options.rounds, {...state, began});
}

/**
 * Sends the scenes of other rules that the selected ones need: those that may show a selected rule broken, until each
 * has failed, and those that prove lines of the profile, if such a line is all that speaks for the deployment.
 */
async function runSupporting({seeing, proving}: SupportingScenes, state: RunState): Promise<void> {
  const {options, services, placeResults} = state;
  const selected = new Set(options.checks.map(({rule}) => rule));
  const isSomeOpen = (): boolean => {
    const failed = rulesFailedIn(placeResults.all(), services.lines);
    return [...selected].some((rule) => !failed.has(rule));
  };
  await sendScenes(seeing, state, isSomeOpen);
  await sendScenes(proving, state, () => hasSuspectFailure(placeResults.all(), services.lines));
}

/** Sends scenes whose checks are not decided, as long as they are wanted. */
async function sendScenes(
  scenes: readonly PreparedScene[],
  {options, services, placeResults}: RunState,
  areWanted: () => boolean,
): Promise<void> {
  for (const scene of inSendingOrder([...scenes], options)) {
    if (!areWanted() || options.signal?.aborted) return;
    options.progress?.(0, scenes.length, scene.id);
    await decideScene(scene, [witnessing(scene)], placeResults, services);
  }
}

/** The result of a run after its clean-up. */
function resultOf(
  checks: Check[],
  {options, services, placeResults}: RunState,
): Omit<RunResult, 'plan' | 'cleaningRequests' | 'rounds' | 'absent'> {
  const {ledger, redaction, nonce, sharedTarget, target, lines, coverage, hooks} = services;
  // The control plane of a mock of its own is no hook that could be broken.
  const scope = {...options, checks, ...(target.shared && {hooks})};
  const verdicts = groupByRule(placeResults.all(), scope, redaction, lines);
  const rules = withPlacesByProfile(verdicts, options.specifications, (api) =>
    target.profile(api),
  ).map((rule) => ({
    ...rule,
    seconds: Math.round(placeResults.secondsOf(rule.rule) * 1000) / 1000,
  }));
  const {requests, creations} = ledger;
  const inUse = target.shared ? leftInUse(creations) : [];
  const brokenHooks = target.shared ? redaction.texts(hooks.broken) : [];
  const failedUndos = redaction.texts(sharedTarget?.undos.failures ?? []);
  return {
    rules,
    redaction,
    supply: supplyOf(rules),
    coverage: coverage.seen,
    requests,
    residue: creations.residue,
    ...(nonce !== undefined && {nonce}),
    ...(inUse.length && {leftInUse: inUse}),
    ...(failedUndos.length && {hooksNotUndone: failedUndos}),
    ...(brokenHooks.length && {brokenHooks}),
  };
}

/** Whether scenes run at the same time. A bound on requests is kept by running one after the other. */
const runsSideBySide = ({target, atOnce = 1, maxRequests}: RunOptions): boolean =>
  !target.shared && atOnce > 1 && maxRequests === undefined;

/** Runs scenes with worlds of their own side by side. */
const runEach = (
  scenes: PreparedScene[],
  checksOf: ReadonlyMap<string, Check[]>,
  {options, services, placeResults}: RunState,
): Promise<void> =>
  runSideBySide(scenes, {
    checksOf,
    placeResults,
    services,
    atOnce: options.atOnce ?? 1,
    onBegin: progressOf(scenes, options),
  });

/** Runs scene after scene and records the verdicts. */
async function runScenes(
  scenes: PreparedScene[],
  checksOf: ReadonlyMap<string, Check[]>,
  {options, services, placeResults}: RunState,
): Promise<void> {
  const reportProgress = progressOf(scenes, options);
  for (const [done, scene] of scenes.entries()) {
    reportProgress(scene);
    await letDayPassBefore(scene, scenes[done - 1], services);
    const checks = checksOf.get(scene.id) ?? [];
    const isKnownBroken = (check: Check): boolean =>
      services.target.shared && placeResults.hasFailed(check);
    for (const check of checks.filter(isKnownBroken))
      placeResults.decide(check, unjudged(check, 'not-exercised', BROKEN_ALREADY));
    const open = checks.filter((check) => !isKnownBroken(check));
    if (!open.length) continue;
    const began = options.clock.now();
    let decidedChecks = await decideScene(scene, open, placeResults, services);
    if ((await letSpentDayPass(services)) || (await leavePlacesAgain(services)))
      decidedChecks = await decideScene(scene, open, placeResults, services, ATTEMPTS_OF_A_DAY);
    placeResults.spend(open, options.clock.now() - began);
    for (const {check, verdict} of decidedChecks) placeResults.decide(check, verdict);
    if (options.signal?.aborted) break;
  }
}

/** A rule that is already known to be broken needs no further draws, which would cost requests. */
const BROKEN_ALREADY = 'skipped: another value has already shown that the rule is broken';

/** The state that the scenes of a run share. */
interface RunState {
  options: RunOptions;
  services: RunServices;
  placeResults: PlaceResults;
}

/** Reports the progress of a run before each scene that can be run. */
function progressOf(
  scenes: readonly PreparedScene[],
  {target, clock, progress}: RunOptions,
): (scene: PreparedScene) => void {
  const runnable = scenes.filter(({unavailable}) => !unavailable);
  const left = new TimeLeft(runnable, target.lacks('control:advance') !== undefined);
  const began = clock.now();
  let done = 0;
  return (scene) => {
    if (scene.unavailable) return;
    const seconds = target.shared ? left.after(done, (clock.now() - began) / 1000) : undefined;
    progress?.(done, runnable.length, scene.id, seconds);
    done += 1;
  };
}

function checksByScene(checks: Check[]): Map<string, Check[]> {
  const byScene = new Map<string, Check[]>();
  for (const check of checks) {
    const {id} = check.scene;
    byScene.set(id, [...(byScene.get(id) ?? []), check]);
  }
  return byScene;
}
