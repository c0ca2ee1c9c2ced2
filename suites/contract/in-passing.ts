import type {Violation} from '../../spec/run-record.ts';

/** What one response shows in passing about the rules that its status, headers and body carry. */
export interface InPassing {
  violations: PassingViolation[];
  witnesses: PassingWitness[];
}

/** A rule that a response breaks. */
export interface PassingViolation {
  rule: string;
  place: string;
  violation: Violation;
  /** JSON Pointer into the body, where the violation is there. */
  pointer?: string;
  /** Set when the text has the type that it has to have, and another form. */
  isOfForm?: true;
  /** The line of the profile that says where the member stands, for example `members.Account#/plan`. */
  member?: string;
  /** The line that the profile lacks: it does not settle the name or form of the member. */
  open?: string;
}

/** A rule that a response could have broken and did not. */
export interface PassingWitness {
  rule: string;
  place: string;
  saw: string;
}
