import type {WaitingClock} from '../../spec/clock.ts';

/** Somebody ended the run: nothing more is sent, and what was being decided stays undecided. */
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
   * From now on waits last as long as they are to, until another signal ends them: what an interrupted
   * run made is put out of use.
   */
  waitUntil(hardStop: AbortSignal): void {
    this.#signal = hardStop;
  }
}
