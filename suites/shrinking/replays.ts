import type {PlaceVerdict, RuleVerdict, Violation} from '../../spec/run-record.ts';
import type {Step} from '../../spec/step.ts';
import type {Check} from '../language/check.ts';
import {conformanceOf} from '../engine/judge/conformance.ts';
import {contractsOf} from '../engine/facts/contracts.ts';
import type {Fixture} from '../engine/fixtures/fixture.ts';
import {prepare, type PreparedScene} from '../engine/plan/prepare.ts';
import {checkOf} from '../engine/fixtures/replay.ts';
import {run} from '../engine/run.ts';
import type {RunOptions, RunResult} from '../engine/begin/run-options.ts';
import {MAX_ATTEMPTS} from '../engine/attempt/scene.ts';
import {racesIn} from '../engine/plan/steps.ts';
import {kindsIn, withClass, type AssignedClass} from '../values/assign-classes.ts';

/** The budget for running sequences again. */
export interface ReplayBudget {
  /** The most sequences for one finding. */
  runs: number;
  /** The most requests to a shared target for all findings. */
  requests: number;
  /** The instant of the clock after which none is run. */
  until?: number;
}

/** The failure of a sequence that was run again. */
export interface FailedAgain {
  violation: Violation;
  verdict: PlaceVerdict;
}

/** A rule and the way in which it is broken. */
export interface Signature {
  rule: string;
  branch: string;
}

/**
 * Runs sequences and draws again to see whether they fail in the same way. On a mock each has a world of its
 * own; on a shared target each costs requests, whose number is limited.
 */
export class Replays {
  /** The number of requests so far. */
  requests = 0;
  /** What these requests left, by its description in the contract. */
  readonly residue: Record<string, number> = {};
  /** What could not be put out of use again. */
  readonly leftInUse: string[] = [];
  readonly #options: RunOptions;
  readonly #budget: ReplayBudget;
  #runs = 0;

  constructor(options: RunOptions, budget: ReplayBudget) {
    const {specifications, target, conformance} = options;
    // What compares responses with the contracts is compiled once.
    this.#options = {
      ...options,
      conformance: conformance ?? conformanceOf(specifications, target),
    };
    this.#budget = budget;
  }

  /** Begins with another finding, which has its own number of sequences. */
  begin(): void {
    this.#runs = 0;
  }

  /** The fixture of a check on this target. @param classes the classes of values that are not drawn */
  fixtureOf(check: Check, classes: readonly AssignedClass[], name: string): Fixture {
    return fixtureOfScene(this.#prepared(check), check, classes, name);
  }

  /** The step, which has to succeed if it has the given id. */
  expectingSuccess(step: Step, id: string): Step {
    if (step.step !== 'call' || step.id !== id) return step;
    const {specifications} = this.#options;
    const success = specifications[step.api].contract.operations[step.op]?.success;
    return success === undefined ? step : {...step, expects: success};
  }

  /**
   * Runs a sequence or draw once.
   * @returns the violation if it failed in the same way, false if it did not, and undefined if the budget does
   * not suffice
   */
  async violation(
    check: Check,
    classes: readonly AssignedClass[],
    signature: Signature,
  ): Promise<FailedAgain | false | undefined> {
    const prepared = this.#prepared(check);
    if (prepared.unavailable) return undefined;
    return this.failure(
      fixtureOfScene(prepared, check, classes, check.scene.id),
      [check],
      signature,
    );
  }

  /** Sends a fixture once. @returns as `violation` does */
  async failure(
    fixture: Fixture,
    checks: Check[],
    {rule, branch}: Signature,
  ): Promise<FailedAgain | false | undefined> {
    const {specifications, target} = this.#options;
    const name = `${fixture.fixture} ${this.#runs + 1}`;
    const again = checkOf({...fixture, fixture: name}, checks, specifications);
    if (!this.#suffices(this.#prepared(again))) return undefined;
    this.#runs += 1;
    const result = await run({
      ...this.#options,
      checks: [again],
      ...(target.shared && {maxRequests: this.#budget.requests - this.requests}),
    });
    this.#note(result);
    return failureIn(result.rules, {rule, branch});
  }

  /** Whether the budget suffices for a scene. */
  #suffices({unavailable, requests, act}: PreparedScene): boolean {
    const {shared} = this.#options.target;
    const {runs, requests: most, until = Infinity} = this.#budget;
    if (unavailable || this.#runs >= runs || this.#options.clock.now() > until) return false;
    // As many again are kept for the clean-up, and for further attempts at a race whose requests do not overlap.
    const times = racesIn(act).size ? 2 * MAX_ATTEMPTS : 2;
    return !shared || times * requests <= most - this.requests;
  }

  #note({requests, residue, leftInUse = []}: RunResult): void {
    this.requests += requests;
    this.leftInUse.push(...leftInUse);
    for (const [name, count] of Object.entries(residue))
      this.residue[name] = (this.residue[name] ?? 0) + count;
  }

  #prepared({scene}: Check): PreparedScene {
    const {target, specifications} = this.#options;
    return prepare(scene, target, contractsOf(specifications));
  }
}

/**
 * The fixture of a scene.
 * @param classes further ones, which replace plain values of these kinds
 */
export function fixtureOfScene(
  {given, act, handles}: Pick<PreparedScene, 'given' | 'act' | 'handles'>,
  {rule, place, sequence, draw}: Check,
  classes: readonly AssignedClass[],
  name: string,
): Fixture {
  const plain = [...given, ...act];
  const free = kindsIn(plain);
  const assigned = classes.filter(({kind}) => free.includes(kind));
  const ids = Object.entries(handles).map(([of, {id}]) => [of, [id]]);
  return {
    fixture: name,
    rule,
    place,
    handles: Object.fromEntries(ids) as Record<string, string[]>,
    ...(sequence && {sequence: sequence.commands}),
    ...(draw && {draw: draw.values}),
    ...(draw && Object.keys(draw.classes).length && {classes: draw.classes}),
    steps: assigned.reduce((steps, one) => withClass(steps, one), plain),
  };
}

/** The violation of a rule in one way, if the rule failed. */
function failureIn(rules: readonly RuleVerdict[], {rule, branch}: Signature): FailedAgain | false {
  for (const {places} of rules.filter((one) => one.rule === rule))
    for (const verdict of places.filter((one) => one.verdict === 'failed')) {
      const violation = verdict.violations.find((one) => one.branch === branch);
      if (violation) return {violation, verdict};
    }
  return false;
}
