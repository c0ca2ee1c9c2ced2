import {SEQUENCES_WITH_CLOCK} from '../../effort.ts';
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
