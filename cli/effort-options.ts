import {InvalidArgumentError} from 'commander';
import {UsageError} from '../spec/usage-error.ts';
import type {Effort, EffortRecord} from '../spec/run-record.ts';
import type {RuleId} from '../spec/rule.ts';
import {furtherRounds} from '../suites/all-checks.ts';
import type {Check} from '../suites/check.ts';
import {DEEP_REQUESTS, EFFORTS} from '../suites/effort.ts';
import type {PlanInputs} from '../suites/engine/plan.ts';
import {quickChoice} from '../suites/engine/quick-choice.ts';
import type {Rounds} from '../suites/engine/run-options.ts';

/** The options of the command line about the effort of a run. */
export interface EffortOptions {
  effort: Effort;
  /** Milliseconds. */
  for?: number;
  maxRequests?: number;
}

/** What `--effort` is for, in the help. */
export const EFFORT_HELP =
  'quick: every rule that needs no burst and no long wait, at one place; standard; deep: goes on ' +
  'with further sequences and values until nothing new is covered';

/**
 * An effort from the command line.
 * @throws InvalidArgumentError for anything else
 */
export function effortNamed(text: string): Effort {
  const effort = EFFORTS.find((one) => one === text);
  if (effort) return effort;
  throw new InvalidArgumentError(`give one of ${EFFORTS.join(', ')}.`);
}

const UNITS: Record<string, number> = {s: 1000, m: 60_000, h: 3_600_000};

/**
 * A time from the command line, such as `90s`, `10m` or `2h`, in milliseconds.
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
 * Refuses options that have no meaning at the effort.
 * @throws UsageError
 */
export function requireEffortOptions({effort, for: lasting}: EffortOptions): void {
  if (lasting !== undefined && effort !== 'deep')
    throw new UsageError(
      `--for bounds the rounds of deep effort, and the effort is ${effort}: add --effort deep`,
    );
}

/** What a run of an effort decides. */
export interface EffortChoice {
  checks: Check[];
  record: EffortRecord;
  /** Of deep effort. */
  rounds?: Rounds;
  /** Of quick effort. */
  leftOut: ReadonlySet<RuleId>;
}

/**
 * Chooses what a run of an effort decides.
 * @param inputs with the checks of the selected rules
 */
export function choiceOf(
  {effort, for: lasting, maxRequests = DEEP_REQUESTS}: EffortOptions,
  inputs: PlanInputs,
): EffortChoice {
  const {checks, seed} = inputs;
  const none: ReadonlySet<RuleId> = new Set();
  if (effort === 'quick') {
    const {checks: chosen, leftOut} = quickChoice(inputs);
    const rules = new Set(leftOut.map(({rule}) => rule));
    return {checks: chosen, record: {name: effort, leftOut}, leftOut: rules};
  }
  if (effort === 'standard') return {checks, record: {name: effort}, leftOut: none};
  const wanted = new Set(checks.map(({rule}) => rule));
  const checksOf = furtherRounds(seed, (rule) => wanted.has(rule));
  const rounds = {checksOf, maxRequests, ...(lasting !== undefined && {lasting})};
  return {checks, record: {name: effort}, rounds, leftOut: none};
}
