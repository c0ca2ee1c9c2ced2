import type {Counter} from './counter.ts';

/** The reads of one second. The third number is how many of them were added by `addUnsent`. */
export type SecondOfReads = [second: number, count: number, unsent?: number];

/** Counts the reads of a period, grouped by second. */
export class RollingCount {
  /** Oldest first. */
  readonly #seconds: SecondOfReads[];
  /** The length of the period in seconds. */
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

  /** The number of reads in the period that ends now. */
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

  /** Forgets the reads after an instant: the clock is set back to it. */
  forgetAfter(now: number): void {
    const second = Math.floor(now / 1000);
    while (this.#seconds.length > this.#first && (this.#seconds.at(-1)?.[0] ?? 0) > second)
      this.#total -= this.#seconds.pop()?.[1] ?? 0;
  }

  /** Adds reads that no client sent, until `removeUnsent`. */
  addUnsent(now: number, count: number): void {
    if (count === 0) return;
    this.add(now, count);
    const second = this.#secondAt(now);
    second[2] = (second[2] ?? 0) + count;
  }

  /** Removes them. */
  removeUnsent(): void {
    const seconds = this.image();
    const sent = seconds
      .map(([second, count, unsent = 0]): SecondOfReads => [second, count - unsent])
      .filter(([, count]) => count > 0);
    this.#seconds.splice(0, this.#seconds.length, ...sent);
    this.#first = 0;
    this.#total = sent.reduce((total, [, count]) => total + count, 0);
  }

  /** Returns the entry of a second; it is created if there is none. */
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

  /** Seconds until fewer than `limit` reads are in the period, at least 1. */
  wait(now: number, limit: number): number {
    let left = this.#total;
    for (let at = this.#first; at < this.#seconds.length; at++) {
      const [second, count] = this.#seconds[at] ?? [0, 0];
      left -= count;
      if (left < limit) return Math.max(1, second + this.#span - Math.floor(now / 1000));
    }
    return 1;
  }

  image(): SecondOfReads[] {
    return this.#seconds.slice(this.#first).map((one) => [...one]);
  }

  /**
   * The first second that counts: the period before now, the current full period (`aligned`), or the period since the
   * first read (`fixed`).
   */
  #from(second: number): number {
    if (this.#kind === 'aligned') return second - (second % this.#span);
    if (this.#kind === 'fixed')
      return (this.#oldest?.[0] ?? second) + this.#span <= second ? second : 0;
    return second - this.#span + 1;
  }
}
