import {InvalidArgumentError} from 'commander';
import {UsageError} from '../spec/usage-error.ts';
import type {Effort} from '../spec/run-record.ts';
import type {EffortBounds} from '../suites/generation/effort-choice.ts';
import {EFFORTS} from '../suites/generation/effort.ts';

/** The help text of `--effort`. */
export const EFFORT_HELP =
  'quick: every rule that needs no burst and no long wait, at one place at least; standard; deep: goes on ' +
  'with further sequences and values until nothing new is covered';

/**
 * Parses an effort.
 * @throws InvalidArgumentError for anything else
 */
export function effortNamed(text: string): Effort {
  const effort = EFFORTS.find((one) => one === text);
  if (effort) return effort;
  throw new InvalidArgumentError(`give one of ${EFFORTS.join(', ')}.`);
}

const UNITS: Record<string, number> = {s: 1000, m: 60_000, h: 3_600_000};

/**
 * Parses a duration such as `90s`, `10m` or `2h`, into milliseconds.
 * @throws InvalidArgumentError for anything else
 */
export function duration(text: string): number {
  const [, figure, unit = ''] = /^([1-9]\d{0,5})([smh])$/.exec(text) ?? [];
  const length = UNITS[unit];
  if (length === undefined)
    throw new InvalidArgumentError('give a time such as 90s, 10m or 2h, of at least one second.');
  return Number(figure) * length;
}

/**
 * Refuses options that have no meaning with the effort.
 * @throws UsageError
 */
export function requireEffortOptions({
  effort,
  for: forMs,
  corpus,
}: EffortBounds & {corpus?: string}): void {
  if (forMs !== undefined && effort !== 'deep')
    throw new UsageError(
      `--for bounds the rounds of deep effort, and the effort is ${effort}: add --effort deep`,
    );
  if (corpus !== undefined && effort !== 'deep')
    throw new UsageError(
      `--corpus is what deep effort goes on from, and the effort is ${effort}: add --effort deep`,
    );
}
