import {randomInt} from 'node:crypto';

/** Time and chance, handed in. Nothing else in the mock asks the machine for them. */
export interface Ports {
  /** Real time in epoch milliseconds. */
  now(): number;
  /** Waits real time. */
  wait(ms: number): Promise<void>;
  /**
   * Calls back after real time, without keeping the process alive; returns the way to cancel it.
   */
  later(ms: number, call: () => void): () => void;
  /** A seed for a world that was given none. */
  chance(): number;
}

/** The machine's own. */
export const systemPorts: Ports = {
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  later(ms, call) {
    const timer = setTimeout(call, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
  chance: () => randomInt(2 ** 47),
};
