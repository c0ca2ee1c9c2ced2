import type {WaitingClock} from '../../spec/clock.ts';

/**
 * The time of a deployment: that of another clock, and what the hook `advance` has added to it.
 * Limits, links and tokens of the deployment follow it.
 */
export class DeploymentClock implements WaitingClock {
  readonly #clock: WaitingClock;
  #added = 0;

  constructor(clock: WaitingClock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now() + this.#added;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#clock.sleep(ms, signal);
  }

  /** Notes that the deployment's clock was moved on by `ms` milliseconds. */
  add(ms: number): void {
    this.#added += ms;
  }
}
