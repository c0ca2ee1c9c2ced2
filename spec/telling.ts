import type {RuleId} from './rule.ts';

/**
 * What a response tells of a resource that others tell, too (`x-tells`): a value that is the same in
 * all of them while nothing is under way that may change it, and the ids of parts.
 */
export interface Telling {
  /** The kind of the resource. */
  of: string;
  /** The parameter of the path that names the resource; absent: the response shows resources. */
  path?: string;
  /** JSON Pointer of the resources in the response; `*` stands for every row. */
  rows?: string;
  /** JSON Pointer of the id of a part that the resource has alone: below the row, or the body. */
  part: string;
  /** There is one such part at a time, and every response names the same one. */
  same?: RuleId;
  /** The rule that is broken in the place of `same` once a request has moved the part. */
  moved?: RuleId;
  /** The rule that a response breaks which shows a part of another resource of the kind. */
  own?: RuleId;
  /** The rule that a later response breaks which does not show a part any more. */
  stays?: RuleId;
}

/** Of a list: the row that a flag marks, and the member beside the list that names it, too. */
export interface FlaggedRow {
  /** JSON Pointer of the list. */
  rows: string;
  /** JSON Pointer of the flag in a row. */
  flag: string;
  /** JSON Pointer of the member that names the flagged row by its id. */
  named: string;
  /** The rule that one row has the flag. */
  one: RuleId;
  /** The rule that the member names that row. */
  same: RuleId;
}
