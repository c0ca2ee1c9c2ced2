import type {RuleId} from './rule.ts';

/**
 * A reference of a response to a resource that other responses refer to as well (`x-tells`): a value that is equal in
 * all of them while nothing may change it, or the ids of the resource's parts.
 */
export interface Telling {
  /** The kind of the resource. */
  of: string;
  /** The path parameter that identifies the resource; absent: the response contains resources. */
  path?: string;
  /** JSON Pointer of the resources in the response; `*` stands for every row. */
  rows?: string;
  /** JSON Pointer of the id of a part that belongs to one resource only: relative to the row, or to the body. */
  part: string;
  /** The rule that there is one such part at a time, to which every response refers. */
  same?: RuleId;
  /** The rule that is broken instead of `same` once a request has changed the part. */
  moved?: RuleId;
  /** The rule that is broken by a response that contains a part of another resource of the kind. */
  own?: RuleId;
  /** The rule that is broken by a later response in which a part is missing. */
  stays?: RuleId;
}

/** For a list: the row with a flag, and the member outside of the list that identifies it as well. */
export interface FlaggedRow {
  /** JSON Pointer of the list. */
  rows: string;
  /** JSON Pointer of the flag in a row. */
  flag: string;
  /** JSON Pointer of the member that contains the id of the flagged row. */
  named: string;
  /** The rule that one row has the flag. */
  one: RuleId;
  /** The rule that the member identifies that row. */
  same: RuleId;
}
