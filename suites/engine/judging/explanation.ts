import type {RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict, Violation} from '../../../spec/run-record.ts';

/**
 * Another cause of what a check saw than that the deployment breaks the rule of the check. A failed
 * check that has one accuses nobody.
 *
 * Explanations have several sources. Each is asked when its evidence has come, in this order, and
 * sees only what the sources before it left failed:
 *
 * 1. When a check is judged: a gateway, the network or a limit responded (`interference.ts`).
 * 2. When an attempt at a scene ends: earlier runs have used up an allowance (`spent-allowance.ts`),
 *    or the configuration gives a role a wrong credential (`unverified-role.ts`).
 * 3. When all attempts have ended: a list that shows changes late, a transient server error,
 *    requests of other scenes, or somebody else at work (`across-attempts.ts`), also one who never
 *    rests (`quiet-control.ts`).
 * 4. When the run ends: a line of the profile is wrong, or two are mixed up (`suspect-lines.ts`).
 * 5. Last, since it has to know which rules are broken: one of them is the cause
 *    (`consequences.ts`).
 */
export interface Explanation {
  /** What a report says in place of the accusation, in words. */
  reason: string;
  /** The broken rule that may be the cause. */
  blockedBy?: RuleId;
  /** Set when the deployment has shown the cause, and is right: the check exercised nothing. */
  isShown?: true;
}

/** Explains the verdict of a check, where it can. */
export type Source = (verdict: PlaceVerdict) => Explanation | undefined;

/**
 * The verdict that an explanation of all its violations leaves: inconclusive, with what was seen.
 * @returns the same verdict where there is no explanation
 */
export function explained(verdict: PlaceVerdict, explanation?: Explanation): PlaceVerdict {
  if (!explanation) return verdict;
  const {reason, blockedBy, isShown} = explanation;
  const {place, witnesses} = verdict;
  if (isShown) return {place, verdict: 'not-exercised', witnesses, violations: [], reason};
  const {blocked: _blocked, blockedBy: _blockedBy, ...seen} = verdict;
  const cause = blockedBy !== undefined && {blocked: true as const, blockedBy};
  return {...seen, verdict: 'inconclusive', reason, ...cause};
}

/**
 * The verdict that explanations of single violations leave: those without one fail the rule alone.
 * Where each has one, the first counts.
 */
export function explainedOneByOne(
  verdict: PlaceVerdict,
  explanationOf: (violation: Violation) => Explanation | undefined,
): PlaceVerdict {
  const unexplained = verdict.violations.filter((one) => !explanationOf(one));
  if (unexplained.length) return {...verdict, violations: unexplained};
  const [first] = verdict.violations;
  return explained(verdict, first && explanationOf(first));
}
