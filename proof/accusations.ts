import type {Specification} from '../spec/specification.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import type {RuleVerdict} from '../spec/run-record.ts';
import type {Check} from '../suites/language/check.ts';
import {choiceOf, type EffortBounds} from '../suites/generation/effort-choice.ts';
import type {WaitingClock} from '../spec/clock.ts';
import {run} from '../suites/engine/run.ts';
import type {Front} from './fronts.ts';

/** A rule that does not pass on a mock that obeys the documents: a false accusation. */
export interface Accusation {
  seed: number;
  front: string;
  rule: RuleId;
  verdict: string;
  reason: string;
}

/** The result of a run on a correct mock. */
export interface CorrectRun {
  /** The rules that do not pass there, except those for which the front permits it. */
  accusations: Accusation[];
  requests: number;
}

/** Runs checks on a mock without defects, and closes it. @returns the rules that do not pass */
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
 * Runs checks with an effort on a mock without defects, and closes it.
 * @param inputs the checks, with those that the seed generates at that effort
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

/** A difference of an `observed` rule counts as an accusation here. */
const isGreen = ({verdict}: RuleVerdict): boolean => verdict === 'passed';

/** Formats accusations of the same rule with the same reason as one line, with the mocks that showed them. */
export function describeAccusations(accusations: Accusation[]): string[] {
  const mocks = new Map<string, string[]>();
  for (const {front, seed, rule, verdict, reason} of accusations) {
    const accusation = `${rule} ${verdict} ${reason}`;
    mocks.set(accusation, [...(mocks.get(accusation) ?? []), `${front} seed ${seed}`]);
  }
  return [...mocks].map(
    ([accusation, names]) =>
      `not green on the mock without defects (${names.join(', ')}): ${accusation}`,
  );
}
