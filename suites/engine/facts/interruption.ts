import type {WaitingClock} from '../../../spec/clock.ts';

/** Thrown when the user ended the run: nothing more is sent, and open checks stay undecided. */
export class Interrupted extends Error {
  override name = 'Interrupted';
  constructor() {
    super('the run was interrupted');
  }
}

/** A clock whose waits end when the run is interrupted: pacing and `advance` may take minutes. */
export class InterruptibleClock implements WaitingClock {
  readonly #clock: WaitingClock;
  #signal: AbortSignal | undefined;

  constructor(clock: WaitingClock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
  }

  now(): number {
    return this.#clock.now();
  }

  async sleep(ms: number): Promise<void> {
    const signal = this.#signal;
    if (signal?.aborted) throw new Interrupted();
    await this.#clock.sleep(ms, signal);
    if (signal?.aborted) throw new Interrupted();
  }

  /**
   * From now on only another signal ends waits early, so that an interrupted run can clean up.
   */
  waitUntil(hardStop: AbortSignal): void {
    this.#signal = hardStop;
  }
}
