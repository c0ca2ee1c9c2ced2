import type {Contract, Operation} from '../../spec/contract.ts';
import {defined} from '../../spec/defined.ts';
import {describedVerb, type ControlVerb} from '../../spec/control.ts';
import {at} from '../../spec/json.ts';
import type {Api, RuleId} from '../../spec/rule.ts';
import type {RunPlan} from '../../spec/run-record.ts';
import type {Specification} from '../../spec/specification.ts';
import type {Call, Step} from '../../spec/step.ts';
import type {Check} from '../check.ts';
import type {Target} from '../target/target.ts';
import {contractsOf} from './contracts.ts';
import {isForTests, sequencesOn} from './deployment-for-tests.ts';
import {isUnauthenticated} from './needs.ts';
import {Deck, type Dealer} from '../values/deal.ts';
import {prepare, withDealtClass, type Prepared} from './prepare.ts';
import {advancedIn, everyStep, requestsOf} from './steps.ts';

/** What is planned, and for which target. */
export interface PlanInputs {
  specifications: Record<Api, Specification>;
  checks: Check[];
  target: Target;
  /** Deals the classes of values, without a `dealer`. */
  seed: number;
  /** Deals the classes of values of several rounds. */
  dealer?: Dealer | undefined;
}

/**
 * Plans a run: records every scene of the checks for the target. Nothing is sent.
 * @returns the scenes in the order of their checks, and what the run will cost and leave
 */
export function planRun({specifications, checks, target, seed, dealer}: PlanInputs): {
  prepared: Prepared[];
  plan: RunPlan;
} {
  const contracts = contractsOf(specifications);
  const scenes = new Map(checks.map(({scene}) => [scene.id, scene]));
  const all = [...scenes.values()].map((scene) => prepare(scene, target, contracts));
  const chosen = target.shared ? forShared(all, checks, target) : all;
  const dealing = dealer ?? new Deck(seed);
  const situations = new Map(checks.map((one) => [one.scene.id, one.sequence?.situations]));
  const prepared = chosen.map((one) =>
    withDealtClass(one, dealing, target.shared, situations.get(one.scene.id)),
  );
  return {prepared, plan: planOf(prepared, checks, contracts, target)};
}

/** Keeps of what was made up what a shared target is sent. */
function forShared(prepared: Prepared[], checks: Check[], target: Target): Prepared[] {
  const fewer = prepared.filter(({scene}) => !scene.unsharedOnly);
  const chosen = withSequences(fewer, checks, sequencesOn(target));
  return isForTests(target) ? chosen : chosen.filter(({scene}) => !scene.notOnShared);
}

/**
 * Keeps so many sequences of every model: on a shared target the others cost more than they show.
 * Those that can be played come first.
 */
function withSequences(prepared: Prepared[], checks: Check[], count: number): Prepared[] {
  const models = new Map(
    checks.filter((check) => check.slice).map((check) => [check.scene.id, check.rule]),
  );
  const byModel = new Map<RuleId, Prepared[]>();
  for (const one of prepared) {
    const model = models.get(one.scene.id);
    if (model !== undefined) byModel.set(model, [...(byModel.get(model) ?? []), one]);
  }
  const kept = new Set(
    [...byModel.values()].flatMap((sequences) =>
      sequences.toSorted((one, other) => lacksSome(one) - lacksSome(other)).slice(0, count),
    ),
  );
  return prepared.filter((one) => !models.has(one.scene.id) || kept.has(one));
}

const lacksSome = ({lacks}: Prepared): number => (lacks === undefined ? 0 : 1);

/**
 * Computes what a run will cost and leave, before the first request. On a shared target lasting
 * set-ups are counted once; scenes that responses to earlier ones make unnecessary are counted all
 * the same, so the figures are upper bounds.
 */
function planOf(
  prepared: Prepared[],
  checks: Check[],
  contracts: Record<Api, Contract>,
  target: Pick<Target, 'shared' | 'apis' | 'lacks'>,
): RunPlan {
  const waits = target.shared && target.lacks('control:advance') !== undefined;
  const costs = scenesWithSteps(prepared, target.shared).map(({scene, steps}) => ({
    api: scene.scene.api,
    requests: requestsOf(steps),
    traces: tracesOf(steps, scene, contracts, target.shared),
    waiting: waits ? advancedIn(steps) / 1000 : 0,
  }));
  const traces = costs.flatMap((cost) => cost.traces);
  const cleaning = traces.reduce((total, {cleaning}) => total + cleaning, 0);
  const requests = costs.reduce((total, cost) => total + cost.requests, 0) + cleaning;
  const waiting = costs.reduce((total, cost) => total + cost.waiting, 0);
  return {
    scenes: costs.length,
    requests,
    byApi: sumBy(costs.map(({api, requests}) => [api, requests])),
    seconds: target.shared ? waiting + requests : 0,
    effects: [...new Set(traces.map(({effect}) => effect))].sort(),
    mails: mailsOf(
      scenesWithSteps(prepared, target.shared).flatMap(({steps}) => steps),
      contracts,
    ),
    residue: sumBy(traces.flatMap(({residue, times}) => (residue ? [[residue, times]] : []))),
    notExercised: prepared
      .filter(({scene, lacks}) => lacks && target.apis.includes(scene.api))
      .flatMap((one) => notExercised(one, checks)),
  };
}

