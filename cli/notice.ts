import {visible} from '../reports/visible.ts';

/** Tells the user something while a run goes on: words of presscheck, perhaps with those of others in them. */
export const notice = (words: string): void => void process.stderr.write(`${visible(words)}\n`);
