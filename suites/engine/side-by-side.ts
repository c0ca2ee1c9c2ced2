import type {Check} from '../language/check.ts';
import {isPassive} from '../contract/checks/passive-checks.ts';
import {decideScene} from './attempt/scene.ts';
import {Ledger} from './send/ledger/ledger.ts';
import {CoverageCounter} from './plan/coverage.ts';
import type {Observation} from './judge/place-results.ts';
import {isWitnessed, verdictOfPassive} from './judge/passive-verdict.ts';
import type {PreparedScene} from './plan/prepare.ts';
import {everyStep} from './plan/steps.ts';
import type {RunServices} from './judge/run-services.ts';
import {PlaceResults, type DecidedCheck} from './judge/place-results.ts';

/** What scenes that run side by side have in common. */
interface SideBySide {
  checksOf: ReadonlyMap<string, Check[]>;
  placeResults: PlaceResults;
  services: RunServices;
  /** How many scenes run at the same time. */
  atOnce: number;
  /** Called before each scene. */
  onBegin(scene: PreparedScene): void;
}

/** The results of a scene, which are added to those of the run when it is the scene's turn. */
interface OwnResults {
  observations: Observation[];
  coverage: Parameters<CoverageCounter['note']>[];
  ledger: Ledger;
  decided: DecidedCheck[];
  /** How long the scene took, in milliseconds. */
  ms: number;
}

/**
 * Runs scenes that each have a world of their own, several at the same time. Their results are recorded in the order of
 * the scenes, so that the report is the same as if they had run one after the other. Races and bursts run alone, before
 * the others: what else the process does at the same time would disturb their timing.
 */
export async function runSideBySide(
  scenes: readonly PreparedScene[],
  sideBySide: SideBySide,
): Promise<void> {
  const results = new Map<PreparedScene, OwnResults>();
  let recorded = 0;
  const recordThoseInTurn = (): void => {
    for (; recorded < scenes.length; recorded += 1) {
      const own = results.get(scenes[recorded] as PreparedScene);
      if (!own) return;
      results.delete(scenes[recorded] as PreparedScene);
      record(own, sideBySide);
    }
  };
  const runOne = async (scene: PreparedScene): Promise<void> => {
    results.set(scene, await ownResultsOf(scene, sideBySide));
    recordThoseInTurn();
  };
  await inParallel(scenes.filter(runsAlone), 1, runOne, sideBySide);
  const others = scenes.filter((scene) => !runsAlone(scene));
  await inParallel(others, sideBySide.atOnce, runOne, sideBySide);
  // After an interruption some scenes have no results: those of the later ones are recorded all the same.
  for (const scene of scenes.slice(recorded)) {
    const own = results.get(scene);
    if (own) record(own, sideBySide);
  }
}

/**
 * Takes scenes in order, a number of them at the same time, until all are over or the run is interrupted.
 * @throws the error of a scene, when those in progress are over; no further one begins after it
 */
async function inParallel(
  scenes: readonly PreparedScene[],
  atOnce: number,
  runOne: (scene: PreparedScene) => Promise<void>,
  {services: {signal}, onBegin}: SideBySide,
): Promise<void> {
  const rest = scenes.values();
  const errors: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const scene of rest) {
      if (signal?.aborted || errors.length) return;
      onBegin(scene);
      await runOne(scene);
    }
  };
  const noteError = (error: unknown): void => void errors.push(error);
  await Promise.all(Array.from({length: atOnce}, () => worker().catch(noteError)));
  if (errors.length) throw errors[0];
}

/** Whether the timing of a scene's requests matters. */
const runsAlone = ({exhausts, given, act}: PreparedScene): boolean =>
  exhausts === true ||
  [...everyStep([...given, ...act])].some(
    (step) => step.step === 'parallel' || (step.step === 'repeat' && step.unpaced === true),
  );

async function ownResultsOf(
  scene: PreparedScene,
  {checksOf, services}: SideBySide,
): Promise<OwnResults> {
  const checks = checksOf.get(scene.id) ?? [];
  const placeResults = new RecordingResults();
  const coverage = new RecordingCoverage();
  const ledger = new Ledger();
  const began = services.clock.now();
  const decided = await decideScene(scene, checks, placeResults, {...services, coverage, ledger});
  const ms = services.clock.now() - began;
  return {observations: placeResults.observations, coverage: coverage.notes, ledger, decided, ms};
}

function record(own: OwnResults, {placeResults, services}: SideBySide): void {
  for (const observation of own.observations) placeResults.observe(observation);
  for (const note of own.coverage) services.coverage.note(...note);
  services.ledger.addWorld(own.ledger);
  placeResults.spend(
    own.decided.map(({check}) => check),
    own.ms,
  );
  for (const {check, verdict} of own.decided) {
    const {verdict: word} = verdict;
    const isOpen = isPassive(check) && word !== 'passed' && word !== 'failed';
    // Earlier scenes may have shown what the scene of the check did not.
    const isShown = isOpen && isWitnessed(check, placeResults);
    placeResults.decide(check, isShown ? verdictOfPassive(check, [], placeResults) : verdict);
  }
}

/** The results of one scene, which also keeps what its passive checks found. */
class RecordingResults extends PlaceResults {
  readonly observations: Observation[] = [];

  constructor() {
    super([]);
  }

  override observe(observation: Observation): void {
    super.observe(observation);
    this.observations.push(observation);
  }
}

/** Keeps what is to be noted, and notes nothing. */
class RecordingCoverage extends CoverageCounter {
  readonly notes: OwnResults['coverage'] = [];

  override note(...covered: Parameters<CoverageCounter['note']>): boolean {
    this.notes.push(covered);
    return false;
  }
}
