import type {RoundsPlayed} from '../../spec/run-record.ts';
import type {Check} from '../language/check.ts';
import {ROUNDS_WITHOUT_NEWS} from '../generation/effort.ts';
import type {PlaceResults} from './judge/place-results.ts';
import {failuresSoFar, type StandingFailure} from './conclude/group.ts';
import {contractsOf} from './facts/contracts.ts';
import {planRun} from './plan/plan.ts';
import {cleaningOf} from './plan/plan-costs.ts';
import type {PreparedScene} from './plan/prepare.ts';
import type {Rounds, RunOptions} from './begin/run-options.ts';
import type {RunServices} from './judge/run-services.ts';
import {decideScene} from './attempt/scene.ts';
import {inRoundOrder} from './plan/scene-order.ts';

/** The state that rounds need. */
interface RoundsContext {
  options: RunOptions;
  services: RunServices;
  placeResults: PlaceResults;
  /** When the run began, by the clock of the options. */
  began: number;
}

/**
 * Runs round after round. Violations count; what a round cannot decide does not change the verdicts of
 * earlier checks.
 */
export async function runRounds(rounds: Rounds, context: RoundsContext): Promise<RoundsPlayed> {
  let withoutNews = 0;
  let round = 0;
  let ended: RoundsPlayed['ended'] | undefined;
  while (!ended) {
    round += 1;
    const {coverage, ledger} = context.services;
    const before = {covered: coverage.size, requests: ledger.requests};
    ended = await runRound(rounds, round, context);
    withoutNews = coverage.size > before.covered ? 0 : withoutNews + 1;
    // The first round of an exploration is its corpus, which may be empty.
    const isIdle = round > 1 && ledger.requests === before.requests;
    if (isIdle || withoutNews >= (rounds.withoutNews ?? ROUNDS_WITHOUT_NEWS))
      ended ??= 'nothing new';
  }
  const {maxRequests, forMs} = rounds;
  const seconds = forMs === undefined ? {} : {seconds: Math.round(forMs / 1000)};
  return {rounds: round, maxRequests, ...seconds, ended};
}

/** Runs one round. @returns the reason why no further round is run, if there is one */
async function runRound(
  rounds: Rounds,
  round: number,
  context: RoundsContext,
): Promise<RoundsPlayed['ended'] | undefined> {
  const {options, services, placeResults} = context;
  const {coverage, ledger} = services;
  const {checks, seed, assigner} = rounds.checksOf(round, (scene) => coverage.gainOf(scene));
  const planned = {...options, checks, seed, assigner};
  const {prepared} = planRun(planned);
  const checksOf = (scene: PreparedScene): Check[] =>
    checks.filter((check) => check.scene.id === scene.id);
  for (const scene of prepared) coverage.declareClasses(scene, checksOf(scene));
  let isSpent = false;
  for (const scene of inRoundOrder(prepared, planned)) {
    const ended = reasonToStop(rounds, context);
    if (ended) return ended;
    if (canBeSent(scene, services) && !requestsSuffice(rounds.maxRequests, scene, services)) {
      isSpent = true;
      continue;
    }
    options.progress?.(round, round, scene.id);
    const before = coverage.size;
    const decidedChecks = await decideScene(scene, checksOf(scene), placeResults, services);
    for (const {check, verdict} of decidedChecks)
      if (verdict.verdict === 'failed') placeResults.decide(check, verdict);
    const isFinding = await rounds.onDecided?.({
      round,
      scene,
      decidedChecks,
      failures: () => failuresIn(context),
      isNews: coverage.size > before,
      covered: coverage.size,
      requests: ledger.requests,
    });
    if (isFinding) return 'a finding';
  }
  return isSpent ? 'requests' : undefined;
}

const failuresIn = ({options, services, placeResults}: RoundsContext): StandingFailure[] =>
  failuresSoFar(placeResults.all(), options.specifications, services.redaction, services.lines);

/** Whether the target offers what a scene needs; otherwise the scene sends nothing. */
const canBeSent = ({api, unavailable}: PreparedScene, {target}: RunServices): boolean =>
  !unavailable && target.apis.includes(api);

/** Whether enough requests are left for a scene and for the clean-up. */
function requestsSuffice(
  maxRequests: number,
  scene: PreparedScene,
  {ledger, target, specifications}: RunServices,
): boolean {
  const cleaning = target.shared
    ? ledger.creations.inUse.length + cleaningOf(scene, contractsOf(specifications))
    : 0;
  // A request that is refused for its form is sent once more.
  const own = scene.form === undefined ? scene.requests : 2 * scene.requests;
  return ledger.requests + own + cleaning <= maxRequests;
}

/** The reason why no further scene is run, if there is one. */
function reasonToStop(
  {forMs}: Rounds,
  {options, services, began}: RoundsContext,
): RoundsPlayed['ended'] | undefined {
  const {breaker} = services;
  if (options.signal?.aborted || breaker.blocks(false) !== undefined) return 'interrupted';
  if (forMs !== undefined && options.clock.now() - began >= forMs) return 'time';
  return undefined;
}
