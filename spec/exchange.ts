import type {Presentation} from './step.ts';

/** A situation whose response differs from its description in the profile. */
export interface ProfileMismatch {
  /** The corrected profile entry, for example `outcomes.unauthenticated: {status: [401]}`. */
  line: string;
}

/** A response that matches a documented situation in everything but its status. */
export interface WrongStatus {
  situation: string;
  /** The documented statuses of the situation. */
  documented: number[];
}

/**
 * A line of the profile about something that the document leaves open: if it is wrong or missing, that explains a
 * response. Its life in a run:
 *
 * 1. The codec lists the lines by which a request was written (`requestLines`), and those by which a value of the
 *    response does not fit where another line would (`judgeMember`, `judgeRows`).
 * 2. The exchange carries them (`Exchange.suspectLines`), without those that the response itself shows to be right
 *    (`withRequestLines`).
 * 3. A violation takes over those that would explain it (`Violation.suspectLines`). For a judge, these are the lines
 *    behind its responses (`suspectLinesBehind`) and pairs of lines that may be swapped (`MixedUpLines`); for a passive
 *    check, `observe` chooses them. `withoutFutileLines` removes those whose correction would not change the violation.
 * 4. Meanwhile `LineEvidence` collects from all responses of the run which lines are right, and where a missing member
 *    cannot be.
 * 5. When the run ends, a violation counts unless one of its lines may still be wrong (`LineEvidence.mayBeWrong`): then
 *    it is inconclusive and names the correction. The lines themselves are removed (`explainedByLines`).
 */
export type SuspectLine = {
  /** The key of the line, for example `members.Account#/plan` or `paths.readRun`. */
  line: string;
  /** The proposed line, as far as responses show it: `members.Account#/plan: {at: /tier}`. */
  correction: string;
  /**
   * Why no response shows the correction: neither the document nor the profile has such a line (`unwritten`); the value
   * is there in a form that neither of them describes (`misformed`); or no request that was written with the line has
   * succeeded (`unproven`).
   */
  doubt?: 'unwritten' | 'misformed' | 'unproven';
  /** The line that settles it instead: the member has the name of the contract. */
  alternative?: string;
} & (LineOfRequest | LineOfBody);

/**
 * A line by which a request was written. A success shows that it is right.
 *
 * - `path`: where the request is sent; a refusal that only this operation has also shows that it is right.
 * - `request`: a name in the request, or a path that the profile lacks.
 * - `sent value`: where an earlier response has a value that is sent; it is right even after an undocumented success,
 *   because a request with an unknown value does not succeed.
 * - `choice`: whether the deployment has the operation, or what it demands; it explains only some statuses.
 */
type LineOfRequest =
  | {decides: 'path' | 'request' | 'sent value'; member?: never}
  | {decides: 'choice'; ofStatuses: readonly number[]; member?: never};

/** A line by which a body was read. It explains nothing about the status of the response. */
interface LineOfBody {
  decides: 'body';
  /** Absent for a line that is not about a single member, such as one about the rows of a list. */
  member?: SuspectMember;
}

/** The one member that a line is about, by its key in the profile: `Account#/plan`. */
export type SuspectMember = {key: string} & (
  | {about: 'location or form'}
  /** No other location in the object could have the value: equal values remain equal in any form. */
  | {about: 'form'}
  /**
   * An absent member may stand for null. Unless the member is mostly null, this explains a violation only if a response
   * has shown where its values are.
   */
  | {about: 'absence'; isMostlyNull: boolean}
  | SuspectLocation
);

/**
 * The JSON Pointers where a missing member may be in the object of the response, because the values there are possible
 * and no other line claims them. They explain the response only while the run has not excluded all of them.
 */
export interface SuspectLocation {
  about: 'location';
  /** Next to the location in the profile or the document. */
  near: string[];
  far: string[];
  /** The object is the whole body: locations that occur in every response do not belong to the member. */
  isWholeBody: boolean;
  /** The member may be missing: the line explains only violations about the member itself. */
  isOptional: boolean;
}

/**
 * A body in canonical names. Judges read members of any body, for example `exchange.body.publications_left`; a missing
 * one is undefined.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- every deployment decides what it sends
export type Body = any;

/** Why there is no response, or why it cannot be read. */
export interface ResponseProblem {
  /** `protocol`: the MCP server's message violates the protocol. */
  kind: 'no-response' | 'not-json' | 'protocol';
  /** A description for people, for example `connection refused`. */
  text: string;
}

/** The request as the evidence shows it. */
export interface SentMessage {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** The body consisted of the bytes of a file, which are not recorded. */
  file?: true;
}

/** A request with its response, in canonical names. */
export interface Exchange {
  step: string;
  op: string;
  as: string;
  /** How its credential was presented, if not in the documented way. */
  present?: Presentation;
  /** Milliseconds on the engine's clock. */
  sentAt: number;
  gotAt: number;
  /** The time of a target's clock that only `advance` steps change, in epoch milliseconds. */
  targetTime?: number;
  /**
   * 0 without a response. For a tool's result: the documented status of the situation (400 for an unknown refusal);
   * for a refusal by the MCP server before the tool is called: the HTTP status.
   */
  status: number;
  /** Every documented situation that the response matches. */
  situations: string[];
  /** The situations that it matches without the profile: these would be hidden by a wrong profile. */
  documented: string[];
  /** A situation that the response matches, except that the profile describes it differently. */
  profileMismatch?: ProfileMismatch;
  /** A situation that the response matches in everything but the status; `situations` then contains it. */
  wrongStatus?: WrongStatus;
  /** Lines of the profile that would explain the response if they were wrong. */
  suspectLines?: SuspectLine[];
  /** Lines of members that the body lacks, whatever the profile says: every value of their object belongs to others. */
  absent?: string[];
  /** The response was 304: the status, the body and most headers are those of the earlier response that it confirms. */
  notModified?: true;
  /** The same request in another form of HTTP was refused, as if it said something else. */
  misread?: {form: string; status: number};
  headers: Record<string, string>;
  body: Body;
  /**
   * The documented part of the body, without members that only the deployment has. Absent if the document shows no
   * body.
   */
  members?: Body;
  /** The body as it was sent, before the profile was applied. */
  wire?: unknown;
  /** Size and digest of a body whose content type is not JSON. */
  bytes?: {size: number; sha256: string};
  problem?: ResponseProblem;
  /** For a server error (5xx): whether its body is the API's own error, and not that of a gateway. */
  ownError?: true;
  /**
   * The response contradicts other responses to similar requests in the same scene: it probably comes from a gateway,
   * or is a transient failure.
   */
  probablyFromGateway?: true;
  /** A firewall or web server in front of the service probably refused the request because of characters in it. */
  refusedInFront?: true;
  /**
   * The URL, which the deployment handed out, has characters that no request can contain; they were percent-encoded, so
   * that a refusal may be due to that.
   */
  encodedUrl?: true;
  /** For the last page of a walk that did not reach the end of the list: why not. */
  walkEndedBecause?: string;
  interface?: 'mcp';
  /** What the text of a tool's result says otherwise than its structured content: a member and both values. */
  textSaysOtherwise?: string;
  /**
   * Whether the request was sent to another path than the operation's: then the contract does not describe the
   * response.
   */
  elsewhere?: true;
  sent: SentMessage;
  /** Whether this is a call of the control plane or of a hook, not a request to an API under test. */
  hook?: true;
  /** The path parameters of the request, in canonical names. */
  path?: Record<string, string>;
  /** The request's body in canonical names, for judges. */
  requestBody?: Body;
}
