import type {RuleId} from '../spec/rule.ts';

/**
 * A rule without which others cannot be judged. While it is broken, a failure of one of those is its
 * consequence: no other fault. The narrower a foundation, the fewer faults of their own it hides; a
 * failure is its consequence only where each of its violations fits all that is given.
 */
export interface Foundation {
  rule: RuleId;
  spoils: readonly RuleId[];
  /**
   * What a violation has in common with one of the broken rule: the operation, the refusal (its status
   * in place of one situation, at whatever operation), or the response (both).
   */
  alike?: 'operation' | 'refusal' | 'response';
  /** The operations at which a violation is a consequence. */
  operations?: readonly string[];
  /** The branches of the judges of the spoiled rules whose violations are consequences. */
  branches?: readonly string[];
}
