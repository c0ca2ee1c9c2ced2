import {isObject, toText} from '../../../spec/json.ts';
import {isAboutOutcome} from '../../language/judge.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {PreparedScene} from '../plan/prepare.ts';
import {everyStep} from '../plan/steps.ts';
import type {SceneRun} from '../send/scene-run.ts';

/**
 * The violations of an attempt that reused requests cannot explain. A violation about an outcome is
 * independent of them if its request was sent by the scene itself and refers to nothing reused; any
 * other violation compares responses, so this must be true of every response that the judge read.
 * @param reused ids of the steps whose requests were reused
 */
export function standingByThemselves(
  violations: readonly Violation[],
  scene: Pick<PreparedScene, 'given' | 'act' | 'handles'>,
  reused: ReadonlySet<string>,
): Violation[] {
  const dependent = dependentSteps(scene, reused);
  const isAllOwn = Object.values(scene.handles).every(({id}) => !dependent.has(id));
  return violations.filter((one) => isAllOwn || (isOfOneResponse(one) && !dependent.has(one.step)));
}

/** Whether a violation is about the outcome of a single request, whatever other responses say. */
export const isOfOneResponse = (one: Violation): boolean =>
  isAboutOutcome(one) || (one.status !== undefined && one.statusOf === undefined);

/**
 * The violations of an attempt that disturbed steps cannot explain. Whether a disturbed write took effect is unknown, so
 * that after it, and in its race, nothing stands.
 * @param disturbed ids of the steps that somebody else than the deployment may have answered
 */
export function undisturbedBy(
  disturbed: ReadonlySet<string>,
  violations: readonly Violation[],
  {scene, exchanges, races}: Pick<SceneRun, 'scene' | 'exchanges' | 'races'>,
): Violation[] {
  const write = exchanges.find(({step, sent}) => disturbed.has(step) && isWrite(sent));
  const race = write && races.get(write.step);
  const isFirst = (one: Exchange): boolean =>
    one === write || (race !== undefined && races.get(one.step) === race);
  const unclear = write ? exchanges.slice(exchanges.findIndex(isFirst)) : [];
  const after = new Set([...disturbed, ...unclear.map(({step}) => step)]);
  return standingByThemselves(violations, scene, disturbed).filter(
    (one) => !after.has(one.step) && (!write || isOfOneResponse(one)),
  );
}

const isWrite = ({method}: Exchange['sent']): boolean => !['GET', 'HEAD'].includes(method);

/** The steps that were reused, and those that refer to one of them or share a value with it. */
export function dependentSteps(
  {given, act}: Pick<PreparedScene, 'given' | 'act'>,
  reused: ReadonlySet<string>,
): Set<string> {
  const steps = [...everyStep([...given, ...act])];
  const reusedSteps = steps.filter(({id}) => reused.has(id));
  const shared = new Set(reusedSteps.flatMap((step) => sourcesOf(step).filter(isFresh)));
  const dependent = new Set(reused);
  for (const step of steps) {
    const dependsOnReuse = sourcesOf(step).some((one) => shared.has(one) || dependent.has(one));
    if (dependsOnReuse) dependent.add(step.id);
  }
  return dependent;
}

/** The sources of a step's values: ids of earlier steps, and fresh values as `fresh 3`. */
function sourcesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(sourcesOf);
  if (!isObject(value)) return [];
  if ('$from' in value) return [toText(value.$from)];
  if ('$fresh' in value) return [`fresh ${toText(value.n)}`];
  return Object.values(value).flatMap(sourcesOf);
}

const isFresh = (source: string): boolean => source.startsWith('fresh ');
