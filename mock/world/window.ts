/** A sliding window over the last minutes: at most `limit` admissions within `span` milliseconds. */
export class Window {
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

  /** Counts a request and admits it, or refuses without counting. */
  admit(now: number): boolean {
    if (this.limit === 0 || this.#stamps[this.#next]! > now - this.#span) return false;
    this.#stamps[this.#next] = now;
    this.#next = (this.#next + 1) % this.limit;
    return true;
  }

  /** How many requests would be admitted now. */
  left(now: number): number {
    let left = 0;
    while (left < this.limit && this.#stamps[(this.#next + left) % this.limit]! <= now - this.#span) left++;
    return left;
  }

  /** When the next request is admitted, in epoch milliseconds. */
  opensAt(): number {
    return this.#stamps[this.#next]! + this.#span;
  }
}
