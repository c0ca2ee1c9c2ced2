import {randomInt} from 'node:crypto';

/** Time and randomness of the machine, as parameters. Nothing else in the mock uses the machine's. */
export interface Ports {
  /** Real time in epoch milliseconds. */
  now(): number;
  /** Milliseconds since some instant, with fractions: a clock for durations, which nobody can set. */
  elapsed?(): number;
  /** Waits in real time. */
  wait(ms: number): Promise<void>;
  /** Calls a function after some real time, without keeping the process alive. Returns a function that cancels it. */
  later(ms: number, call: () => void): () => void;
  /** A random seed for a world that was created without one. */
  chance(): number;
}

/** The time and randomness of the machine. */
export const systemPorts: Ports = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  later(ms, call) {
    const timer = setTimeout(call, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
  chance: () => randomInt(2 ** 47),
};
