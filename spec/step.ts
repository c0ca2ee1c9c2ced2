import type {Json} from './json.ts';
import type {Api} from './rule.ts';

/**
 * A value inside the canonical reply of an earlier step. `header:NAME` in place of a pointer reads
 * a header.
 */
export interface Ref {
  $from: string;
  at: string;
}

/**
 * A value that the engine mints when the step is sent: unlike every other of the run, and labelled
 * with the run.
 */
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
  at: string;
  /** Of a file name: the class of what stands in front of it. */
  valueClass?: string;
  /** Of a file name: what stands in the place of all before its ending. */
  stem?: string;
}

/** A sum of numbers, a day, a text put together, a link made of parts of others, a member of a row. */
export type Computed =
  | {$sum: Val[]}
  /** The day that is `add` days after the one with which the text `after` begins, as YYYY-MM-DD. */
  | {$day: {after: Val; add: number}}
  | {$text: Val[]}
  | {$link: AlteredLink}
  | {$row: RowMember}
  /** How many rows have to be added so that the last page is full, where `rows` are its rows. */
  | {$lacking: {of: number; rows: Val}};

/** A link that nobody minted. */
export interface AlteredLink {
  /** The URL whose origin and path it has. */
  place: Val;
  /** The URL whose query it has. */
  query: Val;
  /** The URL whose numbers and instants stand in the query, under the same names. */
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

/** Lets time pass on the world's clock; waits on a deployment. */
export interface Advance {
  step: 'advance';
  id: string;
  /** Milliseconds; where there is `until`, at most so many. */
  ms: number;
  /** As long as until this is the time next. */
  until?: WallTime;
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

/** A situation that a profile describes otherwise than a response shows it. */
export interface ProfileMismatch {
  /** The corrected line of the profile, for example `outcomes.unauthenticated: {status: [401]}`. */
  line: string;
}

/** A response that is a documented situation in all but its status. */
export interface WrongStatus {
  situation: string;
  /** The statuses that the document gives the situation. */
  documented: number[];
}

/**
 * A line of the profile which the document does not settle, and which would explain a response if
 * it were wrong or missing.
 */
export interface SuspectLine {
  /** For example `members.Account#/plan` or `paths.readRun`. */
  line: string;
  /** What to write, as far as responses show it: `members.Account#/plan: {at: /tier}`. */
  correction: string;
  /** It explains the response only if responses have shown this other line to be right. */
  onceShown?: string;
  /**
   * The line says where a request goes: a refusal that only this operation has shows it to be
   * right, too.
   */
  isPath?: true;
  /** The line says that a member is left out where it is null, which it is as a rule. */
  isOfNull?: true;
  /** The line explains only responses with one of these statuses. */
  ofStatuses?: readonly number[];
  /** The line says how a body is read: it explains nothing about the status of the response. */
  isOfBody?: true;
  /**
   * The line says how a value is written, and no other place of the object could have it: values
   * that are equal are so in any form.
   */
  isOfForm?: true;
  /**
   * Places of the response, within the object, that have a value which the member can have and that
   * nothing else claims. The line explains the response only while the run leaves one of them.
   */
  candidates?: CandidatePlaces;
  /** The member may be missing: the line explains only what is wrong with the member itself. */
  isOfMember?: string;
  /**
   * Why the correction is no more than a form: neither the document nor the profile names the place
   * (`unwritten`), or no request that the line wrote has succeeded (`unproven`).
   */
  kind?: 'unwritten' | 'unproven';
}

/** Where a member may stand that is not where the profile has it, by JSON Pointer. */
export interface CandidatePlaces {
  /** Beside the place where the profile or the document has the member. */
  near: string[];
  far: string[];
  /** The object is the whole body: what stands there in every response is no member of it. */
  isOfWholeBody: boolean;
}

/**
 * A body in canonical names. A judge reads the members of whatever came, for example
 * `exchange.body.publications_left`; what is not there is undefined.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- every deployment decides what it sends
export type Body = any;

/** Why there is no response, or why it cannot be read. */
export interface ResponseProblem {
  /** `protocol`: the MCP server's message breaks its protocol. */
  kind: 'no-response' | 'not-json' | 'protocol';
  /** The same for people, for example `connection refused`. */
  text: string;
}

/** What was sent, as the evidence shows it. */
export interface SentMessage {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** The body was the bytes of a file, which are not recorded. */
  file?: true;
}

/** One request and its response, in canonical names. */
export interface Exchange {
  step: string;
  op: string;
  as: string;
  /** How its credential was shown, where that is not the documented way. */
  present?: Presentation;
  /** Milliseconds on the engine's clock. */
  sentAt: number;
  gotAt: number;
  /** The time of a target's clock that only `advance` steps move, in epoch milliseconds. */
  targetTime?: number;
  /**
   * 0 when no answer came. For a tool's result: the status that the document gives the situation (a
   * refusal that it does not know: 400); of what the MCP server refuses before a tool is called:
   * the status of HTTP.
   */
  status: number;
  /** Every documented situation that the response can be. */
  situations: string[];
  /** The same read without the profile: what a wrong profile hides. */
  documented: string[];
  /** A situation that the profile describes otherwise than the response shows it. */
  profileMismatch?: ProfileMismatch;
  /** All but the status says that it is this situation, which `situations` then names. */
  wrongStatus?: WrongStatus;
  /** Lines of the profile that would explain the response if they were wrong. */
  suspectLines?: SuspectLine[];
  headers: Record<string, string>;
  body: Body;
  /**
   * Of the body what the document knows, without members that only the deployment has. Absent where
   * the document shows no body.
   */
  members?: Body;
  /** The body as it was sent, before the profile was applied. */
  wire?: unknown;
  /** Size and digest of a body whose content type is not JSON. */
  bytes?: {size: number; sha256: string};
  problem?: ResponseProblem;
  /** Of a server error (5xx): its body is the API's own error, and not that of a gateway. */
  ownError?: true;
  /**
   * It contradicts what the deployment itself gave to requests like it in the same scene: a gateway
   * seems to have sent it, or a failure that passed.
   */
  foreign?: true;
  /** A firewall or web server in front of the service seems to have refused the request for signs in it. */
  inFront?: true;
  /** Of the last page of a walk that did not see the end of the list: why not. */
  cut?: string;
  interface?: 'mcp';
  /** Sent to another path than the operation's: the contract does not describe the response. */
  elsewhere?: true;
  sent: SentMessage;
  /** The control plane or a hook of the target did this, and no HTTP request was sent. */
  hook?: true;
  /** The request's body in canonical names, for judges. */
  requestBody?: Body;
}
