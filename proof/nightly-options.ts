import type {Effort} from '../spec/run-record.ts';
import {UsageError} from '../spec/usage-error.ts';
import {EFFORTS} from '../suites/generation/effort.ts';

/**
 * Parses the number of an option.
 * @param what the option, for the message
 * @throws UsageError when it is not a whole number from 1 on
 */
export function wholeNumber(text: string, what: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new UsageError(`${what} has to be a whole number from 1 on, not ${text}.`);
}

/** Parses `--seeds`: `40` stands for the seeds from 1 to 40, `101-104` for those four. */
export function seedsNamed(text: string): number[] {
  const [first = '', last] = text.split('-');
  const from = last === undefined ? 1 : wholeNumber(first, 'The first of --seeds');
  const to = wholeNumber(last ?? first, last === undefined ? '--seeds' : 'The last of --seeds');
  if (from > to) throw new UsageError(`--seeds ${text} is empty: the smaller seed comes first.`);
  return Array.from({length: to - from + 1}, (_none, index) => from + index);
}

/** Parses `--effort`. @throws UsageError for anything else */
export function effortNamed(text: string): Effort {
  const effort = EFFORTS.find((one) => one === text);
  if (effort) return effort;
  throw new UsageError(`--effort ${text} is not known: write one of ${EFFORTS.join(', ')}.`);
}

/** A part of a night's work: the `own`-th of `of` parts. */
export interface Shard {
  own: number;
  of: number;
}

/**
 * Reads `--shard I/N`.
 * @throws UsageError when it is not two whole numbers, the first at most as large as the second
 */
export function shardNamed(text: string): Shard {
  const [own = '', of = '', ...more] = text.split('/');
  const shard = {own: wholeNumber(own, '--shard I/N: I'), of: wholeNumber(of, '--shard I/N: N')};
  if (more.length || shard.own > shard.of)
    throw new UsageError(`--shard ${text} is no part: write --shard 1/${shard.of}, for example.`);
  return shard;
}

/** The items of one shard: every n-th, so that each shard contains some of every kind. */
export const shardOf = <T>(all: readonly T[], {own, of}: Shard): T[] =>
  all.filter((_one, index) => index % of === own - 1);

/** Runs a script; a usage error is printed as a sentence, with exit code 2. */
export async function refusing(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!isAboutOptions(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}

/** Usage errors include those of Node's `parseArgs` about unknown options. */
const isAboutOptions = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof TypeError &&
    'code' in error &&
    String(error.code).startsWith('ERR_PARSE_ARGS'));
