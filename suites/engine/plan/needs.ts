import type {Contract, Operation} from '../../../spec/contract.ts';
import type {ControlVerb} from '../../../spec/control.ts';
import {likeliest} from '../../../spec/likeliest.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Call, Role, Step} from '../../../spec/step.ts';
import type {Ref} from '../../../spec/value.ts';
import type {Scene} from '../../language/check.ts';
import type {Capability, Spending} from '../../target/target.ts';
import {advancedIn, everyStep} from './steps.ts';
import {samplesIn} from '../../../spec/references.ts';

/**
 * The capabilities that a scene needs, for example `role:admin`, `spend:adds` and `time:60000`. They are
 * derived from its steps, except `exhausts`, which a scene declares.
 * @throws Error for a call of an operation that no contract has
 */
export function needsOf(
  steps: Step[],
  scene: Pick<Scene, 'id' | 'exhausts'>,
  contracts: Record<Api, Contract>,
): Capability[] {
  const needs = new Set<Capability>();
  for (const step of everyStep(steps)) {
    for (const need of needsOfStep(step, scene.id, contracts)) needs.add(need);
    for (const sample of samplesIn(step)) needs.add(`sample:${sample}`);
  }
  const waiting = advancedIn(steps);
  if (waiting) needs.add(`time:${waiting}`);
  if (scene.exhausts) needs.add('spend:exhausts');
  return [...needs];
}

function needsOfStep(step: Step, sceneId: string, contracts: Record<Api, Contract>): Capability[] {
  switch (step.step) {
    case 'tools':
      return ['api:workspace', 'interface:mcp', ...roleOf(step.as)];
    case 'call':
      return [...roleOf(step.as), ...needsOfCall(step, sceneId, contracts)];
    case 'upload':
      return [`sample:${step.sample}`];
    case 'control':
      return [`control:${step.verb as ControlVerb}`];
    default:
      return [];
  }
}

const roleOf = (as: Role | Ref): Capability[] =>
  typeof as === 'string' && !isUnauthenticated(as) ? [`role:${as}`] : [];

/** The parameters of a path in the form of a template, for example `{run}`. */
const pathNames = (parameters: Operation['parameters']): string =>
  parameters.flatMap((one) => (one.in === 'path' ? [`{${one.name}}`] : [])).join('/');

/** What a target needs for an operation that a deployment may lack; undefined if none may lack it. */
export const servedNeed = (api: Api, {id, absent}: Operation): Capability | undefined =>
  absent && `served:${api}.${id}.${absentText(absent)}`;

/** The choices by which a deployment lacks an operation, for example `NS-ST-68=not served`. */
const absentText = (absent: Record<string, string>): string =>
  Object.entries(absent)
    .map(([point, choice]) => `${point}=${choice}`)
    .join('.');

function needsOfCall(step: Call, sceneId: string, contracts: Record<Api, Contract>): Capability[] {
  const {api, op} = step;
  const operation = operationOf(step, sceneId, contracts);
  const {method, pathUndocumented, parameters} = operation;
  const needs: Capability[] = [`api:${api}`];
  if (step.interface) needs.push('interface:mcp');
  // The document shows no path, so the profile has to give one; a tool of the MCP server needs none.
  if (pathUndocumented && !step.interface)
    needs.push(`path:${api}.${op}.${pathUndocumented}.${pathNames(parameters)}`);
  const served = servedNeed(api, operation);
  if (served) needs.push(served);
  needs.push(`spend:${spendingOf(method, step)}`);
  // The request names a user of the run's first store. Where stores number their users alike, the
  // second store has a user with the same number, whom the request would change.
  const mayChangeOthers = step.as === 'second-store' && step.path && method !== 'GET';
  return mayChangeOthers ? [...needs, `unique-ids:${api}`] : needs;
}

/** @throws Error with the scene and the step, if there is no such operation */
function operationOf(
  {api, op, id}: Call,
  sceneId: string,
  contracts: Record<Api, Contract>,
): Operation {
  const {operations} = contracts[api];
  const found = operations[op];
  if (found) return found;
  const near = likeliest(op, Object.keys(operations));
  throw new Error(
    `check ${sceneId}, step ${id}: ${api} has no operation \`${op}\`; did you mean \`${near}\`?`,
  );
}

/** The effect of a call on a deployment. Without a valid credential it changes nothing. */
function spendingOf(method: string, {as}: Call): Spending {
  if (method === 'GET' || isUnauthenticated(as)) return 'reads';
  return method === 'POST' ? 'adds' : 'changes';
}

/** Whether requests of a role have no valid credential, so that 401 is the right response. */
export const isUnauthenticated = (as: Role | Ref): boolean =>
  as === 'nobody' || as === 'unknown-credential';
