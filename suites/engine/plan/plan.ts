import type {Contract} from '../../../spec/contract.ts';
import type {Api, Rule, RuleId} from '../../../spec/rule.ts';
import type {RunPlan} from '../../../spec/run-record.ts';
import type {Specification} from '../../../spec/specification.ts';
import type {Check, Scene} from '../../language/check.ts';
import type {Target} from '../../target/target.ts';
import {TwinAssigner} from '../../credentials/assign-twins.ts';
import {WayAssigner} from '../../credentials/assign-ways.ts';
import {RotatingAssigner, type ClassAssigner} from '../../values/assign-classes.ts';
import {contractsOf} from '../facts/contracts.ts';
import {withTwin} from './beside-twin.ts';
import {withAnotherCredential, type Dividing} from './by-credentials.ts';
import {checksFor, isForTests, isMeantFor, sequencesOn} from './deployment-for-tests.ts';
import {planOf} from './plan-costs.ts';
import {allOf, supportingScenes, type SupportingScenes} from './supporting-scenes.ts';
import {FormAssigner} from './forms.ts';
import {hasTwin, prepare, withAssignedClass, type PreparedScene} from './prepare.ts';

/** The input of a plan. */
export interface PlanInputs {
  specifications: Record<Api, Specification>;
  checks: Check[];
  /** The checks of rules that were not selected, if some were: some of their scenes support the selected ones. */
  others?: Check[] | undefined;
  /** Of the `others`, only what proves lines of the profile is sent. */
  provesOnly?: true;
  target: Target;
  /** Determines the classes of values if there is no `assigner`. */
  seed: number;
  /** Assigns the classes of values over several rounds. */
  assigner?: ClassAssigner | undefined;
}

/**
 * Plans a run: records every scene of the checks for the target. Nothing is sent.
 * @returns the scenes in the order of their checks, those that support them, and the costs and the residue of the run
 */
export function planRun(inputs: PlanInputs): {
  prepared: PreparedScene[];
  supporting: SupportingScenes;
  plan: RunPlan;
} {
  const {specifications, checks, others, target, seed, assigner} = inputs;
  const contracts = contractsOf(specifications);
  const scenes = new Map(checksFor(checks, target).map(({scene}) => [scene.id, scene]));
  const all = [...scenes.values()].map((scene) => preparedFor(target, scene, contracts));
  const chosen = target.shared ? forShared(all, checks, target) : all;
  const ownAssigner = assigner ?? new RotatingAssigner(seed);
  const commandsInStates = new Map(
    checks.map((one) => [one.scene.id, one.sequence?.commandsInStates]),
  );
  const ofClasses = chosen.map((one) =>
    withAssignedClass(one, ownAssigner, target.shared, commandsInStates.get(one.id)),
  );
  const byCredentials = withCredentials(ofClasses, inputs, contracts);
  const forms = target.onlyDocumentedForms ? undefined : new FormAssigner(seed, contracts);
  const prepared = forms ? byCredentials.map((one) => forms.inForm(one)) : byCredentials;
  const supporting = others?.length
    ? supportingScenes(inputs, prepared)
    : {first: [], seeing: [], proving: []};
  const sent = [...prepared, ...allOf(supporting)];
  return {prepared, supporting, plan: planOf(sent, checks, contracts, target)};
}

/** The scenes as credentials of a tenant send them, some by another one than usual, and some while another tenant does the same. */
function withCredentials(
  scenes: PreparedScene[],
  {specifications, checks, target, seed}: PlanInputs,
  contracts: Record<Api, Contract>,
): PreparedScene[] {
  const assigner = new WayAssigner(seed);
  const twins = new TwinAssigner(!target.shared);
  const known = new Map(
    Object.values(specifications).flatMap(({rules}) => rules.map((rule) => [rule.id, rule])),
  );
  const rulesOf = new Map<string, Pick<Rule, 'id' | 'protects'>[]>();
  for (const {rule: id, scene} of checks)
    rulesOf.set(scene.id, [...(rulesOf.get(scene.id) ?? []), known.get(id) ?? {id}]);
  const dividing = (scene: PreparedScene): Dividing => ({
    target,
    contracts,
    rules: rulesOf.get(scene.id) ?? [],
  });
  return scenes
    .map((scene, index) => withTwin(scene, {...dividing(scene), twins}, seed + index))
    .map((scene) =>
      hasTwin(scene) ? scene : withAnotherCredential(scene, {...dividing(scene), assigner}),
    );
}

/** Prepares a scene. One that the target may not be sent lacks a hook that makes it a deployment for tests. */
function preparedFor(
  target: Target,
  scene: Scene,
  contracts: Record<Api, Contract>,
): PreparedScene {
  const prepared = prepare(scene, target, contracts);
  const hook = isMeantFor(scene, target) ? undefined : target.lacks('control:advance');
  if (hook === undefined) return prepared;
  const {lacks: ways = [[]]} = prepared.unavailable ?? {};
  const lacks = ways.map((way) => [...new Set([hook, ...way])]);
  return {...prepared, unavailable: {...prepared.unavailable, reason: hook, lacks}};
}

/** Selects the generated scenes that are sent to a shared target. */
function forShared(prepared: PreparedScene[], checks: Check[], target: Target): PreparedScene[] {
  const count = sequencesOn(target);
  if (isForTests(target)) return withSequences(prepared, checks, count, lacksSome);
  return withSequences(prepared, checks, count, (one) => 10_000 * lacksSome(one) + one.requests);
}

/**
 * Keeps a number of sequences of every model, since on a shared target the others are not worth their cost.
 * @param cost the cost of a scene; those with the lowest cost are kept, the first ones of equal cost
 */
function withSequences(
  prepared: PreparedScene[],
  checks: Check[],
  count: number,
  cost: (sequence: PreparedScene) => number,
): PreparedScene[] {
  const models = new Map(
    checks.filter((check) => check.slice).map((check) => [check.scene.id, check.rule]),
  );
  const byModel = new Map<RuleId, PreparedScene[]>();
  for (const one of prepared) {
    const model = models.get(one.id);
    if (model !== undefined) byModel.set(model, [...(byModel.get(model) ?? []), one]);
  }
  const kept = new Set(
    [...byModel.values()].flatMap((sequences) =>
      sequences.toSorted((one, other) => cost(one) - cost(other)).slice(0, count),
    ),
  );
  return prepared.filter((one) => !models.has(one.id) || kept.has(one));
}

/** Sorts sequences that cannot be run behind the others. */
const lacksSome = ({unavailable}: PreparedScene): number => (unavailable ? 1 : 0);
