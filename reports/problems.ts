import type {PlaceVerdict, RuleVerdict, Verdict} from '../spec/run-record.ts';
import {quantity} from '../spec/quantity.ts';

/** A violation as reports show it. */
export interface Problem {
  /** Which response shows it, for example `response of getAccountUsage (200)`. */
  subject: string;
  expected: string;
  /** What was seen instead. */
  got: string;
  /** The judge's own name for it, for example `another-status`. */
  branch: string;
}

/**
 * The violations at a place, each with the response that shows it. Equal ones are listed once, with
 * their number.
 */
export function problemsAt({violations, evidence}: PlaceVerdict): Problem[] {
  const problems = new Map<string, {problem: Problem; count: number}>();
  for (const {branch, expected, got, step} of violations) {
    // A repeated step has several exchanges: the violation is about the last. The sequence of the
    // evidence is as short as possible, and may be without the step.
    const exchange = evidence?.exchanges.filter((one) => one.step === step).at(-1);
    const subject = exchange
      ? `response of ${exchange.op} (${exchange.status || 'no answer'})`
      : `a response (step ${step})`;
    const key = JSON.stringify([subject, expected, got, branch]);
    const known = problems.get(key);
    if (known) known.count += 1;
    else problems.set(key, {problem: {subject, expected, got, branch}, count: 1});
  }
  return [...problems.values()].map(({problem, count}) =>
    count === 1 ? problem : {...problem, subject: `${problem.subject}, ${quantity(count, 'time')}`},
  );
}

/** Verdicts other than `passed`, the most urgent first. */
const URGENT_FIRST: Verdict[] = [
  'failed',
  'harness-error',
  'inconclusive',
  'not-exercised',
  'not-applicable',
];

/** Rules with one of these verdicts, the most urgent verdict first. */
export const withVerdicts = (rules: readonly RuleVerdict[], verdicts: Verdict[]): RuleVerdict[] =>
  URGENT_FIRST.filter((verdict) => verdicts.includes(verdict)).flatMap((verdict) =>
    rules.filter((rule) => rule.verdict === verdict),
  );

/** A reason that several rules share, and the rules. */
export interface SharedReason {
  reason: string;
  rules: string[];
}

/** Why rules, or places of them, have a verdict such as `not-exercised`: each reason once. */
export function sharedReasons(rules: readonly RuleVerdict[], shared: Verdict): SharedReason[] {
  const reasons = new Map<string, Set<string>>();
  for (const {rule, places, ...whole} of rules)
    for (const {verdict, reason = 'no reason'} of places.length ? places : [whole])
      if (verdict === shared) reasons.set(reason, (reasons.get(reason) ?? new Set()).add(rule));
  return [...reasons].map(([reason, ids]) => ({reason, rules: [...ids]}));
}

/** Ids in one line, at most four of them. */
export function shortList(ids: readonly string[]): string {
  const rest = ids.length - 4;
  return `${ids.slice(0, 4).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
