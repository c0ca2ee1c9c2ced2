import {createMock, type Mock} from '../../mock/create-mock.ts';
import {withDefects} from '../../mock/defects/apply/with-defects.ts';
import {PARTICULAR} from '../../mock/defects/particular/all.ts';
import type {Kind, ParticularDefect} from '../../mock/defects/particular/particular.ts';
import {defined} from '../../spec/defined.ts';
import {loadSpecification} from '../../spec/specification.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {RuleVerdict} from '../../spec/run-record.ts';
import {allChecks} from '../../suites/all-checks.ts';
import type {Check} from '../../suites/check.ts';
import {conformanceOf} from '../../suites/engine/conformance.ts';
import {realClock} from '../../suites/engine/ports.ts';
import {verifyAndRun} from '../../suites/engine/run.ts';
import type {RunOptions} from '../../suites/engine/run-options.ts';
import {MockTarget} from '../../suites/target/mock-target.ts';

/** A run of the suite of one API on a mock with one particular defect. */
export interface ParticularTrial {
  defect: string;
  rule: RuleId;
  kind: Kind;
  seed: number;
  /** The rules that failed, or were seen to differ from the example of the document. */
  failed: RuleId[];
  /** Whether the rule that the defect breaks is one of them. */
  byOwnRule: boolean;
  requests: number;
  /** How long the run took, in milliseconds. */
  took: number;
}

const specifications = {
  workspace: loadSpecification('workspace'),
  store: loadSpecification('store'),
};

/**
 * Whether a run with a defect decides a rule: those of its API. Limits and MCP have requests of
 * their own, in great numbers, and are left out where the defect is not theirs; a defect of the MCP
 * server alone can be seen there only.
 */
function isConcerned({breaks, interface: only}: ParticularDefect, rule: RuleId): boolean {
  const [api, chapter] = rule.split('.');
  const [ownApi, ownChapter] = breaks.split('.');
  if (api !== ownApi) return false;
  if (only === 'mcp') return chapter === 'mcp';
  return chapter === ownChapter || (chapter !== 'mcp' && chapter !== 'limits');
}

/** Runs trials, one after the other, on worlds of one embedded mock. */
export class ParticularTrials {
  readonly #mock: Mock;
  readonly #checks = new Map<number, Check[]>();
  #conformance: RunOptions['conformance'];

  private constructor(mock: Mock) {
    this.#mock = mock;
  }

  static async open(): Promise<ParticularTrials> {
    return new ParticularTrials(
      await createMock({world: 'empty', defects: withDefects(PARTICULAR)}),
    );
  }

  close(): Promise<void> {
    return this.#mock.close();
  }

  /** Runs the checks that a seed generates on mocks with the defect. */
  async play(defect: ParticularDefect, seed: number): Promise<ParticularTrial> {
    const {name, breaks, kind} = defect;
    const began = realClock.now();
    const target = this.#target(name, seed);
    // The schemas are compiled once: every target has the same profile.
    this.#conformance ??= conformanceOf(specifications, target);
    const {rules, requests} = await verifyAndRun({
      specifications,
      checks: this.#checksOf(seed).filter(({rule}) => isConcerned(defect, rule)),
      target,
      seed,
      clock: realClock,
      conformance: this.#conformance,
    });
    const failed = rules.filter(isSeenBroken).map(({rule}) => rule);
    return {
      defect: name,
      rule: breaks,
      kind,
      seed,
      failed,
      byOwnRule: failed.includes(breaks),
      requests,
      took: Math.round(realClock.now() - began),
    };
  }

  #target(defect: string, seed: number): MockTarget {
    const {workspace, store} = specifications;
    return new MockTarget({
      control: defined(this.#mock.urls.control, 'the control plane'),
      seed,
      profiles: {workspace: workspace.profile, store: store.profile},
      world: {defect},
    });
  }

  #checksOf(seed: number): Check[] {
    const checks = this.#checks.get(seed) ?? allChecks(specifications, seed).checks;
    this.#checks.set(seed, checks);
    return checks;
  }
}

/** An `observed` rule does not fail: it notes that something else was seen than the example. */
const isSeenBroken = ({verdict, differsFromExample}: RuleVerdict): boolean =>
  verdict === 'failed' || differsFromExample === true;
