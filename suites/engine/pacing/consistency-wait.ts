/** How a change is waited for: each lets time pass, in milliseconds. */
export interface Waits {
  /** Waits really: a deployment needs some seconds whatever its clock says. */
  wait(ms: number): Promise<void>;
  /** Lets time pass on the deployment's clock, which may be moved. */
  advance(ms: number): Promise<void>;
}

/** Milliseconds of the first waits: most changes show within them. */
const SHORT_WAITS = [2000, 2000, 2000, 2000, 2000];

/** Milliseconds of the waits after these: 5 minutes in all. */
const LATER = [5000, 5000, 10_000, 15_000, 15_000, 30_000, 30_000, 60_000, 60_000, 60_000];

/**
 * Waits until a change shows: some seconds in any case, and then for as long as the target may be
 * waited for. What has not shown in all that time is not waited for so long again in the same run.
 */
export class ConsistencyWait {
  readonly #mayWait: (ms: number) => boolean;
  readonly #vain = new Set<string>();

  /** @param mayWait whether so many milliseconds may pass on the target's clock */
  constructor(mayWait: (ms: number) => boolean = () => false) {
    this.#mayWait = mayWait;
  }

  /**
   * Lets time pass and looks again, until the change shows.
   * @param change names what is waited for
   * @param looks whether it shows now
   * @returns how many milliseconds were waited
   */
  async until(change: string, waits: Waits, looks: () => Promise<boolean>): Promise<number> {
    let waited = 0;
    for (const ms of SHORT_WAITS) {
      await waits.wait(ms);
      waited += ms;
      if (await looks()) return waited;
    }
    for (const ms of LATER) {
      if (this.#vain.has(change) || !this.#mayWait(waited + ms)) break;
      await waits.advance(ms);
      waited += ms;
      if (await looks()) return waited;
    }
    this.#vain.add(change);
    return waited;
  }
}
