import type {Presentation} from './step.ts';

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
  /**
   * The line says where a value stood that the request carries: a success of any form shows it to be
   * right, since what is not there is not served.
   */
  isOfCarried?: true;
  /** The entry of the profile that the line is about, where `line` names a further claim about it. */
  entry?: string;
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
  onlyMember?: string;
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
   * seems to have sent it, or it is a transient failure.
   */
  notOwn?: true;
  /** A firewall or web server in front of the service seems to have refused the request for characters in it. */
  inFront?: true;
  /** Of the last page of a walk that did not see the end of the list: why not. */
  cut?: string;
  interface?: 'mcp';
  /** Sent to another path than the operation's: the contract does not describe the response. */
  elsewhere?: true;
  sent: SentMessage;
  /** A call of the control plane or of a hook, not a request to an API under test. */
  hook?: true;
  /** The request's body in canonical names, for judges. */
  requestBody?: Body;
}
