import type {WaitingClock} from '../../../spec/clock.ts';

/**
 * Milliseconds of a documented minute window, and some for two clocks that differ. It is as short as it
 * may be, since every request may wait for it; what was refused waits longer (`FREE_AGAIN_AFTER` in
 * `rate-limit-retry.ts`).
 */
const WINDOW = 60_500;

/** Requests a minute to which a credential is slowed down at most. */
const SLOWEST = 12;

/**
 * Rate limiter: keeps every credential under its documented limit a minute, so that the suite is
 * never the reason for a 429.
 */
export class Pacer {
  readonly #clock: WaitingClock;
  readonly #limit: number;
  /** Limits of credentials that were slowed down. */
  readonly #slowed = new Map<string, number>();
  readonly #sent = new Map<string, number[]>();

  /** @param limit requests a minute and credential */
  constructor(clock: WaitingClock, limit = 58) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** Waits until a request of the credential fits into the minute, then counts it. */
  async pace(credential: string): Promise<void> {
    const limiting = this.#recent(credential).at(-this.#limitOf(credential));
    if (limiting !== undefined) await this.#sleepUntil(limiting + WINDOW);
    this.note(credential);
  }

  /** Waits until the credential has been quiet for a minute: what a burst needs before it. */
  async quiet(credential: string): Promise<void> {
    const last = this.#recent(credential).at(-1);
    if (last !== undefined) await this.#sleepUntil(last + WINDOW);
  }

  /**
   * Halves the requests a minute of a credential: the deployment refused one of them, though they
   * were fewer than it documents.
   */
  slowDown(credential: string): void {
    const half = Math.floor(this.#limitOf(credential) / 2);
    this.#slowed.set(credential, Math.max(SLOWEST, half));
  }

  /** Counts a request that was not paced. */
  note(credential: string): void {
    this.#sent.set(credential, [...this.#recent(credential), this.#clock.now()]);
  }

  #limitOf(credential: string): number {
    return this.#slowed.get(credential) ?? this.#limit;
  }

  #sleepUntil(time: number): Promise<void> {
    return this.#clock.sleep(time - this.#clock.now());
  }

  #recent(credential: string): number[] {
    const since = this.#clock.now() - WINDOW;
    return (this.#sent.get(credential) ?? []).filter((at) => at > since);
  }
}
