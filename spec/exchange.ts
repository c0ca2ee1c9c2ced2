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
 * A profile entry about something that the document leaves open. It would explain a response if it were wrong or
 * missing.
 */
export interface SuspectLine {
  /** The key of the entry, for example `members.Account#/plan` or `paths.readRun`. */
  line: string;
  /** The proposed entry, as far as responses show it: `members.Account#/plan: {at: /tier}`. */
  correction: string;
  /** The key of another entry: this one explains the response only if responses have shown the other to be right. */
  onceShown?: string;
  /**
   * The entry determines where a request is sent: a refusal that only this operation has also shows that it is right.
   */
  isPath?: true;
  /**
   * The entry determines the location of a value that the request contains: any success shows that it is right,
   * because a request with an unknown value does not succeed.
   */
  concernsSentValue?: true;
  /** The entry of the profile that the line is about, where `line` names a further claim about it. */
  entry?: string;
  /** The entry explains only responses with one of these statuses. */
  ofStatuses?: readonly number[];
  /** The entry determines how a body is read, and so explains nothing about the status of the response. */
  concernsBody?: true;
  /**
   * The entry determines the form of a value, and no other location in the object could contain it: equal values
   * remain equal in any form.
   */
  concernsForm?: true;
  /**
   * Locations in the object of the response whose values the member could have and which no other entry claims. The
   * entry explains the response only while the run has not excluded all of them.
   */
  candidates?: CandidatePlaces;
  /** The key of the member that the correction reads as null where it is absent: `Usage#/daily_runs_limit`. */
  absentMember?: string;
  /** The member is optional: the entry explains only violations about the member itself. */
  onlyMember?: string;
  /**
   * Why the correction contains no location: neither the document nor the profile specifies one (`unwritten`); the value
   * at the location of the contract has a form that neither of them describes (`misformed`); or no request that was
   * built with the entry has succeeded (`unproven`).
   */
  kind?: 'unwritten' | 'misformed' | 'unproven';
}

/** Candidate locations of a member other than the one in the profile, as JSON Pointers. */
export interface CandidatePlaces {
  /** Next to the location in the profile or the document. */
  near: string[];
  far: string[];
  /** The object is the whole body: locations that occur in every response do not belong to the member. */
  isWholeBody: boolean;
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
  /** Profile entries that would explain the response if they were wrong. */
  suspectLines?: SuspectLine[];
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
  /** For the last page of a walk that did not reach the end of the list: why not. */
  walkEndedBecause?: string;
  interface?: 'mcp';
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
