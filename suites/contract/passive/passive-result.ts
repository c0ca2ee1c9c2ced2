import type {Violation} from '../../../spec/run-record.ts';

/** What a passive check of one response found about its status, headers, body and earlier responses. */
export interface PassiveResult {
  violations: PassiveViolation[];
  witnesses: PassiveWitness[];
}

/** A rule that a response breaks. */
export interface PassiveViolation {
  rule: string;
  place: string;
  violation: Violation;
  /** JSON Pointer into the body, where the violation is there. */
  pointer?: string;
  /** Set when the text has the type that it has to have, and another form. */
  concernsForm?: true;
  /** The same member in the first response with which it was compared. */
  pointerBefore?: string;
  /** The rule about the form of the member, if one of the responses breaks it as well. */
  malformed?: string;
  /** The line of the profile that says where the member stands, for example `members.Account#/plan`. */
  line?: string;
  /** What to write there, if the profile does not settle the name or form of the member. */
  correction?: string;
}

/** A rule that a response could have broken and did not. */
export interface PassiveWitness {
  rule: string;
  place: string;
  saw: string;
}
