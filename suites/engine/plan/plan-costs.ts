import type {Contract} from '../../../spec/contract.ts';
import {describedVerb, type ControlVerb} from '../../../spec/control.ts';
import {at} from '../../../spec/json.ts';
import type {Api} from '../../../spec/rule.ts';
import type {RunPlan} from '../../../spec/run-record.ts';
import type {Step} from '../../../spec/step.ts';
import type {Check} from '../../language/check.ts';
import type {Target} from '../../target/target.ts';
import type {PreparedScene} from './prepare.ts';
import {advancedIn, callsOf, everyStep, requestsOf} from './steps.ts';
import {effectsOf, type StepEffect} from './step-effects.ts';

/**
 * Computes the costs and the residue of a run before its first request. The figures are upper bounds: on
 * a shared target reusable set-ups are counted once, but scenes that earlier responses make unnecessary
 * are counted as well.
 */
export function planOf(
  prepared: PreparedScene[],
  checks: Check[],
  contracts: Record<Api, Contract>,
  target: Pick<Target, 'shared' | 'apis' | 'lacks'>,
): RunPlan {
  const waits = target.shared && target.lacks('control:advance') !== undefined;
  const runnable = scenesWithSteps(prepared, target.shared);
  const costs = runnable.map(({scene, steps}) => ({
    api: scene.api,
    requests: requestsOf(steps),
    effects: effectsOf(steps, scene, contracts, target.shared),
    waiting: waits ? advancedIn(steps) / 1000 : 0,
  }));
  const effects = costs.flatMap((cost) => cost.effects);
  const requests = sum(costs.map((cost) => cost.requests)) + cleaningAfter(effects);
  const waiting = sum(costs.map((cost) => cost.waiting));
  return {
    scenes: costs.length,
    requests,
    byApi: sumBy(costs.map(({api, requests}) => [api, requests])),
    seconds: target.shared ? waiting + requests : 0,
    effects: [...new Set(effects.map(({kind}) => kind))].sort(),
    mails: mailsOf(
      runnable.flatMap(({steps}) => steps),
      contracts,
    ),
    residue: sumBy(effects.flatMap(({residue, times}) => (residue ? [[residue, times]] : []))),
    notExercised: prepared
      .filter(({api, unavailable}) => !unavailable?.isAbsent && target.apis.includes(api))
      .flatMap((one) => notExercised(one, checks)),
  };
}

/** The most mails that steps may cause, by requests (`x-mails`) and by control verbs. */
function mailsOf(steps: Step[], contracts: Record<Api, Contract>): number {
  const requests = callsOf(steps).map(({call, times}) => {
    const {mails} = contracts[call.api].operations[call.op] ?? {};
    return mails && at(call.body, mails.member) === mails.is ? times : 0;
  });
  const verbs = [...everyStep(steps)].filter(
    (step) => step.step === 'control' && describedVerb(step.verb as ControlVerb).mails,
  );
  return sum(requests) + verbs.length;
}

/** The scenes that can be run, with the steps that they add to the run. */
function scenesWithSteps(
  prepared: PreparedScene[],
  shared: boolean,
): {scene: PreparedScene; steps: Step[]}[] {
  const made = new Set<string>();
  return prepared
    .filter(({unavailable}) => !unavailable)
    .map((scene) => {
      const {setUp, given, act} = scene;
      const isMade = shared && setUp?.reusable && made.has(setUp.id);
      if (setUp) made.add(setUp.id);
      return {scene, steps: isMade ? act : [...given, ...act]};
    });
}

const notExercised = ({id, unavailable}: PreparedScene, checks: Check[]): RunPlan['notExercised'] =>
  unavailable
    ? checks
        .filter(({scene}) => scene.id === id)
        .map(({rule, place}) => ({rule, place, reason: unavailable.reason}))
    : [];

/** The most requests that deactivate what a scene creates on a shared target. */
export const cleaningOf = (scene: PreparedScene, contracts: Record<Api, Contract>): number =>
  cleaningAfter(effectsOf([...scene.given, ...scene.act], scene, contracts, true));

/** The requests that clean up after effects. */
const cleaningAfter = (effects: readonly StepEffect[]): number =>
  sum(effects.map(({cleaning}) => cleaning));

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** Adds up numbers by name. */
function sumBy<Name extends string>(
  entries: [Name, number][],
): {[N in Name]?: number} & Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count] of entries) sums[name] = (sums[name] ?? 0) + count;
  return sums as {[N in Name]?: number} & Record<string, number>;
}
