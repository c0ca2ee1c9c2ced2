import {setImmediate} from 'node:timers/promises';

/**
 * Makes a function to await after each step of long work: after every `size` steps it lets other work go on.
 * @param size steps that take some milliseconds together
 */
export function slices(size: number): () => Promise<void> {
  let steps = 0;
  return async () => {
    steps += 1;
    if (steps % size === 0) await setImmediate();
  };
}
