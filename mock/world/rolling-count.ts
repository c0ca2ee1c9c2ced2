import type {Counter} from './counter.ts';

/** Reads of a span, compacted by the second: exact at second granularity. */
export class RollingCount {
  /** [second, count], oldest first. */
  readonly #seconds: [number, number][];
  /** Seconds. */
  readonly #span: number;
  readonly #kind: NonNullable<Counter['kind']>;
  #first = 0;
  #total = 0;

  constructor(
    {span, kind = 'sliding'}: Pick<Counter, 'span' | 'kind'>,
    seconds: [number, number][] = [],
  ) {
    this.#span = span / 1000;
    this.#kind = kind;
    this.#seconds = seconds.map(([second, count]) => [second, count]);
    for (const [, count] of seconds) this.#total += count;
  }

  /** How many fall in the span that ends now. */
  count(now: number): number {
    const from = this.#from(Math.floor(now / 1000));
    for (let oldest = this.#oldest; oldest && oldest[0] < from; oldest = this.#oldest) {
      this.#total -= oldest[1];
      this.#first += 1;
    }
    if (this.#first > 1024) {
      this.#seconds.splice(0, this.#first);
      this.#first = 0;
    }
    return this.#total;
  }

  add(now: number, count = 1): void {
    const second = Math.floor(now / 1000);
    let at = this.#seconds.length;
    while (at > this.#first && (this.#seconds[at - 1]?.[0] ?? 0) > second) at--;
    const here = at > this.#first ? this.#seconds[at - 1] : undefined;
    if (here?.[0] === second) here[1] += count;
    else this.#seconds.splice(at, 0, [second, count]);
    this.#total += count;
  }

  get #oldest(): [number, number] | undefined {
    return this.#seconds[this.#first];
  }

  /** Seconds until the oldest read leaves the span, at least 1. */
  wait(now: number): number {
    const oldest = this.#oldest;
    return oldest ? Math.max(1, oldest[0] + this.#span - Math.floor(now / 1000)) : 1;
  }

  image(): [number, number][] {
    return this.#seconds.slice(this.#first).map(([second, count]) => [second, count]);
  }

  /**
   * The first second that counts: counted back, from the full span (`aligned`), or from the first
   * read on (`fixed`).
   */
  #from(second: number): number {
    if (this.#kind === 'aligned') return second - (second % this.#span);
    if (this.#kind === 'fixed')
      return (this.#oldest?.[0] ?? second) + this.#span <= second ? second : 0;
    return second - this.#span + 1;
  }
}
