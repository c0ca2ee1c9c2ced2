import type {Contract} from './contract.ts';
import type {Pager} from './openapi.ts';
import type {Schema} from './schema.ts';

/**
 * Where a deployment keeps a member that the document does not name: at a JSON Pointer of the body,
 * or in a header.
 *
 * `absent: 'null'` says that the deployment leaves the member out where the contract has null.
 * `take: 'last-segment'` takes an id from the end of a URL, for example `17` from `/uploads/17`.
 * `tool` is the JSON Pointer of the member in the result of a tool, which has no headers.
 */
export type MemberLocation =
  | {at: string; absent?: 'null' | 'absent'}
  | {header: string; take?: 'last-segment' | 'whole'; tool?: string};

/** The encodings that a profile names. */
export const NAMED_ENCODINGS = [
  'bool-as-int',
  'number-as-string',
  'string-as-number',
  'epoch-seconds',
  'epoch-milliseconds',
  'pairs',
] as const;

/**
 * How a deployment writes a value whose form is open. `pairs`: an object as a list of names with
 * values. A mapping gives the deployment's text, or its texts, for each canonical one, or for `true`
 * and `false`.
 */
export type Encoding = (typeof NAMED_ENCODINGS)[number] | TextMapping;

/** The deployment's text, or its texts, for each canonical value. */
export type TextMapping = Record<string, string | string[]>;

/** Where the rows of a list stand, or the one row of an operation that answers with one. */
export interface RowsLocation {
  /** JSON Pointer of the list or of the row; empty when the body itself is it. */
  at: string;
  /** JSON Pointer of the row in each item, where the deployment wraps its rows. */
  unwrap?: string;
}

/**
 * Which path an operation has: below the base address, or the URL that a header of the response of
 * `from` gave for a new resource of a kind.
 */
export type PathChoice =
  | {template: string}
  | {followed: {kind: string; from: string; header: string}};

/** The statuses and reasons with which a deployment answers a situation. */
export interface OutcomeChoice {
  status?: number[];
  reason?: string | string[];
}

/** The tool of an operation, and what the arguments are called there by their canonical names. */
export interface ToolChoice {
  name: string;
  arguments?: Record<string, string>;
}

/**
 * A deployment's answers to the open points, and nothing else: a profile can settle what the
 * document leaves open, it cannot weaken a `must`.
 */
export interface Profile {
  /** By `Component#/pointer`, for example `Account#/plan`. */
  members: Record<string, MemberLocation>;
  /** By operation. */
  rows: Record<string, RowsLocation>;
  /** By operation. */
  pager: Record<string, Partial<Pager>>;
  /** By operation: the name or JSON Pointer of members of the body by their canonical names. */
  requests: Record<string, Record<string, string>>;
  /** By operation. */
  paths: Record<string, PathChoice>;
  /** By `situation` or `operation.situation`. */
  outcomes: Record<string, OutcomeChoice>;
  /** By open-point id; see `choicesAt`. */
  choices: Record<string, string | number | boolean | null>;
  /** By `Component#/pointer`. */
  encodings: Record<string, Encoding>;
  /**
   * By operation, where the name of its tool or of an argument is not the contract's own in some
   * spelling.
   */
  tools: Record<string, ToolChoice>;
}

/** The choices that a profile makes at an open point: one, or several with commas between them. */
export const choicesAt = (choices: Profile['choices'], point: string): string[] =>
  point in choices ? String(choices[point]).split(', ') : [];

/** A profile that settles nothing: canonical names, every documented freedom left open. */
export const openProfile = (): Profile => ({
  members: {},
  rows: {},
  pager: {},
  requests: {},
  paths: {},
  outcomes: {},
  choices: {},
  encodings: {},
  tools: {},
});

/**
 * Whether the name and form of a member are known: the document names it, or the profile says where
 * it stands, or that it stands where the contract has it (`choices`).
 * @param key the member as a profile calls it: `Component#/pointer`
 */
export function isSettled(
  {document}: Contract,
  profile: Profile,
  key: string,
  schema: Schema,
): boolean {
  const point = schema['x-open'];
  const isNameOpen = point !== undefined && document['x-open-names']?.includes(point);
  if (!isNameOpen) return true;
  return point in profile.choices || key in profile.members || key in profile.encodings;
}
