import type {RuleId} from './rule.ts';

/** How a member of a row stands to the value of a parameter that selects rows. */
export type Relation =
  /** The same number, or the same text but for the case of its letters. */
  | 'equal'
  /** The same email address. */
  | 'address'
  /** True, or anything but null. */
  | 'set'
  /** Not the value `than`. */
  | 'other-than'
  /** On the day of the value or later. */
  | 'since'
  /** On the day of the value or earlier. */
  | 'until'
  /** A text with something of the value in it. */
  | 'words';

/**
 * What the value of a parameter of a list says about the rows of every success (`x-selects`). What
 * the document leaves open stands in no selection, or in the members that narrow it.
 */
export interface Selection {
  /** The values of which it is told; without it, those of which no other selection of the parameter is. */
  where?: string[];
  /**
   * JSON Pointers into a row, in which `*` stands for every entry of a list. Where the first does not
   * fit, another one may.
   */
  at: string[];
  is: Relation;
  /** The value of `other-than`. */
  than?: string;
  /**
   * The value is compared with this member of what earlier responses showed, and the members `at`
   * with what they have there: an id is known in one form, and the email of the same person in one.
   */
  by?: string;
  /** Nothing is told once the scene has sent a request of one of these operations. */
  unmoved?: string[];
  /** The rule that a row breaks which does not fit. */
  rule: RuleId;
  /** Beside these parameters it breaks another rule; null: nothing is told then. */
  beside?: Record<string, RuleId | null>;
}

/** The order in which a list has its rows (`x-newest-first`). */
export interface NewestFirst {
  /** JSON Pointer of the time into a row. */
  at: string;
  rule: RuleId;
}
