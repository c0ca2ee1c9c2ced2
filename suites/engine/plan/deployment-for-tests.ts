import {SEQUENCES_WITH_CLOCK} from '../../generation/effort.ts';
import type {Check} from '../../language/check.ts';
import type {Target} from '../../target/target.ts';

/**
 * Whether a shared target is a deployment for tests. A hook moves its clock, so nobody else works with it,
 * and what a run leaves there disturbs nobody.
 */
export const isForTests = (target: Pick<Target, 'lacks'>): boolean =>
  target.lacks('control:advance') === undefined;

/** The number of sequences of each model that are sent to a shared target. */
export const sequencesOn = (target: Pick<Target, 'lacks'>): number =>
  isForTests(target) ? SEQUENCES_WITH_CLOCK : 1;

/** Whether a target may be sent a scene, apart from what the scene needs. */
export const isMeantFor = (
  {api, mockOnly, onlyOnTestTargets}: Check['scene'],
  target: Pick<Target, 'shared' | 'apis' | 'lacks'>,
): boolean => {
  if (!target.shared || !target.apis.includes(api)) return true;
  return !mockOnly && (!onlyOnTestTargets || isForTests(target));
};

/**
 * The checks that are planned for a target: those whose scenes it may be sent. A rule that only other checks decide
 * keeps those for deployments for tests, so that the plan can say what is missing.
 */
export function checksFor(
  checks: readonly Check[],
  target: Pick<Target, 'shared' | 'apis' | 'lacks'>,
): Check[] {
  const meant = checks.filter(({scene}) => isMeantFor(scene, target));
  const decided = new Set(meant.map(({rule}) => rule));
  return checks.filter(
    ({rule, scene}) => isMeantFor(scene, target) || (scene.onlyOnTestTargets && !decided.has(rule)),
  );
}
