import type {WaitingClock} from './pacer.ts';

/** The suite's one port to real time. */
export const realClock: WaitingClock & {epoch(): number} = {
  now: () => performance.now(),
  sleep: (ms) => (ms <= 0 ? Promise.resolve() : new Promise((fulfil) => setTimeout(fulfil, ms))),
  /** Milliseconds since 1970. */
  epoch: () => Date.now(),
};
