import type {Prepared} from './prepare.ts';
import {advancedIn} from './steps.ts';

/** Seconds after which the pace of a run is known. */
const FIRST_SECONDS = 20;

/**
 * Estimates how long a run still takes. Scenes cost a second for a request (60 a minute) and what
 * they wait; how much of that is really needed shows the part of the run that is over, because
 * responses to earlier scenes make many requests unnecessary.
 */
export class TimeLeft {
  /** Seconds that the scenes from each position on take at most. */
  readonly #from: number[];

  /** @param waits whether scenes wait in real time for time to pass */
  constructor(scenes: readonly Prepared[], waits: boolean) {
    let total = 0;
    const sums = scenes.toReversed().map((scene) => (total += secondsOf(scene, waits)));
    this.#from = [...sums.toReversed(), 0];
  }

  /**
   * Seconds that are left.
   * @param done scenes that are over
   * @param elapsed seconds that they took
   */
  after(done: number, elapsed: number): number {
    const [all = 0] = this.#from;
    const most = this.#from[done] ?? 0;
    const over = all - most;
    if (elapsed < FIRST_SECONDS || over === 0) return most;
    return Math.min(most, (elapsed * most) / over);
  }
}

const secondsOf = ({given, act, requests}: Prepared, waits: boolean): number =>
  requests + (waits ? advancedIn([...given, ...act]) / 1000 : 0);