/** Mails that steps may cause, at most: by requests (`x-mails`) and by control verbs. */
function mailsOf(steps: Step[], contracts: Record<Api, Contract>): number {
  const requests = callsOf(steps).map(({call, times}) => {
    const {mails} = contracts[call.api].operations[call.op] ?? {};
    return mails && at(call.body, mails.member) === mails.is ? times : 0;
  });
  const verbs = [...everyStep(steps)].filter(
    (step) => step.step === 'control' && describedVerb(step.verb as ControlVerb).mails,
  );
  return requests.reduce((total, count) => total + count, verbs.length);
}

/** The scenes that can be played, with the steps that they add to the run. */
function scenesWithSteps(
  prepared: Prepared[],
  shared: boolean,
): {scene: Prepared; steps: Step[]}[] {
  const made = new Set<string>();
  return prepared
    .filter(({lacks}) => !lacks)
    .map((scene) => {
      const setup = scene.scene.given;
      const isMade = shared && setup?.lasting && made.has(setup.id);
      if (setup) made.add(setup.id);
      return {scene, steps: isMade ? scene.act : [...scene.given, ...scene.act]};
    });
}

/** Requests with which a shared target puts out of use what a scene makes, at most. */
export const cleaningOf = (
  {scene, given, act}: Prepared,
  specifications: PlanInputs['specifications'],
): number =>
  tracesOf([...given, ...act], {scene}, contractsOf(specifications), true).reduce(
    (total, {cleaning}) => total + cleaning,
    0,
  );

const notExercised = ({scene, lacks}: Prepared, checks: Check[]): RunPlan['notExercised'] =>
  lacks === undefined
    ? []
    : checks
        .filter((check) => check.scene.id === scene.id)
        .map(({rule, place}) => ({rule, place, reason: lacks}));

/** What a step does to a deployment. */
interface Trace {
  /** In words, for the plan. */
  effect: string;
  /** What stays of it, in words. */
  residue?: string;
  /** How often it stays. */
  times: number;
  /** Requests of the clean-up that it causes. */
  cleaning: number;
}

function tracesOf(
  steps: Step[],
  {scene}: Pick<Prepared, 'scene'>,
  contracts: Record<Api, Contract>,
  shared: boolean,
): Trace[] {
  const traces = callsOf(steps).flatMap(({call, times}) => {
    const name = `the operation ${call.op}`;
    return traceOf(call, defined(contracts[call.api].operations[call.op], name), times, shared);
  });
  const effect = 'exhausts a minute window or an allowance';
  return scene.exhausts ? [...traces, {effect, times: 0, cleaning: 0}] : traces;
}

/** The calls among steps, and how often each is made; the pages of walks leave nothing. */
export function callsOf(steps: Step[], times = 1): {call: Call; times: number}[] {
  return steps.flatMap((step) => {
    if (step.step === 'call') return [{call: step, times}];
    if (step.step === 'repeat') return callsOf(step.body, times * step.times);
    if (step.step === 'walk') return callsOf(step.between?.body ?? [], times);
    return step.step === 'parallel' ? callsOf(step.branches.flat(), times) : [];
  });
}

const EFFECTS: Record<Operation['method'], string> = {
  GET: 'reads',
  POST: 'adds',
  PUT: 'changes what the run made',
  DELETE:
    'puts out of use what the run made (deactivates users, cancels orders, deletes content and plans)',
};

function traceOf(call: Call, operation: Operation, times: number, shared: boolean): Trace[] {
  const {method, creates, success} = operation;
  if (method !== 'GET' && isUnauthenticated(call.as)) return [];
  const trace = {effect: EFFECTS[method], times, cleaning: 0};
  const succeeds = call.expects === undefined || call.expects === success;
  if (method === 'GET' || !creates || !succeeds) return [trace];
  const undo = shared ? creates.undo : undefined;
  return [{...trace, residue: (undo ?? creates).residue, cleaning: undo ? times : 0}];
}

/** Adds up numbers by name. */
function sumBy<Name extends string>(
  entries: [Name, number][],
): {[N in Name]?: number} & Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count] of entries) sums[name] = (sums[name] ?? 0) + count;
  return sums as {[N in Name]?: number} & Record<string, number>;
}
