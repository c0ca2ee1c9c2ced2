import type {WaitingClock} from '../../../spec/clock.ts';

const START = Date.UTC(2026, 2, 2, 9, 30);

/** Time and randomness for a mock (`Ports` of `mock/world/ports.ts`). */
interface MockPorts {
  now(): number;
  wait(ms: number): Promise<void>;
  later(ms: number, call: () => void): () => void;
  chance(): number;
}

/** A clock that advances only when something sleeps: minutes of pacing and waiting take no real time. */
export class VirtualTime implements WaitingClock {
  #now: number;

  /** @param start the instant at which it begins, in milliseconds since 1970 */
  constructor(start = START) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  async sleep(ms: number): Promise<void> {
    this.#now += Math.max(0, ms);
  }

  /** The same clock for a mock. Its random values are constant, and what it schedules never runs. */
  get machine(): MockPorts {
    return {
      now: () => this.#now,
      wait: (ms) => this.sleep(ms),
      later: () => () => {},
      chance: () => 1,
    };
  }
}
