import type {Contract, Operation} from '../../spec/contract.ts';
import {likeliest} from '../../spec/likeliest.ts';
import type {Api} from '../../spec/rule.ts';
import type {RunPlan} from '../../spec/run-record.ts';
import type {Call, Role, Step} from '../../spec/step.ts';
import type {Check, Scene} from '../check.ts';
import {Script, type Handle} from '../script.ts';
import {AGENT_ROLES} from '../target/oauth-client.ts';
import type {Capability, Spending, Target} from '../target/target.ts';
import {samplesIn} from './values.ts';

/** A scene whose steps are recorded: everything that it will send is known. */
export interface Prepared {
  scene: Scene;
  /** The set-up's steps, and those of the act. */
  given: Step[];
  act: Step[];
  handles: Record<string, Handle<any>>;
  /** What to supply where the target does not offer enough. */
  lacks?: string;
  requests: number;
}

/**
 * Records a scene for a target: takes the first way of its set-up whose needs are offered. Nothing
 * is sent.
 * @throws Error for a call of an operation that no contract has
 */
export function prepare(
  scene: Scene,
  target: Pick<Target, 'lacks'>,
  contracts: Record<Api, Contract>,
): Prepared {
  const refusals = new Set<string>();
  for (const way of scene.given?.ways ?? [() => undefined]) {
    const prefix = scene.given?.lasting ? `${scene.given.id}/` : 'g';
    const count = {steps: 0, fresh: 0, prefix};
    const setup = new Script(scene.api, prefix, count);
    const made = way(setup);
    // Fresh values are counted on: those of the act are none of the set-up's.
    const act = new Script(scene.api, 's', {steps: 0, fresh: count.fresh, prefix: 's'});
    const handles = scene.act(act, made) as Record<string, Handle<any>>;
    const steps = [...setup.steps, ...act.steps];
    const lacks = needsOf(steps, scene, contracts)
      .map((need) => target.lacks(need))
      .find(Boolean);
    const prepared: Prepared = {
      scene,
      given: setup.steps,
      act: act.steps,
      handles,
      requests: requestsOf(steps) + sessionsOf(steps),
    };
    if (!lacks) return prepared;
    refusals.add(lacks);
    if (way === scene.given?.ways.at(-1) || !scene.given)
      return {...prepared, lacks: [...refusals].join('; or ')};
  }
  throw new Error(`${scene.id}: its set-up has no way`);
}

/** What steps need of a target; nothing of it is declared where it can be derived. */
function needsOf(
  steps: Step[],
  scene: Pick<Scene, 'id' | 'exhausts'>,
  contracts: Record<Api, Contract>,
): Capability[] {
  const needs = new Set<Capability>();
  let waited = 0;
  for (const step of everyStep(steps)) {
    if (step.step === 'tools') needs.add('api:workspace');
    if (
      (step.step === 'call' || step.step === 'tools') &&
      typeof step.as === 'string' &&
      step.as !== 'nobody' &&
      step.as !== 'unknown-credential'
    )
      needs.add(`role:${step.as}`);
    if (step.step === 'call') {
      needs.add(`api:${step.api}`);
      const {method, pathOpen} = operationOf(step, scene.id, contracts);
      if (pathOpen && !step.interface) needs.add(`path:${step.api}.${step.op}.${pathOpen}`);
      needs.add(`spend:${spendingOf(method, step)}`);
      // A number that the run was given in one tenant may be somebody else's user in another.
      if (step.as === 'second-store' && step.path && method !== 'GET')
        needs.add(`unique-ids:${step.api}`);
    }
    if (step.step === 'upload') needs.add(`sample:${step.sample}`);
    if (step.step === 'control') needs.add(`control:${step.verb as never}`);
    if (step.step === 'advance') waited += step.ms;
    for (const sample of samplesIn(step)) needs.add(`sample:${sample}`);
  }
  if (waited) needs.add(`time:${waited}`);
  if (scene.exhausts) needs.add('spend:exhausts');
  return [...needs];
}

/** @throws Error that names check and step when there is no such operation */
function operationOf(
  {api, op, id}: Call,
  check: string,
  contracts: Record<Api, Contract>,
): Operation {
  const {operations} = contracts[api];
  const found = operations[op];
  if (!found)
    throw new Error(
      `check ${check}, step ${id}: ${api} has no operation \`${op}\`; did you mean \`${likeliest(op, Object.keys(operations))}\`?`,
    );
  return found;
}

/** What a call does to a deployment. Without a valid credential nothing is touched. */
const spendingOf = (method: string, step: Call): Spending =>
  method === 'GET' || step.as === 'nobody' || step.as === 'unknown-credential'
    ? 'reads'
    : method === 'POST'
      ? 'adds'
      : 'changes';

