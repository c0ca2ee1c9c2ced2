import {MINUTE_MS} from '../../../spec/durations.ts';
import type {TargetClock, WaitingClock} from '../../../spec/clock.ts';

/** Milliseconds up to which waiting is cheaper than moving the target's clock. */
const MAX_SHORT_WAIT_MS = 500;

/**
 * The number of paced requests of one credential in one minute of real time that proves that limits follow
 * the target's clock if none is refused: twice the documented limit.
 */
const MIN_REQUESTS_AS_PROOF = 120;

/**
 * Lets time pass on the clock of a target. If the clock can be moved, it is moved, which is faster than
 * waiting. Limits have to follow it (docs/configuration.md, "Time"); if they do not, a refusal shows this,
 * and from then on time passes by waiting.
 */
export class PassingTime {
  readonly #clock: WaitingClock;
  /** The target's clock, if it can be moved. */
  readonly #movable: TargetClock | undefined;
  /** The times at which paced requests were sent, on this machine's clock. */
  readonly #sent = new Map<string, number[]>();
  #limitsFollow: 'unknown' | 'yes' | 'no' = 'unknown';
  /** Whether the clock was moved before a burst although limits may not follow it. */
  #isPresumed = false;
  /** Whether what a burst showed after that was not as documented. */
  #isDoubted = false;
  #moving: Promise<void> = Promise.resolve();

  constructor(clock: WaitingClock | TargetClock) {
    this.#clock = clock;
    this.#movable = 'movable' in clock && clock.movable ? clock : undefined;
  }

  /** Whether time passes by moving the clock. */
  get isMoved(): boolean {
    return this.#movable !== undefined && this.#limitsFollow !== 'no';
  }

  /** Milliseconds on the target's clock. */
  now(): number {
    return this.#clock.now();
  }

  /** Lets time pass until an instant of the target's clock. */
  async until(time: number): Promise<void> {
    // Requests that are sent in parallel move the clock once.
    this.#moving = this.#moving.then(() => this.#moveTo(time));
    await this.#moving;
    await this.#waitUntil(time);
  }

  /**
   * Lets time pass until an instant, for requests whose refusals are judged: the clock is moved only if
   * limits are known to follow it.
   */
  async surelyUntil(time: number): Promise<void> {
    await (this.#limitsFollow === 'yes' ? this.until(time) : this.#waitUntil(time));
  }

  /**
   * Lets time pass until an instant, before a burst: as long as nothing speaks against it, the clock is
   * moved. Whoever judges the burst has to ask `takePresumption`.
   */
  async presumablyUntil(time: number): Promise<void> {
    if (!this.#movable || this.#limitsFollow !== 'unknown' || this.#isDoubted)
      return this.surelyUntil(time);
    this.#isPresumed = true;
    await this.until(time);
  }

  /**
   * Whether the clock was moved before a burst since the last call although limits may not follow it:
   * refusals of the burst may then be those of the minute before.
   */
  takePresumption(): boolean {
    const isPresumed = this.#isPresumed;
    this.#isPresumed = false;
    return isPresumed;
  }

  /** Notes that a burst did not show what is documented, so that the next bursts wait. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /** Notes that a burst did not show it after a wait either: the moved clock was not the reason. */
  trust(): void {
    this.#isDoubted = false;
  }

  /**
   * Lets `ms` milliseconds pass after a refusal: the clock is moved only if limits are known to follow it.
   */
  async sleep(ms: number): Promise<void> {
    await this.surelyUntil(this.now() + ms);
  }

  /** Notes that a paced request of the credential is sent, and that earlier ones were not refused. */
  noteSent(credential: string): void {
    if (!this.#movable || this.#limitsFollow !== 'unknown') return;
    const now = this.#machineTime();
    const recent = (this.#sent.get(credential) ?? []).filter((at) => at > now - MINUTE_MS);
    this.#sent.set(credential, [...recent, now]);
    if (recent.length >= MIN_REQUESTS_AS_PROOF) this.#limitsFollow = 'yes';
  }

  /**
   * Notes that a paced request was refused by a limit.
   * @returns whether the limits may follow another clock than the one that was moved
   */
  noteRefused(): boolean {
    const isDoubtful = this.#limitsFollow === 'unknown' && (this.#movable?.moved ?? 0) > 0;
    if (isDoubtful) this.#limitsFollow = 'no';
    return isDoubtful;
  }

  async #moveTo(time: number): Promise<void> {
    const ms = time - this.now();
    if (!this.#movable || this.#limitsFollow === 'no' || ms <= MAX_SHORT_WAIT_MS) return;
    try {
      // Whole seconds, for hooks that know no parts of them.
      await this.#movable.move(1000 * Math.ceil(ms / 1000));
    } catch {
      // A scene that needs the hook reports how it fails; to keep a limit, waiting does as well.
      this.#limitsFollow = 'no';
    }
  }

  #waitUntil(time: number): Promise<void> {
    return this.#clock.sleep(time - this.now());
  }

  #machineTime(): number {
    return this.now() - (this.#movable?.moved ?? 0);
  }
}
