import type {Counter} from './counter.ts';

/** The reads of one second; the third number is how many of them nobody sent (`addUnsent`). */
export type SecondOfReads = [second: number, count: number, unsent?: number];

/** Reads of a span, compacted by the second: exact at second granularity. */
export class RollingCount {
  /** Oldest first. */
  readonly #seconds: SecondOfReads[];
  /** Seconds. */
  readonly #span: number;
  readonly #kind: NonNullable<Counter['kind']>;
  #first = 0;
  #total = 0;

  constructor(
    {span, kind = 'sliding'}: Pick<Counter, 'span' | 'kind'>,
    seconds: SecondOfReads[] = [],
  ) {
    this.#span = span / 1000;
    this.#kind = kind;
    this.#seconds = seconds.map((one) => [...one]);
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
    this.#secondAt(now)[1] += count;
    this.#total += count;
  }

  /** Counts reads that nobody sent, until `removeUnsent`. */
  addUnsent(now: number, count: number): void {
    if (count === 0) return;
    this.add(now, count);
    const second = this.#secondAt(now);
    second[2] = (second[2] ?? 0) + count;
  }

  /** Counts those no longer. */
  removeUnsent(): void {
    const seconds = this.image();
    const sent = seconds
      .map(([second, count, unsent = 0]): SecondOfReads => [second, count - unsent])
      .filter(([, count]) => count > 0);
    this.#seconds.splice(0, this.#seconds.length, ...sent);
    this.#first = 0;
    this.#total = sent.reduce((total, [, count]) => total + count, 0);
  }

  /** The reads of a second; it is made when there are none yet. */
  #secondAt(now: number): SecondOfReads {
    const second = Math.floor(now / 1000);
    let at = this.#seconds.length;
    while (at > this.#first && (this.#seconds[at - 1]?.[0] ?? 0) > second) at--;
    const here = at > this.#first ? this.#seconds[at - 1] : undefined;
    if (here?.[0] === second) return here;
    const added: SecondOfReads = [second, 0];
    this.#seconds.splice(at, 0, added);
    return added;
  }

  get #oldest(): SecondOfReads | undefined {
    return this.#seconds[this.#first];
  }

  /** Seconds until the oldest read leaves the span, at least 1. */
  wait(now: number): number {
    const oldest = this.#oldest;
    return oldest ? Math.max(1, oldest[0] + this.#span - Math.floor(now / 1000)) : 1;
  }

  image(): SecondOfReads[] {
    return this.#seconds.slice(this.#first).map((one) => [...one]);
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
