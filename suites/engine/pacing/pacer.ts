import type {TargetClock, WaitingClock} from '../../../spec/clock.ts';
import {PassingTime} from './passing-time.ts';

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
 * never the reason for a 429. It moves the target's clock where it can, and waits where it cannot.
 */
export class Pacer {
  /** How time passes on the target's clock. */
  readonly time: PassingTime;
  readonly #limit: number;
  /** Limits of credentials that were slowed down. */
  readonly #slowed = new Map<string, number>();
  readonly #sent = new Map<string, number[]>();

  /**
   * @param clock that of the target, which its limits follow
   * @param limit requests a minute and credential
   */
  constructor(clock: WaitingClock | TargetClock, limit = 58) {
    this.time = new PassingTime(clock);
    this.#limit = limit;
  }

  /** Lets time pass until a request of the credential fits into the minute, then counts it. */
  async pace(credential: string): Promise<void> {
    const limiting = this.#recent(credential).at(-this.#limitOf(credential));
    if (limiting !== undefined) await this.time.until(limiting + WINDOW);
    this.time.noteSent(credential);
    this.note(credential);
  }

  /** Lets time pass until the credential has been quiet for a minute: what a burst needs before it. */
  async quiet(credential: string): Promise<void> {
    const last = this.#recent(credential).at(-1);
    if (last !== undefined) await this.time.surelyUntil(last + WINDOW);
  }

  /**
   * The deployment refused a request of the credential, though there were fewer than it documents: halves
   * the credential's requests a minute, unless its limits do not follow the clock that was moved.
   */
  slowDown(credential: string): void {
    if (this.time.noteRefused()) return;
    const half = Math.floor(this.#limitOf(credential) / 2);
    this.#slowed.set(credential, Math.max(SLOWEST, half));
  }

  /** Counts a request that was not paced. */
  note(credential: string): void {
    this.#sent.set(credential, [...this.#recent(credential), this.time.now()]);
  }

  #limitOf(credential: string): number {
    return this.#slowed.get(credential) ?? this.#limit;
  }

  #recent(credential: string): number[] {
    const since = this.time.now() - WINDOW;
    return (this.#sent.get(credential) ?? []).filter((at) => at > since);
  }
}
