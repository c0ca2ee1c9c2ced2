import {visible} from '../spec/visible.ts';

/** Shows a message to the user during a run. It may contain texts from outside. */
export const notice = (words: string): void => void process.stderr.write(`${visible(words)}\n`);
