import {MINUTE_MS} from '../../../../spec/durations.ts';
import type {TargetClock, WaitingClock} from '../../../../spec/clock.ts';

/** Milliseconds up to which waiting is cheaper than moving the target's clock. */
const MAX_SHORT_WAIT_MS = 500;

/**
 * The number of paced requests of one credential in one minute of real time that proves that limits follow
 * the target's clock if none is refused: twice the documented limit.
 */
const MIN_REQUESTS_AS_PROOF = 120;

/**
 * Lets time pass on the clock of a target. If the clock can be moved, it is moved, which is faster than
 * waiting. Limits have to follow it (docs/configuration.md, "Time"). Enough requests without a refusal
 * confirm that they do. A request that was refused, and is refused again although the clock was moved by the
 * minute that would have freed it, shows that they do not: from then on time passes by waiting. Until one of
 * these is seen, a move is unconfirmed.
 */
export class PassingTime {
  readonly #clock: WaitingClock;
  /** The target's clock, if it can be moved. */
  readonly #movable: TargetClock | undefined;
  /** The times at which paced requests were sent, on this machine's clock. */
  readonly #sent = new Map<string, number[]>();
  /** Whether limits follow the movable clock: confirmed, refuted, or not known yet. */
  #limitsFollow: 'unknown' | 'yes' | 'no' = 'unknown';
  /** Whether the clock was moved because of a refusal, and only the request that was refused was sent since. */
  #freed: 'by a move' | 'and sent again' | undefined;
  /** Whether the clock was moved before a burst although it is not confirmed that limits follow it. */
  #hasUnconfirmedMove = false;
  /** Whether time is waited for before a burst until limits are confirmed to follow the clock. */
  #waitsBeforeBursts = false;
  #moving: Promise<void> = Promise.resolve();

  constructor(clock: WaitingClock | TargetClock) {
    this.#clock = clock;
    this.#movable = 'movable' in clock && clock.movable ? clock : undefined;
  }

  /** Whether time passes by moving the clock. */
  get isMoved(): boolean {
    return this.#movable !== undefined && this.#limitsFollow !== 'no';
  }

  /** Whether limits follow the movable clock; undefined while that is not known. */
  get limitsFollow(): boolean | undefined {
    return this.#limitsFollow === 'unknown' ? undefined : this.#limitsFollow === 'yes';
  }

  /** Milliseconds on the target's clock. */
  now(): number {
    return this.#clock.now();
  }

  /** Lets time pass until an instant of the target's clock. */
  async until(time: number): Promise<void> {
    // Requests that are sent in parallel move the clock once: each waits for the move of the one before.
    this.#moving = this.#moving.then(() => this.#moveTo(time));
    await this.#moving;
    await this.#waitUntil(time);
  }

  /**
   * Lets time pass until an instant, for requests whose refusals are judged: the clock is moved only if
   * limits are confirmed to follow it.
   */
  async waitUnlessConfirmed(time: number): Promise<void> {
    await (this.#limitsFollow === 'yes' ? this.until(time) : this.#waitUntil(time));
  }

  /**
   * Lets time pass until an instant, before a burst: the clock is moved, although this may be an unconfirmed
   * move, unless `waitBeforeBursts` was called. Whoever judges the burst has to ask `takeUnconfirmedMove`.
   */
  async untilBeforeBurst(time: number): Promise<void> {
    if (!this.#movable || this.#limitsFollow !== 'unknown' || this.#waitsBeforeBursts)
      return this.waitUnlessConfirmed(time);
    this.#hasUnconfirmedMove = true;
    await this.until(time);
  }

  /**
   * Whether there was an unconfirmed move before a burst since the last call: refusals of the burst may
   * then be those of the minute before. Each move is told once.
   */
  takeUnconfirmedMove(): boolean {
    const hadMove = this.#hasUnconfirmedMove;
    this.#hasUnconfirmedMove = false;
    return hadMove;
  }

  /** From now on bursts wait: one did not show what is documented after an unconfirmed move. */
  waitBeforeBursts(): void {
    this.#waitsBeforeBursts = true;
  }

  /** From now on the clock is moved before bursts again: waiting did not change what a burst showed. */
  moveBeforeBursts(): void {
    this.#waitsBeforeBursts = false;
  }

  /**
   * Lets `ms` milliseconds pass after a refusal, before the request is sent again: the clock is moved unless limits are
   * known not to follow it. If they do not, the request is refused again (`noteRefused`).
   */
  async sleep(ms: number): Promise<void> {
    await this.until(this.now() + ms);
    if (this.#movable && this.#limitsFollow === 'unknown') this.#freed = 'by a move';
  }

  /** Notes that a paced request of the credential is sent, and that earlier ones were not refused. */
  noteSent(credential: string): void {
    if (!this.#movable || this.#limitsFollow !== 'unknown') return;
    this.#freed = this.#freed === 'by a move' ? 'and sent again' : undefined;
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
    const isAfterUnconfirmedMove =
      this.#limitsFollow === 'unknown' && (this.#movable?.moved ?? 0) > 0;
    if (isAfterUnconfirmedMove && this.#freed) this.#limitsFollow = 'no';
    return isAfterUnconfirmedMove;
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
