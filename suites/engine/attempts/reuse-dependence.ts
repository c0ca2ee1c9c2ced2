import {isObject} from '../../../spec/json.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Prepared} from '../planning/prepare.ts';
import {everyStep} from '../planning/steps.ts';

/**
 * The violations that requests of earlier scenes cannot explain, of an attempt that reused some. A
 * violation stands by itself when the response that shows it came to a request of the scene's own,
 * which refers to nothing reused. One that compares responses needs that of every response which
 * the judge read.
 * @param reused ids of the steps for which earlier requests stood
 */
export function standingByThemselves(
  violations: readonly Violation[],
  scene: Pick<Prepared, 'given' | 'act' | 'handles'>,
  reused: ReadonlySet<string>,
): Violation[] {
  const dependent = dependentSteps(scene, reused);
  const isAllOwn = Object.values(scene.handles).every(({id}) => !dependent.has(id));
  return violations.filter(
    ({step, wanted}) => isAllOwn || (wanted !== undefined && !dependent.has(step)),
  );
}

/** The steps that were reused, and those that refer to one of them or share a value with it. */
function dependentSteps(
  {given, act}: Pick<Prepared, 'given' | 'act'>,
  reused: ReadonlySet<string>,
): Set<string> {
  const steps = [...everyStep([...given, ...act])];
  const reusedSteps = steps.filter(({id}) => reused.has(id));
  const shared = new Set(reusedSteps.flatMap((step) => sourcesOf(step).filter(isFresh)));
  const dependent = new Set(reused);
  for (const step of steps) {
    const restsOnReuse = sourcesOf(step).some((one) => shared.has(one) || dependent.has(one));
    if (restsOnReuse) dependent.add(step.id);
  }
  return dependent;
}

/** What a step takes its values from: ids of earlier steps, and fresh values as `fresh 3`. */
function sourcesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(sourcesOf);
  if (!isObject(value)) return [];
  if ('$from' in value) return [String(value.$from)];
  if ('$fresh' in value) return [`fresh ${String(value.n)}`];
  return Object.values(value).flatMap(sourcesOf);
}

const isFresh = (source: string): boolean => source.startsWith('fresh ');
