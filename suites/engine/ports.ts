import {setTimeout as wait} from 'node:timers/promises';
import type {WaitingClock} from './pacer.ts';

/** The longest that a timer of Node can wait; a longer one would fire at once. */
const LONGEST = 2 ** 31 - 1;

/** The suite's one port to real time. */
export const realClock: WaitingClock & {epoch(): number} = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    for (let left = ms; left > 0 && !signal?.aborted; left -= LONGEST)
      await wait(Math.min(left, LONGEST), undefined, {...(signal && {signal})}).catch(
        () => undefined,
      );
  },
  /** Milliseconds since 1970. */
  epoch: () => Date.now(),
};
