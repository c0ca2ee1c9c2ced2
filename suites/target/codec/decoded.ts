import type {SuspectLine, ProfileMismatch, WrongStatus} from '../../../spec/exchange.ts';

/** A response in canonical names. */
export interface Decoded {
  /** Every situation that the response can be according to the profile. */
  situations: string[];
  /** Every situation that it can be according to the document. */
  documented: string[];
  body: unknown;
  /** The documented members of the body; absent if the document shows no body. */
  members?: unknown;
  /** Set for a server error (5xx) whose body is the API's own error. */
  ownError?: true;
  /** A situation of which the profile differs from the response. */
  profileMismatch?: ProfileMismatch;
  /** The situation that the response has in everything except its status. */
  wrongStatus?: WrongStatus;
  /** Lines of the profile that would explain the body if they were wrong. */
  suspectLines?: SuspectLine[];
  /** Lines of members that the body lacks, whatever the profile says. */
  absent?: string[];
}

/** The result of a tool in canonical names, with the status and headers that it stands for. */
export interface DecodedTool extends Decoded {
  status: number;
  headers: Record<string, string>;
  /** The reason why a success shows nothing of the operation. */
  unread?: string;
  /** The line of the profile that would say where a member is which the result does not show. */
  unknownPlace?: string;
}
