import type {PlaceVerdict} from '../../spec/run-record.ts';
import {furtherRounds} from '../all-checks.ts';
import type {Check} from '../check.ts';
import {contractsOf} from '../engine/contracts.ts';
import {fixtureOf, type Fixture} from '../engine/fixture.ts';
import {checkOf} from '../engine/replay.ts';
import {run, verifyAndRun} from '../engine/run.ts';
import type {DecidedScene, RunOptions, RunResult} from '../engine/run-options.ts';
import {shrunk} from './shrink.ts';

/** Sequences that are played to shorten one finding, on a mock. */
const PLAYS = 100;

/** What an exploration is made of. */
export interface Exploration {
  /** Of a run: `checks` are all that fixtures may name. */
  options: RunOptions;
  /** Sequences that covered something new in earlier explorations: they are played first. */
  corpus: Fixture[];
  maxRequests: number;
  /** Milliseconds after which no further sequence begins. */
  lasting?: number;
  /** Goes on after a finding. */
  keepGoing: boolean;
  /** Requests that shortening findings may cost on a shared target, in all. */
  shrinkRequests: number;
  /** Called with a sequence that covered something new. */
  kept(fixture: Fixture): void;
  /** Called with what was found. */
  found(finding: Found): void;
  /** Called after every sequence. */
  progress(decided: DecidedScene, findings: number): void;
}

/** A rule that is broken in one way. */
export interface Found {
  rule: string;
  branch: string;
  expected: string;
  got: string;
  fixture: Fixture;
}

/**
 * Plays sequences of the models and draws of the properties, round after round, until something is
 * found or a bound is reached. It begins with the corpus.
 * @returns what the run came to
 */
export async function explore(exploration: Exploration): Promise<RunResult> {
  const {options, corpus, maxRequests, lasting, keepGoing} = exploration;
  const further = furtherRounds(options.seed);
  const known = new Map<string, Found>();
  const played = corpus.map((fixture) => checkOf(fixture, options.checks, options.specifications));
  return verifyAndRun({
    ...options,
    checks: [],
    rounds: {
      checksOf: (round) =>
        round === 1 ? {checks: played, seed: options.seed} : further(round - 1),
      maxRequests,
      ...(lasting !== undefined && {lasting}),
      withoutNews: Infinity,
      decided: async (decided) => {
        const before = known.size;
        await noteFailures(decided, known, exploration);
        if (decided.isNews && decided.round > 1) keep(decided, exploration);
        exploration.progress(decided, known.size);
        return known.size > before && !keepGoing;
      },
    },
  });
}

/** Keeps a sequence that covered something new. */
function keep({scene, decisions}: DecidedScene, {kept}: Exploration): void {
  const [decision] = decisions;
  if (decision?.verdict.verdict !== 'passed') return;
  const {rule, place, sequence, draw} = decision.check;
  const handles = Object.entries(scene.handles).map(([name, {id}]) => [name, [id]]);
  kept({
    fixture: scene.scene.id,
    rule,
    place,
    handles: Object.fromEntries(handles) as Record<string, string[]>,
    ...(sequence && {sequence: sequence.commands}),
    ...(draw && {draw: draw.values}),
    steps: [...scene.given, ...scene.act],
  });
}

/** Notes what a scene found, shortened; a rule that is broken in the same way is one finding. */
async function noteFailures(
  {decisions}: DecidedScene,
  known: Map<string, Found>,
  exploration: Exploration,
): Promise<void> {
  for (const {check, verdict} of decisions) {
    const [violation] = verdict.violations;
    if (verdict.verdict !== 'failed' || !violation || !verdict.evidence) continue;
    const {branch, expected, got} = violation;
    const name = `${check.rule} ${branch}`;
    if (known.has(name)) continue;
    const fixture = await shortest(check, verdict, branch, exploration);
    const found = {rule: check.rule, branch, expected, got, fixture};
    known.set(name, found);
    exploration.found(found);
  }
}

/** The shortest sequence that was found to fail in the same way. */
async function shortest(
  check: Check,
  verdict: PlaceVerdict,
  branch: string,
  exploration: Exploration,
): Promise<Fixture> {
  const {options} = exploration;
  const contracts = contractsOf(options.specifications);
  const fixture = fixtureOf(check.rule, verdict);
  const fails = async (shorter: Fixture): Promise<boolean> => {
    const again = checkOf(shorter, [check], options.specifications);
    const result = await run({
      ...options,
      checks: [again],
      ...(options.target.shared && {maxRequests: exploration.shrinkRequests}),
    });
    exploration.shrinkRequests -= options.target.shared ? result.requests : 0;
    const places = result.rules
      .filter(({rule}) => rule === check.rule)
      .flatMap((one) => one.places);
    return places.some(({violations}) => violations.some((one) => one.branch === branch));
  };
  return shrunk(fixture, check, {contracts, fails, plays: PLAYS});
}
