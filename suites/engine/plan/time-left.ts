import type {PreparedScene} from './prepare.ts';
import {advancedIn} from './steps.ts';

/** Seconds after which the speed of a run can be judged. */
const MIN_JUDGED_SECONDS = 20;

/** The share of the remaining time in which the estimate follows what the run shows. */
const SETTLING = 0.2;

/** The most seconds that scenes take: a second for each request (60 per minute), and the time that they wait. */
interface MostSeconds {
  requests: number;
  waits: number;
}

const NONE: MostSeconds = {requests: 0, waits: 0};

/**
 * Estimates the remaining time of a run. Waits take their time. The part of the run that is over shows how long a
 * request takes, because earlier responses make many requests unnecessary. What a few scenes show moves the estimate
 * only a little, so that it does not jump.
 */
export class TimeLeft {
  /** What the scenes from each position to the end take at most. */
  readonly #from: MostSeconds[];
  /** The second of the run at which it will be over, and the second at which this was estimated. */
  #estimate: {end: number; at: number} | undefined;

  /**
   * @param waits whether scenes wait in real time, and requests for the limits; otherwise a hook moves the clock, and
   *   only the speed of the run shows how long it takes
   */
  constructor(scenes: readonly PreparedScene[], waits: boolean) {
    let total = NONE;
    const sums = scenes
      .toReversed()
      .map((scene) => (total = sumOf(total, secondsOf(scene, waits))));
    this.#from = [...sums.toReversed(), NONE];
  }

  /**
   * The remaining seconds; undefined while nothing shows how many.
   * @param done the number of scenes that are over
   * @param elapsed the seconds that they took
   */
  after(done: number, elapsed: number): number | undefined {
    const [all = NONE] = this.#from;
    const left = this.#from[done] ?? NONE;
    const over = all.requests - left.requests;
    if (elapsed < MIN_JUDGED_SECONDS || over <= 0) return undefined;
    const spent = Math.max(0, elapsed - (all.waits - left.waits));
    const end = elapsed + left.waits + left.requests * Math.min(1, spent / over);
    this.#estimate = {end: this.#settled(end, elapsed), at: elapsed};
    return Math.max(0, this.#estimate.end - elapsed);
  }

  /** The estimated end after a new observation, which counts the more the longer the last one is ago. */
  #settled(end: number, elapsed: number): number {
    if (!this.#estimate) return end;
    const {end: before, at} = this.#estimate;
    const weight = Math.min(1, (elapsed - at) / (SETTLING * Math.max(0, before - elapsed)));
    return Number.isNaN(weight) ? end : before + (end - before) * weight;
  }
}

const sumOf = (one: MostSeconds, other: MostSeconds): MostSeconds => ({
  requests: one.requests + other.requests,
  waits: one.waits + other.waits,
});

const secondsOf = ({given, act, requests}: PreparedScene, waits: boolean): MostSeconds => ({
  requests,
  waits: waits ? advancedIn([...given, ...act]) / 1000 : 0,
});
