import type {Specification} from '../spec/specification.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import type {RuleVerdict} from '../spec/run-record.ts';
import type {Check} from '../suites/check.ts';
import {choiceOf, type EffortBounds} from '../suites/effort-choice.ts';
import type {WaitingClock} from '../spec/clock.ts';
import {run} from '../suites/engine/run.ts';
import type {Front} from './fronts.ts';

/** A rule that is not green on a mock that obeys the documents: a false accusation. */
export interface Accusation {
  seed: number;
  front: string;
  rule: RuleId;
  verdict: string;
  reason: string;
}

/** What a run of a correct mock came to. */
export interface CorrectRun {
  /** Every rule that is not green there, unless the front says that it need not be. */
  accusations: Accusation[];
  requests: number;
}

/** Runs checks on a mock that has no defect, and closes it. @returns what is not green there */
export async function accusationsOn(
  specifications: Record<Api, Specification>,
  checks: Check[],
  front: Front,
  seed: number,
  clock: WaitingClock,
): Promise<Accusation[]> {
  const bounds: EffortBounds = {effort: 'standard'};
  const inputs = {specifications, checks, front, seed, clock, bounds};
  return (await correctRun(inputs)).accusations;
}

/**
 * Runs checks on a mock that has no defect, with an effort, and closes it.
 * @param inputs with the checks that the seed makes up at that effort
 */
export async function correctRun({
  specifications,
  checks,
  front,
  seed,
  clock,
  bounds,
}: {
  specifications: Record<Api, Specification>;
  checks: Check[];
  front: Front;
  seed: number;
  clock: WaitingClock;
  bounds: EffortBounds;
}): Promise<CorrectRun> {
  const {target} = front;
  try {
    const {checks: chosen, rounds} = choiceOf(bounds, {specifications, checks, target, seed});
    const {rules, requests} = await run({
      specifications,
      checks: chosen,
      target,
      seed,
      clock: front.clock ?? clock,
      ...(rounds && {rounds}),
    });
    const accusations = rules
      .filter((rule) => !isGreen(rule) && !front.hides?.(rule.rule, rule.verdict))
      .map(({rule, verdict, reason, note}) => ({
        seed,
        front: front.name,
        rule,
        verdict,
        reason: reason ?? note ?? '',
      }));
    return {accusations, requests};
  } finally {
    await front.close();
  }
}

/** An `observed` rule passes with a note when a difference was seen: that is not green here. */
const isGreen = ({verdict, differsFromExample}: RuleVerdict): boolean =>
  verdict === 'passed' && !differsFromExample;

/** One line for accusations of the same rule with the same reason, with the mocks they were on. */
export function describeAccusations(accusations: Accusation[]): string[] {
  const mocks = new Map<string, string[]>();
  for (const {front, seed, rule, verdict, reason} of accusations) {
    const accusation = `${rule} ${verdict} ${reason}`;
    mocks.set(accusation, [...(mocks.get(accusation) ?? []), `${front} seed ${seed}`]);
  }
  return [...mocks].map(
    ([accusation, names]) => `not green on the untouched mock (${names.join(', ')}): ${accusation}`,
  );
}
