import type {RuleId} from './rule.ts';

/**
 * A mark of an operation (`x-references`): its successful responses show the ids of resources that
 * belong to another resource, such as the working file of a publication. Several responses show the
 * same references, so that they can be compared.
 */
export interface ShownReference {
  /** The kind of the resource that the ids belong to. */
  resource: string;
  /** The path parameter that names this resource; absent: the response shows such resources itself. */
  path?: string;
  /** JSON Pointer of the resources in the response; `*` stands for every row. */
  rows?: string;
  /** JSON Pointer of the ids, below the row, or below the body. No two resources share such an id. */
  id: string;
  /** The rule that is broken if the single id differs between responses. */
  same?: RuleId;
  /** The rule that is broken instead of `same` once a request may have changed the id. */
  moved?: RuleId;
  /** The rule that is broken if the id belongs to another resource of the kind. */
  own?: RuleId;
  /** The rule that is broken if a later response lacks the id. */
  stays?: RuleId;
}

/** A mark of a list: one row has a flag, and a member next to the list names the same row. */
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
