import type {Json} from './json.ts';
import type {Api} from './rule.ts';
import type {Fresh, Ref, Val} from './value.ts';

/**
 * The credential that a call uses. `nobody` sends none, `unknown-credential` sends one that the service never issued.
 */
export type Role =
  | 'full'
  | 'other-key'
  | 'read-only'
  | 'write-only'
  | 'tools-only'
  | 'second-workspace'
  | 'agent'
  | 'second-agent'
  | 'scopeless-agent'
  | 'admin'
  | 'second-admin'
  | 'second-store'
  /** An admin of the first store who may not manage content. */
  | 'limited-admin'
  | 'nobody'
  | 'unknown-credential';

/**
 * A way to present a credential that a rule forbids. `in-an-agents-session`: to the MCP server, in a session that
 * another credential began; `in-its-own-session`: in the one that it began itself. A server whose revision of MCP has
 * no sessions gets a call like any other.
 */
export type Presentation =
  | 'other-scheme'
  | 'token-scheme'
  | 'without-scheme'
  | 'in-other-header'
  | 'in-query'
  | 'as-store-token'
  | 'as-bearer'
  | 'in-an-agents-session'
  | 'in-its-own-session'
  | NearMiss;

/**
 * A credential that differs slightly from a real one: its last character is different, characters are appended, its
 * last character is missing, or its letters are in the other case.
 */
export type NearMiss = 'another-end' | 'longer' | 'one-shorter' | 'other-case';

/**
 * Another percent-encoding of the values in a path than that of `encodeURIComponent`: with lower-case hexadecimal
 * digits, or with the unreserved marks `-`, `.`, `_` and `~` encoded as well. Both are equivalent to it (RFC 3986,
 * 6.2.2).
 */
export type PathSpelling = 'lower-case-hex' | 'marks-encoded';

/**
 * Another way to write the same request, which HTTP, URIs and JSON permit: names of headers in capitals, further
 * headers, a list of accepted types and codings, a charset, a media type in capitals, a body in chunks, white space in JSON, members
 * and query parameters in the opposite order, values of query parameters encoded character by
 * character, characters of JSON by their numbers, octets of paths in small letters, and reads on the condition that
 * something has changed.
 */
export type RequestForm = (typeof REQUEST_FORMS)[number];

export const REQUEST_FORMS = [
  'capital-headers',
  'reversed-members',
  'further-headers',
  'charset',
  'encoded-query',
  'accepting-more',
  'spaced-json',
  'chunked',
  'capital-media-type',
  'escaped-json',
  'lower-case-hex',
  'conditional',
] as const;

/**
 * What tells a message to the MCP server from others (JSON-RPC 2.0, Request object): the number 0, a text, or a number beyond
 * 32 bits.
 */
export type MessageIdKind = 'zero' | 'text' | 'large';

/** A request to an operation. */
export interface Call {
  step: 'call';
  id: string;
  api: Api;
  op: string;
  /** Calls the operation's tool on the MCP server instead. */
  interface?: 'mcp';
  /** The id of the message that calls the tool, or a text that calls of several clients have as their id. Default: a small number. */
  messageId?: MessageIdKind | Fresh;
  /** A role, or a credential from the response to an earlier step. */
  as: Role | Ref;
  present?: Presentation;
  path?: Record<string, Val>;
  spelling?: PathSpelling;
  /** Nobody judges how a request in this form is refused: it is then sent again as the document shows it. */
  form?: RequestForm;
  query?: Record<string, Val>;
  headers?: Record<string, Val>;
  body?: Val;
  /** Writes the body with escapes: characters beyond ASCII by their numbers, and slashes. */
  escaped?: true;
  /** The bytes to send instead of `body`. */
  raw?: string;
  /** Characters to append to the body, which make it invalid JSON. */
  tail?: string;
  /** The link to a page that a walk follows: its bytes are used, with those parameters of `query` that it lacks. */
  link?: string;
  /** A path below the base address to use instead of the operation's, for rules about paths. */
  elsewhere?: Val;
  method?: string;
  /** The situation that a set-up step needs. Any other blocks the check instead of failing it. */
  expects?: string;
  /** Repeats the request for a while until this is true: some deployments show a change with a delay. */
  until?: Until;
  /** The step is skipped when a value that it refers to is missing. */
  optional?: true;
  /** Sent at the same moment as the next step. */
  withNext?: true;
}

/** Lists the tools of the MCP server. */
export interface ListTools {
  step: 'tools';
  id: string;
  as: Role | Ref;
}

