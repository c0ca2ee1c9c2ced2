/** The two APIs: presscheck has a mock and tests for each. Each has one document. */
export type Api = 'workspace' | 'store';

/** `api.chapter.words-of-the-rule`, for example `workspace.account.has-plan`. It never changes. */
export type RuleId = string;

/** The id of an open point, something that a document does not specify, such as `NS-WS-08`. */
export type OpenId = string;

/**
 * `must`: breaking the rule fails. `variant`: two documented responses are accepted, and the one seen is recorded.
 * `observed`: implied, or based on an example only; it never fails, but `differs`.
 */
export type Level = 'must' | 'variant' | 'observed';

/** One documented sentence that a deployment obeys or breaks. */
export interface Rule {
  id: RuleId;
  api: Api;
  /** For example `workspace/uploads`, the name of a folder in every room. */
  chapter: string;
  /** The section of the document that contains the sentence. */
  section: string;
  sentence: string;
  level: Level;
  /** Set if it keeps tenants apart, or credentials from more than they may do. */
  protects?: true;
  /** Of an `observed` rule: the reason why no words of the document demand it. */
  why?: string;
  /** The version of the catalogue that added the rule. */
  since: string;
  /** The checklist rows that the rule covers. */
  covers: string[];
}

/** A row of the checklist: covered by a rule, not testable for a stated reason, or pending with its chapter. */
export interface ChecklistRow {
  row: string;
  chapter: string;
  section: string;
  statement: string;
  /** `pending` while the chapter is not built, a reason when nobody can decide it from outside, otherwise empty. */
  state: string;
}

/** Something that a document does not specify, and what a suite has to tolerate there. */
export interface OpenPoint {
  id: OpenId;
  section: string;
  what: string;
  choices: string;
  tolerate: string;
}
