import type {RuleId} from '../spec/rule.ts';
import type {Judgement} from './check.ts';
import {undecided} from './judge.ts';

/** The reason of a result that another broken rule prevents. */
export const blockedReason = (rule: RuleId, reason: string): string =>
  `blocked by ${rule}: ${reason}`;

/**
 * The result is inconclusive, because another rule is broken: one fault does not fail two rules.
 * @param rule the broken rule; its own check judges it
 */
export const blockedBy = (rule: RuleId, reason: string): Judgement =>
  undecided(blockedReason(rule, reason));

/**
 * Judges only where another rule holds; otherwise the result is inconclusive.
 * @param holds whether the other rule holds
 */
export const whenHolds = (
  holds: boolean,
  rule: RuleId,
  reason: string,
  judgement: () => Judgement,
): Judgement => (holds ? judgement() : blockedBy(rule, reason));
