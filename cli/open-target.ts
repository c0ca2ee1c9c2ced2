import type {Api} from '../spec/rule.ts';
import type {Specification} from '../spec/specification.ts';
import type {WaitingClock} from '../spec/clock.ts';
import type {Config} from '../suites/target/config.ts';
import {Deployment} from '../suites/target/deployment.ts';
import type {Target} from '../suites/target/target.ts';
import {embedded} from './embedded.ts';

/** A target that is ready for requests. */
export interface OpenTarget {
  target: Target;
  close(): Promise<void>;
}

/**
 * Opens the deployment of a configuration, or the embedded mock without one.
 * @param seed of everything that the mock generates
 * @param clock used for waiting on a deployment
 * @param hardStop aborts hooks of a deployment
 */
export async function openTarget(
  config: Config | undefined,
  specifications: Record<Api, Specification>,
  seed: number,
  clock: WaitingClock,
  hardStop: AbortSignal,
): Promise<OpenTarget> {
  if (!config) return embedded(specifications, seed);
  return {target: new Deployment(config, clock, hardStop), close: async () => {}};
}
