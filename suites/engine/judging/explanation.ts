import type {RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict, Violation} from '../../../spec/run-record.ts';

/**
 * Another possible cause of what a check saw, besides a broken rule. It turns a failure into an
 * inconclusive verdict.
 *
 * Explanations have several sources. Each is asked when its evidence is complete, in this order, and
 * sees only the failures that earlier sources have left:
 *
 * 1. When a check is judged: a gateway, the network or a limit responded (`interference.ts`).
 * 2. When an attempt at a scene ends: earlier runs have used up an allowance (`spent-allowance.ts`),
 *    the credential of a role may not be of it (`doubtful-role.ts`), or limits do not
 *    follow a clock that was moved before a burst (`unconfirmed-move.ts`).
 * 3. When all attempts have ended: a list that shows changes late, a transient server error,
 *    requests of other scenes, or another client (`across-attempts.ts`), even one that is
 *    permanently active (`quiet-reads.ts`).
 * 4. When the run ends: a hook did not do what it answered (`hook-evidence.ts`), a line of the profile is wrong, or two are mixed up (`suspect-lines.ts`).
 * 5. Last, when it is known which rules are broken: one of them is the cause
 *    (`consequences.ts`).
 */
export interface Explanation {
  /** The sentence that a report shows instead of a failure. */
  reason: string;
  /** The broken rule that may be the cause. */
  blockedBy?: RuleId;
  /** Set if the deployment has confirmed the cause and is right: the check is not exercised. */
  isConfirmed?: true;
}

/**
 * The verdict after an explanation of all its violations: inconclusive, with what was seen. Where the deployment has
 * confirmed the cause, what was seen was right.
 * @returns the same verdict if there is no explanation
 */
export function explained(verdict: PlaceVerdict, explanation?: Explanation): PlaceVerdict {
  if (!explanation) return verdict;
  const {reason, blockedBy, isConfirmed} = explanation;
  const {place, witnesses} = verdict;
  if (isConfirmed) return {place, verdict: 'not-exercised', witnesses, violations: [], reason};
  const {blocked: _blocked, blockedBy: _blockedBy, ...seen} = verdict;
  const cause = blockedBy !== undefined && {blocked: true as const, blockedBy};
  return {...seen, verdict: 'inconclusive', reason, ...cause};
}

/**
 * The verdict after explanations of single violations: only violations without one fail the rule. If
 * each has one, the first explanation counts.
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
