import type {WorldMeta} from './change.ts';
import type {Ports} from './ports.ts';

/** How many times as fast as real time a clock may run. */
export const SPEEDS = {minimum: 0.1, maximum: 3600} as const;

/**
 * The clock of one world, in milliseconds: frozen, or real time, times a speed, plus an offset. A running clock never
 * goes back by itself: when the machine's clock does, it goes on from the last instant that it showed.
 */
export class Clock {
  readonly #ports: Ports;
  #state: WorldMeta['clock'];
  /** The last instant that it showed while it ran. */
  #shown: number;

  constructor(ports: Ports, {shown = -Infinity, ...state}: WorldMeta['clock']) {
    this.#ports = ports;
    this.#state = state;
    this.#shown = shown;
  }

  get state(): WorldMeta['clock'] {
    return this.#state;
  }

  /** The state, with the instant before which it must not go on when it is read again. */
  get kept(): WorldMeta['clock'] {
    return this.frozen ? this.#state : {...this.#state, shown: this.now()};
  }

  get frozen(): boolean {
    return 'frozen' in this.#state;
  }

  /** Milliseconds that pass in one of real time while it runs. */
  get speed(): number {
    return this.#state.speed ?? 1;
  }

  now(): number {
    if ('frozen' in this.#state) return this.#state.frozen;
    const now = Math.floor(this.#ports.now() * this.speed + this.#state.offset);
    if (now < this.#shown) this.#runFrom(this.#shown);
    else this.#shown = now;
    return this.#shown;
  }

  /** Restores an earlier state of the clock. */
  rollBack({shown = -Infinity, ...state}: WorldMeta['clock']): void {
    this.#state = state;
    this.#shown = shown;
  }

  /** Advances the clock, frozen or running. */
  advance(ms: number): void {
    if ('frozen' in this.#state) this.freeze(this.#state.frozen + ms);
    else this.#runFrom(this.now() + ms);
  }

  freeze(at: number): void {
    this.#state = {...this.#speed(), frozen: at};
  }

  /** Lets the clock run from the instant that it shows. */
  run(): void {
    this.#runFrom(this.now());
  }

  /** Sets how fast it runs from now on; a frozen clock stays so. @param speed within `SPEEDS` */
  setSpeed(speed: number): void {
    const now = this.now();
    this.#state = {...this.#state, speed};
    if (!this.frozen) this.#runFrom(now);
  }

  #runFrom(instant: number): void {
    this.#state = {...this.#speed(), offset: instant - this.#ports.now() * this.speed};
    this.#shown = instant;
  }

  /** The speed, if it is not that of real time. */
  #speed(): {speed?: number} {
    return this.speed === 1 ? {} : {speed: this.speed};
  }
}
