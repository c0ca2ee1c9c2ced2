import type {RuleId} from '../../spec/rule.ts';
import type {Effort, EffortRecord} from '../../spec/run-record.ts';
import {furtherRounds} from '../all-checks.ts';
import type {Check} from '../language/check.ts';
import type {Fixture} from '../engine/fixtures/fixture.ts';
import {beginning, corpusChecks, keptOf, roundsAfter} from '../explore/corpus.ts';
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

/** Sequences and draws of earlier runs that taught something: deep effort goes on from them, and adds its own. */
export interface CorpusOfRuns {
  fixtures: readonly Fixture[];
  /** Called with one that covered something new. */
  onKept(fixture: Fixture): void;
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
  const kept = corpus ? keptChecks(corpus, inputs, most) : [];
  const further = furtherRounds(inputs.specifications, seed, {
    before: [...checks, ...kept],
    again: checks,
    isWanted: (rule) => wanted.has(rule),
    ...(inputs.target.shared && {sequences: sequencesOn(inputs.target)}),
  });
  const rounds: Rounds = {
    checksOf: corpus ? roundsAfter(kept, seed, further) : further,
    ...(corpus && {onDecided: keepingIn(corpus)}),
    maxRequests: most,
    ...(forMs !== undefined && {forMs}),
  };
  return {checks, record: {name: effort}, rounds, leftOut: none};
}

/** The checks of a corpus that decide selected rules, within half of the requests. */
const keptChecks = (
  {fixtures}: CorpusOfRuns,
  {checks, seed, specifications}: PlanInputs,
  maxRequests: number,
): Check[] => {
  const wanted = new Set(checks.map(({rule}) => rule));
  const selected = fixtures.filter(({rule}) => rule !== undefined && wanted.has(rule));
  return corpusChecks(beginning(selected, seed, maxRequests), checks, specifications);
};

/** Adds to a corpus what covered something new; no round ends because of it. */
const keepingIn =
  ({onKept}: CorpusOfRuns): NonNullable<Rounds['onDecided']> =>
  async (decided) => {
    const kept = keptOf(decided);
    if (kept) onKept(kept);
    return false;
  };

function placesOfEach(checks: readonly Check[]): Map<RuleId, number> {
  const places = new Map<RuleId, Set<string>>();
  for (const {rule, place} of checks) places.set(rule, (places.get(rule) ?? new Set()).add(place));
  return new Map([...places].map(([rule, names]) => [rule, names.size]));
}
