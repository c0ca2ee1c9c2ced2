import type {Contract, Operation} from '../../../spec/contract.ts';
import type {Creates} from '../../../spec/openapi.ts';
import {at, isObject} from '../../../spec/json.ts';
import {defined} from '../../../spec/defined.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Call, Step} from '../../../spec/step.ts';
import {isUnauthenticated} from './needs.ts';
import type {PreparedScene} from './prepare.ts';
import {callsOf} from './steps.ts';

/** The effect of a step on a deployment. */
export interface StepEffect {
  /** Its kind in words, for the plan. */
  kind: string;
  /** What remains of it, in words. */
  residue?: string;
  /** How often that remains. */
  times: number;
  /** The number of requests of its clean-up. */
  cleaning: number;
}

/** The effects of the steps of a scene on a deployment. */
export function effectsOf(
  steps: Step[],
  {exhausts}: Pick<PreparedScene, 'exhausts'>,
  contracts: Record<Api, Contract>,
  shared: boolean,
): StepEffect[] {
  const effects = callsOf(steps).flatMap(({call, times}) => {
    const name = `the operation ${call.op}`;
    return effectOf(call, defined(contracts[call.api].operations[call.op], name), times, shared);
  });
  const kind = 'exhausts a minute window or an allowance';
  return exhausts ? [...effects, {kind, times: 0, cleaning: 0}] : effects;
}

const KINDS: Record<Operation['method'], string> = {
  GET: 'reads',
  POST: 'adds',
  PUT: 'changes what the run made',
  DELETE:
    'puts out of use what the run made (deactivates users, cancels orders, deletes content and plans)',
};

function effectOf(call: Call, operation: Operation, times: number, shared: boolean): StepEffect[] {
  const {method, creates, success} = operation;
  if (method !== 'GET' && isUnauthenticated(call.as)) return [];
  const effect = {kind: KINDS[method], times, cleaning: 0};
  const succeeds = call.expects === undefined || call.expects === success;
  if (method === 'GET' || !creates || !succeeds) return [effect];
  const undo = shared ? creates.undo : undefined;
  const cleaning = undo ? times * (1 + cleaningAlso(call, creates)) : 0;
  return [{...effect, residue: (undo ?? creates).residue, cleaning}];
}

/** What another resource costs that may be created with it: a search, and a request that deactivates it. */
function cleaningAlso({body}: Call, {also}: Creates): number {
  const value = also && at(body, also.member);
  return isObject(value) && '$fresh' in value ? 2 : 0;
}
