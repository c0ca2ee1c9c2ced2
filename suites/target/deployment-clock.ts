import type {TargetClock, WaitingClock} from '../../spec/clock.ts';

/** Milliseconds for a deployment to do what has become due when its clock was moved. */
const SETTLING_MS = 250;

/**
 * The time of a deployment: that of another clock, and what the hook `advance` has added to it.
 * Limits, links and tokens of the deployment follow it.
 */
export class DeploymentClock implements TargetClock {
  readonly #clock: WaitingClock;
  readonly #advance: ((ms: number) => Promise<unknown>) | undefined;
  #added = 0;

  /** @param advance calls the hook `advance`; absent: the deployment has none */
  constructor(clock: WaitingClock, advance?: (ms: number) => Promise<unknown>) {
    this.#clock = clock;
    this.#advance = advance;
  }

  now(): number {
    return this.#clock.now() + this.#added;
  }

  /** Milliseconds by which it was moved. */
  get moved(): number {
    return this.#added;
  }

  /** Whether the deployment has the hook `advance`. */
  get movable(): boolean {
    return this.#advance !== undefined;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#clock.sleep(ms, signal);
  }

  /** @throws Error when there is no hook `advance`, or when it fails */
  async move(ms: number): Promise<void> {
    if (!this.#advance) throw new Error('no hook for advance');
    await this.#advance(ms);
    this.#added += ms;
    await this.#clock.sleep(Math.min(ms, SETTLING_MS));
  }
}
