import {PARTICULAR} from '../../mock/defects/particular/all.ts';
import type {Kind, ParticularDefect} from '../../mock/defects/particular/particular.ts';
import {loadSpecifications} from '../../spec/specification.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Effort} from '../../spec/run-record.ts';
import {isSeenBroken} from '../../spec/seen-broken.ts';
import {allChecks} from '../../suites/all-checks.ts';
import type {Check} from '../../suites/language/check.ts';
import {choiceOf, type EffortBounds} from '../../suites/generation/effort-choice.ts';
import {conformanceOf} from '../../suites/engine/judge/conformance.ts';
import {realClock} from '../../suites/engine/facts/ports.ts';
import {verifyAndRun} from '../../suites/engine/run.ts';
import type {DecidedScene, RunOptions} from '../../suites/engine/begin/run-options.ts';
import {DefectiveMocks} from '../defective-mocks.ts';

/** A run of one API's suite on a mock with one particular defect. */
export interface ParticularTrial {
  defect: string;
  rule: RuleId;
  kind: Kind;
  seed: number;
  effort: Effort;
  /** The rules that failed, or that noted a difference from the example of the document. */
  failed: RuleId[];
  /** Whether the rule that the defect breaks is one of them. */
  byOwnRule: boolean;
  requests: number;
  /** The duration in milliseconds. */
  took: number;
}

const specifications = loadSpecifications();

/**
 * Whether a run with a defect decides a rule: those of its API. Limits and MCP have very many requests of their own,
 * and are left out if the defect does not concern them; a defect of the MCP server alone can only be detected there.
 */
function isConcerned({breaks, interface: via}: ParticularDefect, rule: RuleId): boolean {
  const [api, chapter] = rule.split('.');
  const [ownApi, ownChapter] = breaks.split('.');
  if (api !== ownApi) return false;
  if (via === 'mcp') return chapter === 'mcp';
  return chapter === ownChapter || (chapter !== 'mcp' && chapter !== 'limits');
}

/**
 * The rules of a trial in stages: the one that the defect breaks, those of its chapter, then the others. Most defects
 * are detected by their own rule, and then the others need not be run.
 */
const STAGES: readonly ((defect: ParticularDefect, rule: RuleId) => boolean)[] = [
  ({breaks}, rule) => rule === breaks,
  ({breaks}, rule) => rule !== breaks && chapterOf(rule) === chapterOf(breaks),
  ({breaks}, rule) => chapterOf(rule) !== chapterOf(breaks),
];

const chapterOf = (rule: RuleId): string => rule.split('.').slice(0, 2).join('.');

/** How trials are made. */
export interface TrialOptions extends EffortBounds {
  /** Runs every rule at once, even those that are not needed to detect the defect. */
  whole?: boolean;
}

/** Runs trials, one after the other, on worlds of one embedded mock. */
export class ParticularTrials {
  readonly #mocks: DefectiveMocks;
  readonly #options: TrialOptions;
  /** The checks of the seed of the last trial. */
  #checks: {seed: number; all: Check[]} | undefined;
  #conformance: RunOptions['conformance'];

  private constructor(mocks: DefectiveMocks, options: TrialOptions) {
    this.#mocks = mocks;
    this.#options = options;
  }

  static async open(options: TrialOptions): Promise<ParticularTrials> {
    return new ParticularTrials(await DefectiveMocks.open(specifications, PARTICULAR), options);
  }

  close(): Promise<void> {
    return this.#mocks.close();
  }

  /** Runs the checks that a seed generates on mocks with the defect. */
  async play(defect: ParticularDefect, seed: number): Promise<ParticularTrial> {
    const {name, breaks, kind} = defect;
    const began = realClock.now();
    const {failed, requests} = await this.#found(defect, seed);
    return {
      defect: name,
      rule: breaks,
      kind,
      seed,
      effort: this.#options.effort,
      failed,
      byOwnRule: failed.includes(breaks),
      requests,
      took: Math.round(realClock.now() - began),
    };
  }

  /** The rules that fail: those of the first stage with failures. */
  async #found(
    defect: ParticularDefect,
    seed: number,
  ): Promise<Pick<ParticularTrial, 'failed' | 'requests'>> {
    const checks = this.#checksOf(seed).filter(({rule}) => isConcerned(defect, rule));
    if (this.#options.whole) return this.#run(defect, seed, checks);
    let requests = 0;
    for (const isAsked of STAGES) {
      const own = checks.filter(({rule}) => isAsked(defect, rule));
      if (!own.length) continue;
      const stage = await this.#run(defect, seed, own);
      requests += stage.requests;
      if (stage.failed.length) return {failed: stage.failed, requests};
    }
    return {failed: [], requests};
  }

  async #run(
    {name}: ParticularDefect,
    seed: number,
    checks: Check[],
  ): Promise<Pick<ParticularTrial, 'failed' | 'requests'>> {
    const target = this.#mocks.target(seed, name);
    // The schemas are compiled once: every target has the same profile.
    this.#conformance ??= conformanceOf(specifications, target);
    const choice = choiceOf(this.#options, {specifications, checks, target, seed});
    const {rules, requests} = await verifyAndRun({
      specifications,
      checks: choice.checks,
      target,
      seed,
      clock: realClock,
      conformance: this.#conformance,
      ...(choice.rounds && {rounds: {...choice.rounds, onDecided: async (one) => hasFailed(one)}}),
    });
    return {failed: rules.filter(isSeenBroken).map(({rule}) => rule), requests};
  }

  #checksOf(seed: number): Check[] {
    if (this.#checks?.seed !== seed) {
      const {effort} = this.#options;
      this.#checks = {seed, all: allChecks(specifications, seed, effort).checks};
    }
    return this.#checks.all;
  }
}

/** Whether a scene of a round detects the defect: then no further round is needed. */
const hasFailed = ({decidedChecks}: DecidedScene): boolean =>
  decidedChecks.some(({verdict}) => verdict.verdict === 'failed');
