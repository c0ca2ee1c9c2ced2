import {realClock} from '../suites/engine/facts/ports.ts';

/** Milliseconds between two lines. */
const PAUSE = 15_000;

/**
 * Counts what is done of a night's work, and prints from time to time how much that is and how long the rest may take.
 * @param name what is done: `seeds`
 * @param times how many there are in all
 * @param unit what is counted: `runs`
 * @returns a function that is told how many more are done
 */
export function progressOf(name: string, times: number, unit: string): (more: number) => void {
  const since = realClock.now();
  let done = 0;
  let last = since;
  return (more) => {
    done += more;
    const now = realClock.now();
    if (now - last < PAUSE) return;
    last = now;
    const minutesLeft = Math.ceil((((now - since) / done) * (times - done)) / 60_000);
    process.stderr.write(`${name}: ${done} of ${times} ${unit}, about ${minutesLeft} min left\n`);
  };
}
