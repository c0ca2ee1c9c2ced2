import type {RuleId} from '../../spec/rule.ts';
import type {Judgement} from '../check.ts';
import {undecided} from '../judge.ts';

/**
 * Nothing can be decided, since another rule is broken here: what it spoils is not blamed twice.
 * @param rule that is broken, and that its own check judges
 */
export const blockedBy = (rule: RuleId, reason: string): Judgement =>
  undecided(`blocked by ${rule}: ${reason}`);

/** A judgement that makes sense only where another rule holds. */
export const unlessBroken = (
  isKept: boolean,
  rule: RuleId,
  reason: string,
  judgement: () => Judgement,
): Judgement => (isKept ? judgement() : blockedBy(rule, reason));
