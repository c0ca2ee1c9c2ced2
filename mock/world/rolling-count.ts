/** Reads of a rolling span, compacted by the second: exact at second granularity. */
export class RollingCount {
  /** [second, count], oldest first. */
  readonly #seconds: [number, number][];
  readonly #span: number;
  #first = 0;
  #total = 0;

  /** @param span seconds */
  constructor(span: number, seconds: [number, number][] = []) {
    this.#span = span;
    this.#seconds = seconds.map(([second, count]) => [second, count]);
    for (const [, count] of seconds) this.#total += count;
  }

  /** How many fall in the span that ends now. */
  count(now: number): number {
    const since = Math.floor(now / 1000) - this.#span;
    while (this.#first < this.#seconds.length && this.#seconds[this.#first]![0] <= since)
      this.#total -= this.#seconds[this.#first++]![1];
    if (this.#first > 1024) {
      this.#seconds.splice(0, this.#first);
      this.#first = 0;
    }
    return this.#total;
  }

  add(now: number, count = 1): void {
    const second = Math.floor(now / 1000);
    let at = this.#seconds.length;
    while (at > this.#first && this.#seconds[at - 1]![0] > second) at--;
    const here = this.#seconds[at - 1];
    if (at > this.#first && here![0] === second) here![1] += count;
    else this.#seconds.splice(at, 0, [second, count]);
    this.#total += count;
  }

  /** Seconds until the oldest read leaves the span, at least 1. */
  wait(now: number): number {
    const oldest = this.#seconds[this.#first];
    return oldest ? Math.max(1, oldest[0] + this.#span - Math.floor(now / 1000)) : 1;
  }

  image(): [number, number][] {
    return this.#seconds.slice(this.#first).map(([second, count]) => [second, count]);
  }
}
