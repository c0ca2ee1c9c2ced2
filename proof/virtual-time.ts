import type {Ports} from '../mock/world/ports.ts';
import type {WaitingClock} from '../suites/engine/pacing/pacer.ts';

const BEGIN = Date.UTC(2026, 2, 2, 9, 30);

/** A clock that moves only while somebody waits: minutes of pacing and waiting take no time. */
export class VirtualTime implements WaitingClock {
  #now = BEGIN;

  now(): number {
    return this.#now;
  }

  async sleep(ms: number): Promise<void> {
    this.#now += Math.max(0, ms);
  }

  /** The same clock for a mock. */
  get machine(): Ports {
    return {
      now: () => this.#now,
      wait: (ms) => this.sleep(ms),
      later: () => () => {},
      chance: () => 1,
    };
  }
}
