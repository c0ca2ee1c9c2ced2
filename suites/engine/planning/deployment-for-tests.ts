import {SEQUENCES_WITH_CLOCK} from '../../effort.ts';
import type {Target} from '../../target/target.ts';

/**
 * Whether a shared target is a deployment for tests: a hook moves its clock, so nobody else works
 * with it, and what a run leaves there is in nobody's way.
 */
export const isForTests = (target: Pick<Target, 'lacks'>): boolean =>
  target.lacks('control:advance') === undefined;

/** Sequences of each model that a shared target is sent. */
export const sequencesOn = (target: Pick<Target, 'lacks'>): number =>
  isForTests(target) ? SEQUENCES_WITH_CLOCK : 1;
