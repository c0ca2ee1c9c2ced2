import type {RuleId} from '../../spec/rule.ts';
import type {Effort, EffortRecord} from '../../spec/run-record.ts';
import {furtherRounds} from '../all-checks.ts';
import type {Check} from '../language/check.ts';
import {DEEP_REQUESTS} from './effort.ts';
import {sequencesOn} from '../engine/plan/deployment-for-tests.ts';
import type {PlanInputs} from '../engine/plan/plan.ts';
import {quickChoice} from '../engine/plan/quick-choice.ts';
import type {Rounds} from '../engine/begin/run-options.ts';

/** The effort of a run, and what bounds it at deep effort. */
export interface EffortBounds {
  effort: Effort;
  /** Milliseconds after which no further scene begins. */
  for?: number;
  /** Requests of the run; without it `DEEP_REQUESTS` for each API. */
  maxRequests?: number;
}

/** Sequences and draws of earlier runs that taught something: deep effort begins its rounds with them, and adds its own. */
export interface CorpusOfRuns {
  /** Their checks. @param maxRequests of the run; half of them are left for what is new */
  within(maxRequests: number): Check[];
  /** Adds what covered something new. */
  onDecided: NonNullable<Rounds['onDecided']>;
}

/** What a run of an effort decides. */
export interface EffortChoice {
  checks: Check[];
  record: EffortRecord;
  /** Of deep effort. */
  rounds?: Rounds;
  /** Of quick effort. */
  leftOut: ReadonlySet<RuleId>;
  /** Of quick effort: at how many places standard effort tests each rule. */
  placesOf?: ReadonlyMap<RuleId, number>;
}

/**
 * Chooses what a run of an effort decides.
 * @param inputs with the checks of the selected rules
 * @param corpus of deep effort
 */
export function choiceOf(
  {effort, for: forMs, maxRequests}: EffortBounds,
  inputs: PlanInputs,
  corpus?: CorpusOfRuns,
): EffortChoice {
  const {checks, seed} = inputs;
  const none: ReadonlySet<RuleId> = new Set();
  if (effort === 'quick') {
    const {checks: chosen, leftOut} = quickChoice(inputs);
    const rules = new Set(leftOut.map(({rule}) => rule));
    const placesOf = placesOfEach(checks);
    return {checks: chosen, record: {name: effort, leftOut}, leftOut: rules, placesOf};
  }
  if (effort === 'standard') return {checks, record: {name: effort}, leftOut: none};
  const wanted = new Set(checks.map(({rule}) => rule));
  const most = maxRequests ?? DEEP_REQUESTS * inputs.target.apis.length;
  const checksOf = furtherRounds(inputs.specifications, seed, {
    before: checks,
    again: checks,
    ...(corpus && {corpus: corpus.within(most)}),
    isWanted: (rule) => wanted.has(rule),
    ...(inputs.target.shared && {sequences: sequencesOn(inputs.target)}),
  });
  const rounds: Rounds = {
    checksOf,
    ...(corpus && {onDecided: corpus.onDecided}),
    maxRequests: most,
    ...(forMs !== undefined && {forMs}),
  };
  return {checks, record: {name: effort}, rounds, leftOut: none};
}

function placesOfEach(checks: readonly Check[]): Map<RuleId, number> {
  const places = new Map<RuleId, Set<string>>();
  for (const {rule, place} of checks) places.set(rule, (places.get(rule) ?? new Set()).add(place));
  return new Map([...places].map(([rule, names]) => [rule, names.size]));
}
