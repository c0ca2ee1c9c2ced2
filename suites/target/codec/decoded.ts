import type {SuspectLine, ProfileMismatch, WrongStatus} from '../../../spec/exchange.ts';

/** A response in canonical names. */
export interface Decoded {
  /** Every situation that the response can be, as profiled. */
  situations: string[];
  /** The same as documented, that is without the profile. */
  documented: string[];
  body: unknown;
  /** The documented members of the body; absent if the document shows no body. */
  members?: unknown;
  /** Set for a server error (5xx) whose body is the API's own error. */
  ownError?: true;
  /** A situation that the profile describes otherwise than the response shows it. */
  profileMismatch?: ProfileMismatch;
  /** All but the status says that it is this situation. */
  wrongStatus?: WrongStatus;
  /** Lines of the profile about the body that would explain it if they were wrong. */
  suspectLines?: SuspectLine[];
}

/** The result of a tool in canonical names, with the status and headers that it stands for. */
export interface DecodedTool extends Decoded {
  status: number;
  headers: Record<string, string>;
  /** Why nothing of the operation can be read in a success. */
  unread?: string;
}