/** Kinds of bytes that a service might change when it takes them for something else than bytes. */
export const FILE_CONTENTS = [
  'a gzip stream',
  'a byte order mark',
  'lines that end in CR and LF',
  'bytes of the value 0',
  'blanks',
] as const;
export type FileContent = (typeof FILE_CONTENTS)[number];

/** Sends bytes to a presigned URL with PUT. */
export interface Upload {
  step: 'upload';
  id: string;
  url: Val;
  headers: Val;
  /** Name of the sample file of the target that is sent. */
  sample: string;
  /** The number of bytes to append to the sample, or to cut off (negative). */
  resize?: number;
  /** The total number of bytes to send, instead of the size of the sample. */
  size?: number;
  /** What is sent instead of the bytes of the sample. */
  content?: FileContent;
  omitHeaders?: true;
  expects?: 'stored' | 'storage-refused';
  optional?: true;
  /** Sent at the same moment as the next step. */
  withNext?: true;
}

/** Sends several branches at the same moment, each over a connection that is already open. */
export interface Parallel {
  step: 'parallel';
  id: string;
  branches: Step[][];
}

/**
 * Fetches a presigned URL with GET, without a credential. The body of the exchange contains the size and the digest of
 * the response.
 */
export interface Download {
  step: 'download';
  id: string;
  url: Val;
  /** The API that gave the URL, if it is not the workspace API: a page of the store, fetched as a browser would. */
  api?: 'store';
  /** The browser that fetches a page of the store: a desktop, if it is absent. */
  userAgent?: string;
  expects?: 'fetched' | 'storage-refused';
  optional?: true;
}

/**
 * A condition that ends a repetition early. `rows`: some row of the response has this value. `other`: the status is
 * not this one. `not`: a value is not this one.
 */
export type Until =
  | {status: number[]}
  | {at: string; in: Json[]}
  | {situation: string}
  | {rows: string; at: string; has: Val}
  | {other: number}
  | {at: string; not: Val};

/** Repeats steps. */
export interface Repeat {
  step: 'repeat';
  id: string;
  times: number;
  until?: Until;
  /** A lower number of repetitions that an earlier response specifies. */
  atMost?: Val;
  /** Milliseconds before the first repetition, and between repetitions. */
  first?: number;
  every?: number;
  /** The factor by which each pause between repetitions is longer than the one before. */
  growth?: number;
  /** Set-up: why the check is blocked where the last repetition does not meet `until`. */
  unmet?: string;
  /** Sends a burst: requests of one credential without pacing. */
  unpaced?: true;
  body: Step[];
}

/** Reads every page of a list, from the first to the last. */
export interface Walk {
  step: 'walk';
  id: string;
  page: Call;
  atMost: number;
  /** Ends the walk before the last page. */
  until?: Until;
  between?: {after: number; body: Step[]};
  optional?: true;
}

/** A time of day on a day of any month or of one, such as 13:30 on the 31st, or on 29 February. */
export interface DayTime {
  /** From 1; without it, of any month. */
  month?: number;
  day: number;
  /** Of the week, from Sunday (0): the first such day that is not before `day`. */
  weekday?: number;
  hour: number;
  minute: number;
}

/** The next occurrence of a local time. */
export interface WallTime extends DayTime {
  /**
   * The current local time as `YYYY-MM-DD HH:MM:SS`. Anything after the seconds is ignored, and a `T` may replace the
   * space.
   */
  now: Val;
  /** Other times; what comes first counts. */
  or?: DayTime[];
}

/** A duration that a response specifies. */
export interface ToldDuration {
  seconds?: Val;
  /**
   * For a response that specifies the instant of the end instead: that instant, and the time that a response shows by the
   * same clock. Both have a zone, or neither has.
   */
  end?: {at: Val; clock: Ref};
  /** The expected seconds. The difference between the actual and the expected duration is added to the wait. */
  foreseen: number;
  /** The longest wait, in milliseconds. */
  atMost: number;
}

/** Lets time pass: advances the clock of an embedded mock, and waits for a deployment. */
export interface Advance {
  step: 'advance';
  id: string;
  /** Milliseconds; with `until` an upper bound. */
  ms: number;
  /** Waits until the next occurrence of this time. */
  until?: WallTime;
  /** Adjusts the wait when a response specifies another duration than the expected one. */
  told?: ToldDuration;
}

/**
 * Does something that the APIs cannot do, through the mock's control plane or a hook of the target.
 */
export interface Control {
  step: 'control';
  id: string;
  verb: string;
  args: {[name: string]: Val};
  optional?: true;
}

/** Every kind of step: scripts, traces, slices, fixtures and replays consist of these. */
export type Step =
  | Call
  | ListTools
  | Upload
  | Download
  | Parallel
  | Repeat
  | Walk
  | Advance
  | Control;
