import type {Json} from './json.ts';

/** A value in the canonical response to an earlier step. `header:NAME` instead of a pointer reads a header. */
export interface Ref {
  $from: string;
  at: string;
}

/** A value that the engine generates when the step is sent: unique in the run, and labelled with the run. */
export interface Fresh {
  $fresh:
    | 'email'
    | 'external-id'
    | 'file-name'
    | 'plan-name'
    | 'title'
    | 'content-id'
    | 'text'
    | 'password'
    | 'idempotency-key';
  /** Distinguishes the fresh values of one script. */
  n: number;
  /**
   * How many repetitions, walks and races stand around it: it is another value in each of their
   * rounds.
   */
  depth: number;
  /** Characters in all. */
  length?: number;
  /** The class that it is drawn from (suites/values/value-classes.ts); without one it is plain. */
  valueClass?: string;
}

/** A value that the target supplies: a good file, an unsupported one, an id that nobody has. */
export interface Sample {
  $sample: string;
  /** JSON Pointer into the sample. */
  at: string;
  /** For a file name: the class of the text that precedes it. */
  valueClass?: string;
  /** For a file name: the text that replaces everything before its extension. */
  stem?: string;
  /** For a file name: whether its extension is in capitals. */
  capitals?: true;
}

/**
 * A value that is computed when the step is sent: a sum of numbers, a day, a concatenated text, a link
 * made of parts of others, or a member of a row.
 */
export type Computed =
  | {$sum: Val[]}
  /** The day that is `add` days after the one with which the text `after` begins, as YYYY-MM-DD. */
  | {$day: {after: Val; add: number}}
  | {$text: Val[]}
  | {$link: AlteredLink}
  | {$row: RowMember}
  /** How many rows have to be added until the last page, which has the rows `rows`, has `of` rows. */
  | {$lacking: {of: number; rows: Val}};

/** A link that nobody minted. */
export interface AlteredLink {
  /** The URL from which it takes its origin and path. */
  place: Val;
  /** The URL from which it takes its query. */
  query: Val;
  /** The URL whose numbers and instants replace those in the query, by name. */
  times?: Val;
}

/** A member of the first row of a list in which another member has a value. */
export interface RowMember {
  /** The rows. */
  of: Val;
  /** JSON Pointer of the member that distinguishes the row. */
  where: string;
  is: Val;
  /** JSON Pointer of the member that is wanted. */
  at: string;
}

/** What a step may carry where a message carries JSON. */
export type Val = Json | Ref | Fresh | Sample | Computed | {[name: string]: Val} | Val[];
