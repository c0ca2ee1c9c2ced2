import type {RuleId} from './rule.ts';

/** How a member of a row has to relate to the value of a parameter that selects rows. */
export type RowComparison =
  /** The same number, or the same text ignoring case. */
  | 'equal'
  /** The same email address. */
  | 'address'
  /** True, or any value except null. */
  | 'set'
  /** A value other than `than`. */
  | 'other-than'
  /** On the day of the value or later. */
  | 'since'
  /** On the day of the value or earlier. */
  | 'until'
  /** A text that contains a part of the value. */
  | 'words';

/**
 * What the value of a list's parameter says about the rows of every success (`x-selects`). What the document leaves
 * open is not part of a selection, or is excluded by the members that narrow it.
 */
export interface Selection {
  /**
   * The values to which the selection applies. Default: all values to which no other selection of the parameter
   * applies.
   */
  where?: string[];
  /** JSON Pointers into a row, in which `*` stands for every entry of a list. One of them has to match. */
  at: string[];
  is: RowComparison;
  /** The value for `other-than`. */
  than?: string;
  /**
   * The value is compared with this member of earlier responses, and the members `at` with those of the same resource:
   * an id has one form, and a person's email one spelling.
   */
  by?: string;
  /** The selection no longer applies once the scene has sent a request of one of these operations. */
  unmoved?: string[];
  /** The rule that a row breaks which does not match. */
  rule: RuleId;
  /** Together with these parameters the row breaks another rule; null: the selection does not apply then. */
  beside?: Record<string, RuleId | null>;
}

/** The order of a list's rows (`x-newest-first`). */
export interface NewestFirst {
  /** JSON Pointer of the time in a row. */
  at: string;
  rule: RuleId;
}