/** Every step, those inside repetitions, walks and races included. */
export function* everyStep(steps: Step[]): Generator<Step> {
  for (const step of steps) {
    yield step;
    if (step.step === 'repeat') yield* everyStep(step.body);
    if (step.step === 'walk') yield* everyStep([step.page, ...(step.between?.body ?? [])]);
    if (step.step === 'parallel') yield* everyStep(step.branches.flat());
  }
}

/**
 * Agents in whose name steps ask for something, of the MCP server or, where they are no keys, of
 * the API.
 */
export function agentsOf(steps: Step[]): Set<Role> {
  const asked = [...everyStep(steps)].flatMap((step) =>
    step.step === 'call' || step.step === 'tools' ? [step.as] : [],
  );
  return new Set(AGENT_ROLES.filter((role) => asked.includes(role)));
}

/**
 * What begins a session with an MCP server: `initialize`, the notification that it is done, and the
 * list of the tools.
 */
const SESSION = 3;

/** Requests that begin the sessions of steps; on a shared target fewer, for sessions go on. */
function sessionsOf(steps: Step[]): number {
  const asked = [...everyStep(steps)].flatMap((step) =>
    (step.step === 'call' && step.interface) || step.step === 'tools'
      ? [JSON.stringify(step.as)]
      : [],
  );
  return SESSION * new Set(asked).size;
}

/** Requests that steps send at most (a walk is counted as three pages). */
function requestsOf(steps: Step[]): number {
  return steps.reduce((total, step) => {
    if (step.step === 'call' || step.step === 'upload' || step.step === 'download')
      return total + 1;
    if (step.step === 'repeat') return total + step.times * requestsOf(step.body);
    if (step.step === 'walk')
      return total + Math.min(3, step.atMost) + requestsOf(step.between?.body ?? []);
    if (step.step === 'parallel') return total + requestsOf(step.branches.flat());
    return total;
  }, 0);
}

/**
 * Totals of what a run will cost and leave, before the first request. On a shared target set-ups
 * that last are counted once; scenes that earlier answers make unnecessary are counted all the
 * same, so the figures are upper bounds.
 */
export function planOf(
  prepared: Prepared[],
  checks: Check[],
  contracts: Record<Api, Contract>,
  {shared, apis}: Pick<Target, 'shared' | 'apis'>,
): RunPlan {
  const runnable = prepared.filter((one) => !one.lacks);
  const plan: RunPlan = {
    scenes: runnable.length,
    requests: 0,
    byApi: {},
    seconds: 0,
    effects: [],
    residue: {},
    notExercised: [],
  };
  const once = new Set<string>();
  const effects = new Set<string>();
  for (const one of runnable) {
    const setup = one.scene.given;
    const counted =
      shared && setup?.lasting && once.has(setup.id) ? one.act : [...one.given, ...one.act];
    if (setup) once.add(setup.id);
    const requests = requestsOf(counted) + sessionsOf(counted);
    plan.requests += requests;
    plan.byApi[one.scene.api] = (plan.byApi[one.scene.api] ?? 0) + requests;
    if (one.scene.exhausts) effects.add('exhausts a minute window or an allowance');
    plan.requests += residueOf(counted, contracts, plan.residue, effects, shared);
    for (const step of everyStep(counted))
      if (step.step === 'advance' && shared) plan.seconds += step.ms / 1000;
  }
  if (shared) plan.seconds += plan.requests;
  plan.effects = [...effects].sort();
  for (const one of prepared)
    if (one.lacks && apis.includes(one.scene.api))
      for (const check of checks)
        if (check.scene.id === one.scene.id)
          plan.notExercised.push({rule: check.rule, place: check.place, reason: one.lacks});
  return plan;
}

/** @returns requests of the clean-up */
function residueOf(
  steps: Step[],
  contracts: Record<Api, Contract>,
  residue: Record<string, number>,
  effects: Set<string>,
  shared: boolean,
  times = 1,
): number {
  let cleaning = 0;
  for (const step of steps) {
    if (step.step === 'call') {
      const operation = contracts[(step as Call).api].operations[step.op]!;
      if (operation.method === 'GET') effects.add('reads');
      else if (step.as !== 'nobody' && step.as !== 'unknown-credential') {
        effects.add(
          operation.method === 'DELETE'
            ? 'deactivates what the run made'
            : operation.method === 'PUT'
              ? 'changes what the run made'
              : 'adds',
        );
        if (operation.creates && (step.expects === operation.success || !step.expects)) {
          const {undo} = operation.creates;
          const kind = (shared && undo ? undo : operation.creates).residue;
          residue[kind] = (residue[kind] ?? 0) + times;
          if (shared && undo) cleaning += times;
        }
      }
    }
    if (step.step === 'repeat')
      cleaning += residueOf(step.body, contracts, residue, effects, shared, times * step.times);
    if (step.step === 'walk')
      cleaning += residueOf(step.between?.body ?? [], contracts, residue, effects, shared, times);
    if (step.step === 'parallel')
      cleaning += residueOf(step.branches.flat(), contracts, residue, effects, shared, times);
  }
  return cleaning;
}
