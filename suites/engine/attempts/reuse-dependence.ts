import {isObject, toText} from '../../../spec/json.ts';
import {isAboutOutcome} from '../../judge.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {PreparedScene} from '../planning/prepare.ts';
import {everyStep} from '../planning/steps.ts';

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
  return violations.filter((one) => isAllOwn || (isAboutOutcome(one) && !dependent.has(one.step)));
}

/** The steps that were reused, and those that refer to one of them or share a value with it. */
function dependentSteps(
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
