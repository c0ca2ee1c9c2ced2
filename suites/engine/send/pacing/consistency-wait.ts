/** The two ways of waiting for a change, in milliseconds. */
export interface Waits {
  /** Waits in real time, which a deployment needs even if its clock is moved. */
  wait(ms: number): Promise<void>;
  /** Lets time pass on the deployment's clock, possibly by moving it. */
  advance(ms: number): Promise<void>;
}

/** The first waits in milliseconds, after which most changes are visible. */
const SHORT_WAITS = [2000, 2000, 2000, 2000, 2000];

/** The waits after these in milliseconds, about 5 minutes in all. */
const LATER = [5000, 5000, 10_000, 15_000, 15_000, 30_000, 30_000, 60_000, 60_000, 60_000];

/**
 * Waits until a change is visible: some seconds in any case, and then as long as the configuration allows.
 * After a change that was not visible in all that time, the run does not wait for it so long again; and where no
 * change has ever become visible by waiting, it looks only once more.
 */
export class ConsistencyWait {
  readonly #mayWait: (ms: number) => boolean;
  readonly #vain = new Set<string>();
  /** Whether a change has become visible by waiting: the deployment shows some changes late. */
  #hasHelped = false;

  /** @param mayWait whether a number of milliseconds may pass on the target's clock */
  constructor(mayWait: (ms: number) => boolean = () => false) {
    this.#mayWait = mayWait;
  }

  /**
   * Lets time pass and looks again, until the change is visible.
   * @param change a name for the change
   * @param looks looks whether the change is visible now
   * @returns the milliseconds waited
   */
  async until(change: string, waits: Waits, looks: () => Promise<boolean>): Promise<number> {
    const isKnown = this.#vain.has(change);
    const atFirst = isKnown && !this.#hasHelped ? SHORT_WAITS.slice(0, 1) : SHORT_WAITS;
    let waited = 0;
    for (const ms of atFirst) {
      await waits.wait(ms);
      waited += ms;
      if (await looks()) return this.#helped(waited);
    }
    for (const ms of LATER) {
      if (isKnown || !this.#mayWait(waited + ms)) break;
      await waits.advance(ms);
      waited += ms;
      if (await looks()) return this.#helped(waited);
    }
    this.#vain.add(change);
    return waited;
  }

  #helped(waited: number): number {
    this.#hasHelped = true;
    return waited;
  }
}
