import type {Json} from './json.ts';
import type {Api} from './rule.ts';
import type {Ref, Val} from './value.ts';

/**
 * In whose name a call is made. `nobody` sends no credential, `unknown-credential` one that the
 * service never issued.
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
 * How a credential is shown, where a rule forbids the way; `in-an-agents-session`: to the MCP
 * server, in a session that it did not begin.
 */
export type Presentation =
  | 'other-scheme'
  | 'without-scheme'
  | 'in-query'
  | 'as-store-token'
  | 'as-bearer'
  | 'in-an-agents-session'
  | NearMiss;

/**
 * Almost a real credential: another last character, some more behind it, the last one left out, its
 * letters in the other case.
 */
export type NearMiss = 'another-end' | 'longer' | 'one-shorter' | 'other-case';

/**
 * How the values in a path are percent-encoded, where that is not with `encodeURIComponent`: with
 * lower-case hexadecimal digits, or the unreserved marks `-`, `.`, `_` and `~`, too. Both are
 * equivalent to it (RFC 3986, 6.2.2).
 */
export type PathSpelling = 'lower-case-hex' | 'marks-encoded';

/** One request of one operation. */
export interface Call {
  step: 'call';
  id: string;
  api: Api;
  op: string;
  /** The operation's tool on the MCP server is called in its place. */
  interface?: 'mcp';
  /** A role, or a credential that an earlier step gave. */
  as: Role | Ref;
  present?: Presentation;
  path?: Record<string, Val>;
  spelling?: PathSpelling;
  query?: Record<string, Val>;
  headers?: Record<string, Val>;
  body?: Val;
  /** Sent instead of `body`, byte for byte. */
  raw?: string;
  /** Sent behind the body, which is no JSON by it. */
  tail?: string;
  /** Another path than the operation's, below the base address; for rules about paths. */
  elsewhere?: Val;
  method?: string;
  /** The situation that a control or set-up needs: any other blocks the check, it does not fail. */
  expects?: string;
  /**
   * Asked again for a while until this is so: some deployments show a change only after a moment.
   */
  until?: Until;
  /** Left out when what it refers to did not come. */
  optional?: true;
}

/** The tools that the MCP server lists. */
export interface Tools {
  step: 'tools';
  id: string;
  as: Role | Ref;
}

/** A PUT of bytes to a presigned URL. */
export interface Upload {
  step: 'upload';
  id: string;
  url: Val;
  headers: Val;
  /** Name of the target's sample file. */
  sample: string;
  /** Bytes fewer (negative) or more than the sample has. */
  resize?: number;
  /** Bytes that are sent, in the place of as many as the sample has. */
  size?: number;
  omitHeaders?: true;
  expects?: 'stored' | 'storage-refused';
  optional?: true;
}

/** Branches sent at the same moment, each over a connection that is open already. */
export interface Parallel {
  step: 'parallel';
  id: string;
  branches: Step[][];
}

/**
 * A GET of a presigned URL, without a credential; the exchange's body is the size and the digest of
 * what came.
 */
export interface Download {
  step: 'download';
  id: string;
  url: Val;
  expects?: 'fetched' | 'storage-refused';
  optional?: true;
}

/**
 * What ends a repetition early. `rows`: some row of the answer has this value; `other`: its status
 * is another; `not`: a value is another than this one.
 */
export type Until =
  | {status: number[]}
  | {at: string; in: Json[]}
  | {situation: string}
  | {rows: string; at: string; has: Val}
  | {other: number}
  | {at: string; not: Val};

/** The same steps several times. */
export interface Repeat {
  step: 'repeat';
  id: string;
  times: number;
  until?: Until;
  /** Fewer times, where an earlier response tells how many. */
  atMost?: Val;
  /** Milliseconds before the first try, and between tries. */
  first?: number;
  every?: number;
  /** A burst: one credential, not paced. */
  unpaced?: true;
  body: Step[];
}

/** Every page of a list, from the first to the last. */
export interface Walk {
  step: 'walk';
  id: string;
  page: Call;
  atMost: number;
  /** Ends the walk early: what stands behind is not needed. */
  until?: Until;
  between?: {after: number; body: Step[]};
  optional?: true;
}

/** A time of day on a day of the month, by the clock on the wall, such as 13:30 on the 31st. */
export interface WallTime {
  /**
   * A text `YYYY-MM-DD HH:MM:SS`, which says what that clock shows now; what stands behind the
   * seconds is not read, and a `T` may stand for the blank.
   */
  now: Val;
  day: number;
  hour: number;
  minute: number;
}

/** A duration that a response tells. */
export interface ToldDuration {
  seconds: Val;
  /** Seconds that are foreseen: as much longer or shorter as it is, so is the wait. */
  foreseen: number;
  /** The longest wait, in milliseconds. */
  atMost: number;
}

/** Lets time pass on the world's clock; waits on a deployment. */
export interface Advance {
  step: 'advance';
  id: string;
  /** Milliseconds; where there is `until`, at most so many. */
  ms: number;
  /** As long as until this is the time next. */
  until?: WallTime;
  /** Longer or shorter, where a duration is told that is not the one which is foreseen. */
  told?: ToldDuration;
}

/**
 * Something that the APIs cannot do, done through the mock's control plane or a hook of the target.
 */
export interface Control {
  step: 'control';
  id: string;
  verb: string;
  args: {[name: string]: Val};
  optional?: true;
}

/** The closed step algebra: script, trace, slice, fixture and replay are all made of these. */
export type Step = Call | Tools | Upload | Download | Parallel | Repeat | Walk | Advance | Control;
