import {randomInt} from 'node:crypto';
import {setTimeout as wait} from 'node:timers/promises';
import type {WaitingClock} from '../../../spec/clock.ts';

/** Milliseconds that a timer of Node can wait at most; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * The clock of the machine. All other code of the suite gets its clock as a parameter: the linter
 * allows timers, the time of day and randomness in this file only.
 */
export const realClock: WaitingClock & {epoch(): number} = {
  now: () => performance.now(),
  /** An abort ends the sleep early; it is not an error. */
  async sleep(ms, signal) {
    for (let left = ms; left > 0 && !signal?.aborted; left -= MAX_TIMER_MS)
      await wait(Math.min(left, MAX_TIMER_MS), undefined, {...(signal && {signal})}).catch(
        () => undefined,
      );
  },
  /** Milliseconds since 1970. */
  epoch: () => Date.now(),
};

/** Letters and digits of a nonce that is drawn. */
const NONCE_LENGTH = 6;

/** Draws the nonce of a run: six letters and digits, so that two runs share one once in 2 * 10^9. */
export const drawNonce = (): string =>
  Array.from({length: NONCE_LENGTH}, () => randomInt(36).toString(36)).join('');
