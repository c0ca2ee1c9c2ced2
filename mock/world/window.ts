/** How a limit counts the requests of a period; the documents leave it open (NS-WS-40, NS-ST-72). */
export type WindowKind = 'sliding' | 'fixed' | 'aligned' | 'bucket';

/**
 * Admits at most `limit` requests in a period. Instants are epoch milliseconds. When the clock was set back, requests
 * after the new time no longer count.
 */
export interface Window {
  readonly kind: WindowKind;
  readonly limit: number;
  /** Counts a request and admits it, or refuses it without counting. */
  admit(now: number): boolean;
  /** The number of requests that would be admitted now. */
  left(now: number): number;
  /** The instant at which the next request is admitted. */
  opensAt(): number;
}

/** @param span milliseconds */
export function windowOf(kind: WindowKind, limit: number, span: number): Window {
  if (kind === 'sliding') return new SlidingWindow(limit, span);
  if (kind === 'bucket') return new TokenBucket(limit, span);
  return new FixedWindow(kind, limit, span);
}

/** The stamps for which a sliding window has room at first. It grows with the requests, not with the limit. */
const FIRST_ROOM = 64;

/** The period is the one before each request. */
class SlidingWindow implements Window {
  readonly kind = 'sliding';
  readonly limit: number;
  readonly #span: number;
  /** A ring of the instants of the last admitted requests. */
  #stamps: Float64Array;
  /** Index of the oldest stamp. */
  #first = 0;
  #count = 0;

  constructor(limit: number, span: number) {
    this.limit = limit;
    this.#span = span;
    this.#stamps = new Float64Array(Math.min(limit, FIRST_ROOM));
  }

  admit(now: number): boolean {
    this.#forgetFuture(now);
    if (this.limit === 0) return false;
    if (this.#count === this.limit) {
      if (this.#stamp(0) > now - this.#span) return false;
      this.#first = (this.#first + 1) % this.#stamps.length;
      this.#count -= 1;
    }
    if (this.#count === this.#stamps.length) this.#grow();
    this.#stamps[(this.#first + this.#count) % this.#stamps.length] = now;
    this.#count += 1;
    return true;
  }

  left(now: number): number {
    this.#forgetFuture(now);
    let past = 0;
    while (past < this.#count && this.#stamp(past) <= now - this.#span) past++;
    return this.limit - this.#count + past;
  }

  opensAt(): number {
    return this.#count < this.limit ? -Infinity : this.#stamp(0) + this.#span;
  }

  #forgetFuture(now: number): void {
    while (this.#count > 0 && this.#stamp(this.#count - 1) > now) this.#count -= 1;
  }

  /** Doubles the room, but for no more stamps than the limit. */
  #grow(): void {
    const larger = new Float64Array(Math.min(this.limit, 2 * this.#stamps.length));
    for (let nth = 0; nth < this.#count; nth++) larger[nth] = this.#stamp(nth);
    this.#stamps = larger;
    this.#first = 0;
  }

  /** The instant of an admitted request; 0 is the oldest that counts. */
  #stamp(nth: number): number {
    return this.#stamps[(this.#first + nth) % this.#stamps.length] ?? -Infinity;
  }
}

/** The period begins with the first request, or (`aligned`) with the full minute. */
class FixedWindow implements Window {
  readonly kind: 'fixed' | 'aligned';
  readonly limit: number;
  readonly #span: number;
  #from = -Infinity;
  #count = 0;

  constructor(kind: 'fixed' | 'aligned', limit: number, span: number) {
    this.kind = kind;
    this.limit = limit;
    this.#span = span;
  }

  admit(now: number): boolean {
    if (this.left(now) === 0) return false;
    this.#count += 1;
    return true;
  }

  left(now: number): number {
    if (now < this.#from || now >= this.#from + this.#span) {
      this.#from = this.kind === 'aligned' ? now - (now % this.#span) : now;
      this.#count = 0;
    }
    return this.limit - this.#count;
  }

  opensAt(): number {
    return this.#from + this.#span;
  }
}

/** A bucket of `limit` tokens that is refilled evenly over the period. */
class TokenBucket implements Window {
  readonly kind = 'bucket';
  readonly limit: number;
  readonly #span: number;
  #tokens: number;
  #at = -Infinity;

  constructor(limit: number, span: number) {
    this.limit = limit;
    this.#span = span;
    this.#tokens = limit;
  }

  admit(now: number): boolean {
    if (this.left(now) === 0) return false;
    this.#tokens -= 1;
    return true;
  }

  left(now: number): number {
    const passed = Math.max(0, now - this.#at);
    this.#tokens = Math.min(this.limit, this.#tokens + (passed * this.limit) / this.#span);
    this.#at = now;
    return Math.floor(this.#tokens);
  }

  opensAt(): number {
    return this.#at + ((Math.floor(this.#tokens) + 1 - this.#tokens) * this.#span) / this.limit;
  }
}
