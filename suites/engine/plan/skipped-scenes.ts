import type {Contract} from '../../../spec/contract.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Check} from '../../language/check.ts';
import type {Target} from '../../target/target.ts';
import {isMeantFor} from './deployment-for-tests.ts';
import {prepare, type PreparedScene} from './prepare.ts';

/** The scenes that are kept from a shared target because it is no deployment for tests, each with the reason. */
export function skippedScenes(
  checks: readonly Check[],
  target: Target,
  contracts: Record<Api, Contract>,
): {scene: PreparedScene; reason: string}[] {
  if (!target.shared) return [];
  const scenes = new Map(
    checks
      .filter(({scene}) => !isMeantFor(scene, target) && !scene.mockOnly)
      .map(({scene}) => [scene.id, scene]),
  );
  const needed = target.lacks('control:advance') ?? 'a deployment for tests';
  return [...scenes.values()].map((scene) => ({
    scene: prepare(scene, target, contracts),
    reason: `only on deployments for tests: ${needed}`,
  }));
}
