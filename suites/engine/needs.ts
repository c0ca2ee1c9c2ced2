import type {Contract, Operation} from '../../spec/contract.ts';
import type {ControlVerb} from '../../spec/control.ts';
import {likeliest} from '../../spec/likeliest.ts';
import type {Api} from '../../spec/rule.ts';
import type {Call, Ref, Role, Step} from '../../spec/step.ts';
import type {Scene} from '../check.ts';
import type {Capability, Spending} from '../target/target.ts';
import {everyStep} from './steps.ts';
import {samplesIn} from './values.ts';

/**
 * What a scene needs of a target. All that follows from its steps is derived; only `exhausts` is
 * declared.
 * @throws Error for a call of an operation that no contract has
 */
export function needsOf(
  steps: Step[],
  scene: Pick<Scene, 'id' | 'exhausts'>,
  contracts: Record<Api, Contract>,
): Capability[] {
  const needs = new Set<Capability>();
  let waiting = 0;
  for (const step of everyStep(steps)) {
    for (const need of needsOfStep(step, scene.id, contracts)) needs.add(need);
    for (const sample of samplesIn(step)) needs.add(`sample:${sample}`);
    if (step.step === 'advance') waiting += step.ms;
  }
  if (waiting) needs.add(`time:${waiting}`);
  if (scene.exhausts) needs.add('spend:exhausts');
  return [...needs];
}

function needsOfStep(step: Step, scene: string, contracts: Record<Api, Contract>): Capability[] {
  switch (step.step) {
    case 'tools':
      return ['api:workspace', ...roleOf(step.as)];
    case 'call':
      return [...roleOf(step.as), ...needsOfCall(step, scene, contracts)];
    case 'upload':
      return [`sample:${step.sample}`];
    case 'control':
      return [`control:${step.verb as ControlVerb}`];
    default:
      return [];
  }
}

const roleOf = (as: Role | Ref): Capability[] =>
  typeof as === 'string' && !isInvalid(as) ? [`role:${as}`] : [];

function needsOfCall(step: Call, scene: string, contracts: Record<Api, Contract>): Capability[] {
  const {api, op} = step;
  const {method, pathOpen} = operationOf(step, scene, contracts);
  const needs: Capability[] = [`api:${api}`];
  if (pathOpen && !step.interface) needs.push(`path:${api}.${op}.${pathOpen}`);
  needs.push(`spend:${spendingOf(method, step)}`);
  // The number of the run's user in one store may be that of somebody else in another store.
  const touchesOthers = step.as === 'second-store' && step.path && method !== 'GET';
  return touchesOthers ? [...needs, `unique-ids:${api}`] : needs;
}

/** @throws Error that names scene and step when there is no such operation */
function operationOf(
  {api, op, id}: Call,
  scene: string,
  contracts: Record<Api, Contract>,
): Operation {
  const {operations} = contracts[api];
  const found = operations[op];
  if (found) return found;
  const near = likeliest(op, Object.keys(operations));
  throw new Error(
    `check ${scene}, step ${id}: ${api} has no operation \`${op}\`; did you mean \`${near}\`?`,
  );
}

/** What a call does to a deployment. Without a valid credential nothing is touched. */
function spendingOf(method: string, {as}: Call): Spending {
  if (method === 'GET' || isInvalid(as)) return 'reads';
  return method === 'POST' ? 'adds' : 'changes';
}

/** Whether a request is sent without a valid credential. */
export const isInvalid = (as: Role | Ref): boolean =>
  as === 'nobody' || as === 'unknown-credential';
