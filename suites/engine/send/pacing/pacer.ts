import type {TargetClock, WaitingClock} from '../../../../spec/clock.ts';
import {PassingTime} from './passing-time.ts';

/**
 * Milliseconds of a documented minute window, with a margin for the difference of two clocks. The margin
 * is small, since every request may have to wait; a refused request waits longer (`FREE_AGAIN_AFTER_MS` in
 * `rate-limit-retry.ts`).
 */
const WINDOW_MS = 60_500;

/** The lowest number of requests per minute to which a credential is slowed down. */
const MIN_REQUESTS_A_MINUTE = 12;

/** The number of requests for which one movement of the clock makes room, since each takes a moment. */
const MOVED_AT_ONCE = 20;

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
  /** The credentials of which a request was refused. */
  readonly #refused = new Set<string>();

  /**
   * @param clock the clock of the target, which its limits follow
   * @param limit the requests per minute and credential
   */
  constructor(clock: WaitingClock | TargetClock, limit = 58) {
    this.time = new PassingTime(clock);
    this.#limit = limit;
  }

  /** Lets time pass until a request of the credential fits into the minute, then counts it. */
  async pace(credential: string): Promise<void> {
    const limit = this.#limitOf(credential);
    const recent = this.#recent(credential);
    const limiting = recent.at(-limit);
    if (limiting !== undefined) {
      const batch = this.time.isMoved ? Math.min(MOVED_AT_ONCE, limit - 1) : 0;
      await this.time.until((recent.at(batch - limit) ?? limiting) + WINDOW_MS);
    }
    this.time.noteSent(credential);
    this.note(credential);
  }

  /** Lets time pass until the credential has not been used for a minute: so a burst begins. */
  async quiet(credential: string): Promise<void> {
    const last = this.#recent(credential).at(-1);
    if (last !== undefined) await this.time.untilBeforeBurst(last + WINDOW_MS);
  }

  /**
   * Lets time pass until a credential that was refused has not been used for a minute, without an
   * unconfirmed move of the clock.
   */
  async quietAfterRefusal(credential: string): Promise<void> {
    const last = this.#recent(credential).at(-1);
    if (last !== undefined) await this.time.waitUnlessConfirmed(last + WINDOW_MS);
  }

  /**
   * Halves the requests per minute of a credential of which a request was refused below the documented
   * limit, unless the reason may be that limits do not follow the moved clock. It is not when a request is refused for
   * the second time, after the first one was served once the clock was moved.
   */
  slowDown(credential: string): void {
    const mayBeTheClock = this.time.noteRefused();
    const isFirst = !this.#refused.has(credential);
    this.#refused.add(credential);
    if (mayBeTheClock && (isFirst || !this.time.isMoved)) return;
    const half = Math.floor(this.#limitOf(credential) / 2);
    this.#slowed.set(credential, Math.max(MIN_REQUESTS_A_MINUTE, half));
  }

  /** Counts a request that was sent without pacing. */
  note(credential: string): void {
    this.#sent.set(credential, [...this.#recent(credential), this.time.now()]);
  }

  #limitOf(credential: string): number {
    return this.#slowed.get(credential) ?? this.#limit;
  }

  #recent(credential: string): number[] {
    const since = this.time.now() - WINDOW_MS;
    return (this.#sent.get(credential) ?? []).filter((at) => at > since);
  }
}
