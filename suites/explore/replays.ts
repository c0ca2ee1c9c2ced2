import type {RuleVerdict, Violation} from '../../spec/run-record.ts';
import type {Step} from '../../spec/step.ts';
import type {Check} from '../language/check.ts';
import {conformanceOf} from '../engine/judge/conformance.ts';
import {contractsOf} from '../engine/facts/contracts.ts';
import type {Fixture} from '../engine/fixtures/fixture.ts';
import {prepare, type PreparedScene} from '../engine/plan/prepare.ts';
import {checkOf} from '../engine/fixtures/replay.ts';
import {run} from '../engine/run.ts';
import type {RunOptions} from '../engine/begin/run-options.ts';
import {kindsIn, withClass, type AssignedClass} from '../values/assign-classes.ts';

/** The budget for running sequences again. */
export interface ReplayBudget {
  /** The most sequences for one finding. */
  runs: number;
  /** The most requests to a shared target for all findings. */
  requests: number;
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
   * Runs a check once.
   * @returns the violation if it failed in the same way, false if it did not, and undefined if the budget does
   * not suffice
   */
  async violation(
    check: Check,
    classes: readonly AssignedClass[],
    {rule, branch}: Signature,
  ): Promise<Violation | false | undefined> {
    const prepared = this.#prepared(check);
    const {shared} = this.#options.target;
    const left = this.#budget.requests - this.requests;
    // As many again are kept for the clean-up.
    const isTooMuch = shared && 2 * prepared.requests > left;
    if (prepared.unavailable || isTooMuch || this.#runs >= this.#budget.runs) return undefined;
    this.#runs += 1;
    const {specifications} = this.#options;
    const fixture = fixtureOfScene(prepared, check, classes, `${check.scene.id} ${this.#runs}`);
    const again = checkOf(fixture, [check], specifications);
    const result = await run({
      ...this.#options,
      checks: [again],
      ...(shared && {maxRequests: left}),
    });
    this.requests += result.requests;
    for (const [name, count] of Object.entries(result.residue))
      this.residue[name] = (this.residue[name] ?? 0) + count;
    return violationIn(result.rules, {rule, branch});
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
const violationIn = (rules: readonly RuleVerdict[], {rule, branch}: Signature): Violation | false =>
  rules
    .filter((one) => one.rule === rule)
    .flatMap(({places}) => places)
    .filter(({verdict}) => verdict === 'failed')
    .flatMap(({violations}) => violations)
    .find((one) => one.branch === branch) ?? false;
