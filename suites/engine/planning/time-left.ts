import type {PreparedScene} from './prepare.ts';
import {advancedIn} from './steps.ts';

/** Seconds after which the speed of a run can be judged. */
const MIN_JUDGED_SECONDS = 20;

/**
 * Estimates the remaining time of a run. A scene takes at most a second for each request (60 per minute)
 * and the time that it waits. The part of the run that is over shows which share of that is really needed,
 * because earlier responses make many requests unnecessary.
 */
export class TimeLeft {
  /** The most seconds that the scenes from each position to the end take. */
  readonly #from: number[];
  readonly #waits: boolean;

  /**
   * @param waits whether scenes wait in real time, and requests for the limits; otherwise a hook moves the clock, and
   *   only the speed of the run shows how long it takes
   */
  constructor(scenes: readonly PreparedScene[], waits: boolean) {
    this.#waits = waits;
    let total = 0;
    const sums = scenes.toReversed().map((scene) => (total += secondsOf(scene, waits)));
    this.#from = [...sums.toReversed(), 0];
  }

  /**
   * The remaining seconds; undefined while nothing shows how many.
   * @param done the number of scenes that are over
   * @param elapsed the seconds that they took
   */
  after(done: number, elapsed: number): number | undefined {
    const [all = 0] = this.#from;
    const most = this.#from[done] ?? 0;
    const over = all - most;
    const isSpeedKnown = elapsed >= MIN_JUDGED_SECONDS && over > 0;
    if (!isSpeedKnown) return this.#waits ? most : undefined;
    return Math.min(most, (elapsed * most) / over);
  }
}

const secondsOf = ({given, act, requests}: PreparedScene, waits: boolean): number =>
  requests + (waits ? advancedIn([...given, ...act]) / 1000 : 0);
