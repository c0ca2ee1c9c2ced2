import {setTimeout as wait} from 'node:timers/promises';
import type {WaitingClock} from './pacer.ts';

/** Milliseconds that a timer of Node can wait at most; a longer one would fire at once. */
const LONGEST = 2 ** 31 - 1;

/**
 * The clock of the machine. All other code of the suite gets its clock as a parameter: the linter
 * allows timers and the time of day in this file only.
 */
export const realClock: WaitingClock & {epoch(): number} = {
  now: () => performance.now(),
  /** An abort ends the sleep early; it is not an error. */
  async sleep(ms, signal) {
    for (let left = ms; left > 0 && !signal?.aborted; left -= LONGEST)
      await wait(Math.min(left, LONGEST), undefined, {...(signal && {signal})}).catch(
        () => undefined,
      );
  },
  /** Milliseconds since 1970. */
  epoch: () => Date.now(),
};
