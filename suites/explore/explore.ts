import type {Role} from '../../spec/step.ts';
import {furtherRounds} from '../all-checks.ts';
import type {Check} from '../language/check.ts';
import type {Fixture} from '../engine/fixtures/fixture.ts';
import {sequencesOn} from '../engine/plan/deployment-for-tests.ts';
import {planRun} from '../engine/plan/plan.ts';
import {runnableSteps} from '../engine/plan/prepare.ts';
import {verifyAndRun} from '../engine/run.ts';
import type {DecidedScene, RunOptions, RunResult} from '../engine/begin/run-options.ts';
import {agentsOf} from '../engine/plan/steps.ts';
import {corpusChecks, keptOf} from './corpus.ts';
import {findingOf, type Found} from './found.ts';
import {Replays} from '../shrinking/replays.ts';
import {Tally, type Outcomes} from './tally.ts';

/** The most sequences and draws that are run to simplify one finding. */
const MAX_RUNS = 100;

/** The input of an exploration. */
export interface Exploration {
  /** The options of its runs; `checks` are all checks that fixtures may name. */
  options: RunOptions;
  /** Sequences that covered something new in earlier explorations, which are run first. */
  corpus: readonly Fixture[];
  maxRequests: number;
  /** Milliseconds after which no further sequence begins. */
  forMs?: number;
  /** Whether the exploration continues after a finding. */
  keepGoing: boolean;
  /** The most requests to a shared target for simplifying all findings. */
  shrinkRequests: number;
  /** Called with a sequence that covered something new. */
  onKept(fixture: Fixture): void;
  /** Called with every finding. */
  onFound(finding: Found): void;
  /** Called after every sequence. */
  progress(decided: DecidedScene, findings: number): void;
}

/** The result of an exploration. */
export interface Explored {
  run: RunResult;
  /** The verdicts of the scenes, counted. */
  outcomes: Outcomes;
  /** The requests for simplifying findings on a shared target, and what they left. */
  shrinking: {requests: number; residue: Record<string, number>};
}

/**
 * Runs sequences of the models and draws of the properties in rounds, until there is a finding or a bound is
 * reached. It begins with the corpus.
 */
export async function explore(exploration: Exploration): Promise<Explored> {
  const {options, maxRequests, forMs, keepGoing, shrinkRequests} = exploration;
  const corpus = corpusChecks(exploration.corpus, options.checks, options.specifications);
  const checksOf = furtherRounds(options.specifications, options.seed, {
    corpus,
    isWanted: (rule) => options.target.apis.some((api) => rule.startsWith(`${api}.`)),
    ...(options.target.shared && {sequences: sequencesOn(options.target)}),
  });
  const replays = new Replays(options, {runs: MAX_RUNS, requests: shrinkRequests});
  const findings = new FindingsSoFar(replays, options.checks);
  const tally = new Tally();
  const run = await verifyAndRun({
    ...options,
    checks: [],
    agents: agentsNeeded(options),
    rounds: {
      checksOf,
      maxRequests,
      ...(forMs !== undefined && {forMs}),
      withoutNews: Infinity,
      onDecided: async (decided) => {
        tally.note(decided);
        const found = await findings.of(decided);
        for (const one of found) exploration.onFound(one);
        const kept = keptOf(decided);
        if (kept) exploration.onKept(kept);
        exploration.progress(decided, findings.count);
        return found.length > 0 && !keepGoing;
      },
    },
  });
  const {requests, residue} = replays;
  return {run, outcomes: tally.outcomes, shrinking: {requests, residue}};
}

/** The agents that sequences and draws need. */
function agentsNeeded(options: RunOptions): Set<Role> {
  const checks = options.checks.filter(({sequence, draw}) => sequence || draw);
  return agentsOf(runnableSteps(planRun({...options, checks}).prepared));
}

/** The findings so far. A rule that is broken in the same way again is no new finding. */
class FindingsSoFar {
  readonly #known = new Set<string>();
  readonly #replays: Replays;
  readonly #checks: readonly Check[];

  constructor(replays: Replays, checks: readonly Check[]) {
    this.#replays = replays;
    this.#checks = checks;
  }

  get count(): number {
    return this.#known.size;
  }

  /** The new findings of a scene, simplified. */
  async of(decided: DecidedScene): Promise<Found[]> {
    const found: Found[] = [];
    for (const failure of decided.failures()) {
      const [violation] = failure.verdict.violations;
      const name = `${failure.rule} ${violation?.branch}`;
      if (!violation || !failure.verdict.evidence || this.#known.has(name)) continue;
      this.#known.add(name);
      this.#replays.begin();
      const {decidedChecks, scene} = decided;
      const simplifying = {scene, decidedChecks, checks: this.#checks, replays: this.#replays};
      found.push(await findingOf(failure, violation, simplifying));
    }
    return found;
  }
}
