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

/** The period is the one before each request. */
class SlidingWindow implements Window {
  readonly kind = 'sliding';
  readonly #stamps: Float64Array;
  readonly #span: number;
  #next = 0;

  constructor(limit: number, span: number) {
    this.#stamps = new Float64Array(limit).fill(-Infinity);
    this.#span = span;
  }

  get limit(): number {
    return this.#stamps.length;
  }

  admit(now: number): boolean {
    this.#forgetFuture(now);
    if (this.limit === 0 || this.#stamp(0) > now - this.#span) return false;
    this.#stamps[this.#next] = now;
    this.#next = (this.#next + 1) % this.limit;
    return true;
  }

  left(now: number): number {
    this.#forgetFuture(now);
    let left = 0;
    while (left < this.limit && this.#stamp(left) <= now - this.#span) left++;
    return left;
  }

  opensAt(): number {
    return this.#stamp(0) + this.#span;
  }

  #forgetFuture(now: number): void {
    for (let times = 0; times < this.limit && this.#stamp(this.limit - 1) > now; times++) {
      this.#next = (this.#next + this.limit - 1) % this.limit;
      this.#stamps[this.#next] = -Infinity;
    }
  }

  /** The instant of an admitted request; 0 is the oldest that counts. */
  #stamp(nth: number): number {
    return this.#stamps[(this.#next + nth) % this.limit] ?? -Infinity;
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
