/** The two APIs that presscheck serves as a mock and tests: one document each. */
export type Api = 'workspace' | 'store';

/** `api.chapter.words-of-the-rule`, for example `workspace.account.has-plan`; it never changes. */
export type RuleId = string;

/** The id of an open point: of something that a document does not settle, such as `NS-WS-08`. */
export type OpenId = string;

/**
 * `must`: a deployment that breaks it fails. `variant`: two documented answers, both accepted, the
 * one seen is recorded. `observed`: example only; yields a note, never a failure.
 */
export type Level = 'must' | 'variant' | 'observed';

/** One documented sentence that a deployment can obey or break. */
export interface Rule {
  id: RuleId;
  api: Api;
  /** `workspace/uploads`: the same word in every folder. */
  chapter: string;
  /** Where the sentence stands in the document. */
  section: string;
  sentence: string;
  level: Level;
  /** Catalogue version that brought the rule. */
  since: string;
  /** Checklist rows that the rule covers. */
  covers: string[];
}

/**
 * A row of the checklist: covered by a rule, or out of reach for a stated reason, or pending with
 * its chapter.
 */
export interface ChecklistRow {
  row: string;
  chapter: string;
  section: string;
  statement: string;
  /**
   * `pending` while the chapter has not landed, a reason when nobody can decide it from outside,
   * else empty.
   */
  state: string;
}

/** Something that a document does not settle, and what a suite has to tolerate there. */
export interface OpenPoint {
  id: OpenId;
  section: string;
  what: string;
  choices: string;
  tolerate: string;
}
