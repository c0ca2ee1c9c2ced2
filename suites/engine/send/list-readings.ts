import {isDeepStrictEqual} from 'node:util';
import type {Call, Step, Walk} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {AttemptContext, Position} from './attempt-context.ts';
import {changesLists, lagOf, LIST_LAG_MS, readsList} from './late-lists.ts';

/**
 * The number of readings of one list that are repeated although each repetition showed the same. A late
 * list would have shown one of the changes before them.
 */
const MAX_EQUAL_REPETITIONS = 4;

/** Reads the lists of one script, which may show changes late. */
export class ListReadings {
  readonly #attempt: AttemptContext;
  /** How many repetitions in a row showed what the first reading showed, by operation. */
  readonly #equal = new Map<string, number>();
  /** Milliseconds that the script has waited since the last step that may have changed a list. */
  #waited = 0;

  constructor(attempt: AttemptContext) {
    this.#attempt = attempt;
  }

  /** Notes a step that is about to be sent: it may change what a list shows. */
  note(step: Step): void {
    if (changesLists(step, this.#attempt.codecs)) this.#waited = 0;
  }

  /**
   * Sends a step. If the step reads a list and lists are known to be late, it is sent some seconds after
   * the last write. In an attempt that reads lists again (`firstListReads`: a violation may come from a late
   * list), it is sent again, twice at once, so that an
   * alternating list is not mistaken for a late one, and the first reading is kept apart. A list that may take longer, and has shown
   * nothing new by then, is read in the same way once more. After `MAX_EQUAL_REPETITIONS` that
   * showed nothing new the list is read once.
   * @param call the request of the step
   * @param send sends the step once
   */
  async read(
    step: Call | Walk,
    call: Call,
    position: Position,
    send: () => Promise<Exchange[]>,
  ): Promise<Exchange[]> {
    const {firstListReads, lists, codecs} = this.#attempt;
    const isInRaceOrBurst = position.send !== undefined || position.unpaced === true;
    if (isInRaceOrBurst || !readsList(call, codecs[call.api])) return send();
    const isLate = lists?.areLate(call.op) === true;
    // An attempt that reads lists again waits as long as they may take.
    if (isLate)
      await this.#waitAfterWrite(firstListReads ? lagOf(call.op) : lists.waitFor(call.op));
    if (isLate || !firstListReads || 'between' in step) return send();
    const firstReading = await send();
    firstListReads.set(step.id, [...(firstListReads.get(step.id) ?? []), ...firstReading]);
    return this.#readAgain(call.op, firstReading, send);
  }

  async #waitAfterWrite(lag: number): Promise<void> {
    const rest = lag - this.#waited;
    if (rest <= 0) return;
    await this.#attempt.environment.wait(rest);
    this.#waited += rest;
  }

  /** @returns the last reading of a list; the first one if further ones would show nothing new */
  async #readAgain(
    op: string,
    firstReading: Exchange[],
    send: () => Promise<Exchange[]>,
  ): Promise<Exchange[]> {
    const equal = this.#equal.get(op) ?? 0;
    if (equal >= MAX_EQUAL_REPETITIONS) return firstReading;
    const {environment, lists} = this.#attempt;
    await environment.wait(LIST_LAG_MS);
    const soon = await this.#twice(send);
    if (!isSame(firstReading, soon)) {
      lists?.noteSoon(op);
      this.#equal.set(op, 0);
      return soon;
    }
    const rest = lagOf(op) - LIST_LAG_MS;
    if (rest > 0) await environment.wait(rest);
    const last = rest > 0 ? await this.#twice(send) : soon;
    this.#equal.set(op, isSame(firstReading, last) ? equal + 1 : 0);
    return last;
  }

  async #twice(send: () => Promise<Exchange[]>): Promise<Exchange[]> {
    await send();
    return send();
  }
}

const isSame = (one: readonly Exchange[], other: readonly Exchange[]): boolean =>
  isDeepStrictEqual(bodiesOf(one), bodiesOf(other));

const bodiesOf = (readings: readonly Exchange[]): unknown[] =>
  readings.map(({body}) => body as unknown);
