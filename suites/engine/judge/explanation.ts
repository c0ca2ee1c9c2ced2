import type {RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict, Violation} from '../../../spec/run-record.ts';

/**
 * Another possible cause of what a check saw, besides a broken rule. It turns a failure into an
 * inconclusive verdict.
 *
 * Explanations have several sources. Each is asked when its evidence is complete, in this order, and
 * sees only the failures that earlier sources have left:
 *
 * 1. When a check is judged: a gateway, the network or a limit responded (`judgement-verdict.ts`). Lines of the
 *    profile that may be wrong or mixed up are only noted here, without those that would not help (`futile-lines.ts`).
 * 2. When an attempt at a scene ends: earlier runs have used up an allowance (`spent-allowance.ts`), the credential of a
 *    role may not be of it (`doubtful-role.ts`), limits do not follow a clock that was moved before a burst
 *    (`unconfirmed-move.ts`), or a sequence reused resources of other scenes (`attempt-result.ts`).
 * 3. When all attempts have ended: a list that shows changes late, a transient server error, the end of a cycle, requests
 *    of other scenes, or another client (`across-attempts.ts`), even one that is permanently active (`quiet-reads.ts`);
 *    then plain values in place of others (`compare-values.ts`). What is left, and belongs to a rule that blocks the
 *    check, fails that rule (`violations-elsewhere.ts`).
 * 4. When the run ends: a hook did not do what it answered (`hook-evidence.ts`), then a line of the profile is wrong
 *    (`suspect-lines.ts`).
 * 5. When it is known which rules are broken: one of them is the cause (`consequences.ts`); the doubt about a role names the
 *    rule that it rests on (`roles-in-doubt.ts`), and a rule that has not failed is taken out of the reasons of others
 *    (`true-blocks.ts`).
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
