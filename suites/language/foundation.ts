import type {RuleId} from '../../spec/rule.ts';

/**
 * A rule without which others cannot be judged. While it is broken, their failures are its consequences.
 * A narrow foundation hides few independent faults: a failure is a consequence only if each of its
 * violations matches everything that is given here.
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
  /** The branches of the dependent rules whose violations are consequences. */
  branches?: readonly string[];
}
